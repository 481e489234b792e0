/** Mutants of the index of memory. */
import type { Changes } from './mutant.ts';

const INDEX = ['test/kernel/mesh/memory-index.test.ts'];

export const MESH: readonly Changes[] = [
  {
    file: 'kernel/mesh/process.ts',
    tests: INDEX,
    changes: [
      [
        'a shared session has an index that nothing holds',
        "if (scope !== 'private') throw",
        'if (scope === undefined) throw',
      ],
    ],
  },
  {
    file: 'kernel/mesh/memory-watch.ts',
    tests: ['test/kernel/mesh/memory-watch.test.ts'],
    changes: [
      [
        'a replaced memory/ is not watched',
        'if (memory !== undefined) this.#watch(memory, wanted);',
        '',
      ],
      [
        'a log that is put away goes unseen',
        'inArchive(this.#workspace, (archive) => this.#watch(archive, wanted));',
        '',
      ],
      ['a change is forgotten', 'return !this.#hasChanged;', 'return true;'],
      ['what has happened is not waited for', '    await nextTurn();\n    await nextTurn();\n', ''],
      [
        'a comparison that was overtaken counts',
        'if (this.#begun === begun) this.#isQuiet',
        'this.#isQuiet',
      ],
    ],
  },
  {
    file: 'kernel/mesh/sync.ts',
    tests: INDEX,
    changes: [
      ['files that went stay in the index', 'if (gone.length > 0) send([], gone);', ''],
      [
        'a list of before a change is believed',
        '(isQuiet ? known.listed : undefined) ??',
        'known.listed ??',
      ],
      ['a changed file is not handed over', 'stamps.get(file) !== stamp;', '!stamps.has(file);'],
    ],
  },
  {
    file: 'mesh/sqlite/store.ts',
    tests: ['test/mesh/store.test.ts'],
    changes: [
      [
        'an index that another version made is used',
        'else if (version !== SCHEMA_VERSION) throw',
        'else if (version < 0) throw',
      ],
    ],
  },
  {
    file: 'mesh/lancedb/table.ts',
    tests: ['test/mesh/store.test.ts'],
    changes: [
      [
        'a table that another version made is used',
        'if (known.fields.map(({ name }) => name).join() !== names)',
        'if (known.fields.length === 0)',
      ],
    ],
  },
  {
    file: 'kernel/mesh/hit.ts',
    tests: INDEX,
    changes: [['a line of before is shown', 'placeHash(lines, from, to) === hash', "hash !== ''"]],
  },
  {
    file: 'kernel/mesh/ledger-file.ts',
    tests: ['test/kernel/mesh/ledger.test.ts'],
    changes: [
      [
        'a ledger with a broken page is used',
        'if (isWhole(database)) return database;',
        'return database;',
      ],
      [
        'a ledger of a newer version is written to',
        'else if (version !== VERSION) throw',
        'else if (version < VERSION) throw',
      ],
    ],
  },
  {
    file: 'kernel/wire/sqlite-fault.ts',
    tests: ['test/kernel/wire/sqlite-fault.test.ts'],
    changes: [
      [
        'an index whose words broke is used for ever',
        'BROKEN.has(code & PRIMARY_BITS)',
        'BROKEN.has(code)',
      ],
    ],
  },
];
