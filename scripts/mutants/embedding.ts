import type { Changes } from './mutant.ts';

const EMBEDDING = ['test/kernel/mesh/embedding.test.ts'];

export const EMBEDDERS: readonly Changes[] = [
  {
    file: 'kernel/mesh/embedding.ts',
    tests: EMBEDDING,
    changes: [
      [
        'texts leave without consent',
        '#consented(remote) !== true',
        '#consented(remote) === false',
      ],
      ['questions leave unscrubbed', 'embed([cut(scrubbed.text)]', 'embed([cut(question)]'],
      [
        'an embedder that failed is asked again',
        'performance.now() < failed.until',
        'failed.until < 0',
      ],
    ],
  },
  {
    file: 'kernel/mesh/http-embedder.ts',
    tests: EMBEDDING,
    changes: [
      ['any status will do', 'if (status !== OK)', 'if (status === 0)'],
      ['vectors are taken unseen', ' || !areVectors(vectors))', ')'],
      ['vectors come in no order', "Number(fieldOf(one, 'index')) - Number", '0 * Number'],
    ],
  },
  {
    file: 'kernel/process/npm-install.ts',
    tests: ['test/kernel/mesh/install.test.ts'],
    changes: [
      ['what has no checksum is fetched', 'if (unchecked !== undefined)', "if (unchecked === '')"],
      ['a failed install takes the place', 'if (code !== 0) throw', 'if (code === null) throw'],
      [
        'what was left half-way stays',
        '    clear(into);\n    return await work();',
        '    return await work();',
      ],
      ['an interrupted one waits for npm', '  if (signal.aborted) end();\n', ''],
    ],
  },
  {
    file: 'kernel/mesh/memory-index.ts',
    tests: ['test/kernel/mesh/ledger-texts.test.ts'],
    changes: [
      [
        "a shared session's index gets the ledger",
        "scope === 'private' ? new LedgerTexts",
        'scope !== undefined ? new LedgerTexts',
      ],
    ],
  },
  {
    file: 'kernel/mesh/ledger-texts.ts',
    tests: ['test/kernel/mesh/ledger-texts.test.ts'],
    changes: [
      [
        'lessons of a broken chain are told',
        'verify().isWhole !== true',
        'verify().isWhole === undefined',
      ],
      [
        'what was taken out is still shown',
        'if (version === this.#kept.version)',
        'if (this.#kept !== NOTHING)',
      ],
    ],
  },
  {
    file: 'mesh/sqlite/vectors.ts',
    tests: ['test/mesh/store.test.ts'],
    changes: [
      [
        'vectors of two embedders stand together',
        "this.#prepared('DELETE FROM vectors').run();",
        '',
      ],
      ['the farthest is the nearest', '< cosine) at -= 1', '> cosine) at -= 1'],
    ],
  },
];
