/** Mutants of recall: how memory is cut, what of it is kept, and how places are ranked. */
import type { Changes } from './mutant.ts';

const CHUNKS = ['test/lib/recall/chunks.test.ts'];
const INGEST = ['test/lib/recall/ingest.test.ts'];
const RECALL = ['test/lib/recall/recall.test.ts'];
const QUERY = ['test/lib/recall/query.test.ts'];
const PERSONAL = ['test/lib/recall/personal-data.test.ts'];
const STORE = ['test/mesh/store.test.ts'];

export const RECALLING: readonly Changes[] = [
  {
    file: 'lib/recall/chunks.ts',
    tests: CHUNKS,
    changes: [
      ['what stands beside a secret goes with it', '!isApart(one.block) && ', ''],
      ['two sessions of one minute are one', 'count === 1 ? name :', 'count > 0 ? name :'],
      ['units are cut inside of sentences', 'sentence > start ? sentence :', 'false ? sentence :'],
    ],
  },
  {
    file: 'lib/recall/ingest.ts',
    tests: INGEST,
    changes: [
      [
        'secrets of other detectors are kept',
        '[...secretsIn(text), ...(input.secrets ?? [])]',
        'secretsIn(text)',
      ],
      ['two equal lines are one', 'ordinals.set(equal, ordinal + 1);', ''],
      [
        'a mark of redaction is a word',
        "const words = text.replaceAll(REDACTED, ' ');",
        'const words = text;',
      ],
      ['a time stands for a session', '.filter((title) => !SESSION_TITLE.test(title))', ''],
    ],
  },
  {
    file: 'lib/recall/scrub.ts',
    tests: INGEST,
    changes: [
      [
        'a secret that invisible characters held apart is kept',
        "if (secretsIn(text).length > 0) return { rejected: 'secret' };",
        '',
      ],
      [
        'what says nothing is kept',
        "if (!hasLetter(clean)) return { rejected: 'nothing said' };",
        '',
      ],
    ],
  },
  {
    file: 'lib/recall/personal-data.ts',
    tests: PERSONAL,
    changes: [['any long number is a card', '  luhn(digits);', '  digits.length > 0;']],
  },
  {
    file: 'lib/recall/ids.ts',
    tests: INGEST,
    changes: [
      ['a unit of another store is the same', '[scope, file, headings,', '[file, headings,'],
    ],
  },
  {
    file: 'lib/recall/query.ts',
    tests: QUERY,
    changes: [
      [
        'a year ends between two days of one week',
        'asked.year === undefined ? [year - 1, year, year + 1]',
        'asked.year === undefined ? [year]',
      ],
      ['days that no calendar has are asked for', '.filter(isDay);', ';'],
      [
        'may is a month',
        'const isSure = !AMBIGUOUS.has(name.toLowerCase()) ||',
        'const isSure = true ||',
      ],
    ],
  },
  {
    file: 'lib/recall/recall.ts',
    tests: RECALL,
    changes: [
      [
        'neighbours are no candidates',
        'new Map([...best, ...others, ...beside]',
        'new Map([...best, ...others]',
      ],
      [
        'days that were asked for are no candidates',
        'days.length === 0 ? [] :',
        'days.length >= 0 ? [] :',
      ],
      ['a stretch ends where one within it ends', 'Math.max(last.to, one.to)', 'one.to'],
    ],
  },
  {
    file: 'lib/recall/score.ts',
    tests: RECALL,
    changes: [
      ['an answer gains nothing by its question', 'before?.asks === true ? own(before) : 0', '0'],
      [
        'a word counts wherever it stands',
        'Math.max(best[term] ?? 0, factor * sat)',
        '(best[term] ?? 0) + factor * sat',
      ],
      [
        'of two speakers the first is meant',
        'named.length === 1 ? named[0]',
        'named[0] ? named[0]',
      ],
    ],
  },
  {
    file: 'lib/recall/ready.ts',
    tests: RECALL,
    changes: [
      [
        'a heading says as much as the text',
        'counts[place] === 0) counts[place] = IN_HEADING',
        'counts[place] === 0) counts[place] = 1',
      ],
      [
        'words side by side are any two words',
        'if (side.has(code)) met += weight;',
        'met += weight;',
      ],
    ],
  },
  {
    file: 'mesh/sqlite/store.ts',
    tests: STORE,
    changes: [
      [
        'the worst are the best',
        'MATCH ? ORDER BY score LIMIT ?',
        'MATCH ? ORDER BY score DESC LIMIT ?',
      ],
      ['vectors of what is gone stay', 'if (changed.removed > 0) this.#vectors.removeStale();', ''],
    ],
  },
  {
    file: 'mesh/sqlite/vectors.ts',
    tests: STORE,
    changes: [
      [
        'vectors of another embedder are compared',
        "this.#prepared('DELETE FROM vectors').run();",
        '',
      ],
    ],
  },
];
