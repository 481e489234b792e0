/** One exported name has one meaning. `npm run size -- --names` lists those that several files define. */
import { resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { readSources } from '#test/support/architecture.ts';
import { exportedNamesIn } from '#test/support/exported-names.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Far below what is there: only a look that lost its files falls under it. */
const NAMES_FLOOR = 1000;

/** Never more than today. */
const SHARED_MAX = 6;

/**
 * Names that may have several definitions, with why. Who takes one away takes its line away, and lowers the limit. A new
 * definition gets a name of its own instead.
 */
const SHARED: Readonly<Record<string, string>> = {
  boot: 'the command, and the boot that it runs',
  // What is published loads its script late, and stands for it.
  answer: 'cli/hook-published.ts for cli/commands/hook-answer.ts',
  audit: 'cli/audit-published.ts for cli/commands/audit.ts',
  auditReport: 'cli/audit-published.ts for cli/commands/audit.ts',
  start: 'what cli/main.ts loads: the program, the hook alone, and cli/hook-published.ts for that',
  work: 'cli/audit-published.ts for cli/audit/worker-pool.ts',
};

describe('exported names', () => {
  it('have one definition, but for a list that only shrinks', () => {
    const { exportedNames, sharedNames } = exportedNamesIn(readSources(ROOT));
    expect(exportedNames).toBeGreaterThan(NAMES_FLOOR);
    expect(Object.keys(sharedNames).toSorted(), JSON.stringify(sharedNames, undefined, 1)).toEqual(
      Object.keys(SHARED).toSorted(),
    );
    expect(Object.keys(SHARED).length).toBeLessThanOrEqual(SHARED_MAX);
  });

  it('are shared where two files define them, and not where one passes them on', () => {
    const sources = new Map([
      ['lib/a.ts', 'export interface Place {}\nexport const placeOf = 1;\n'],
      ['lib/b.ts', "export class Place {}\nexport { placeOf } from './a.ts';\n"],
      ['audit/rules/1.ts', 'export const placeOf = 1;\n'],
    ]);
    const sharedNames = { Place: ['lib/a.ts', 'lib/b.ts'] };
    expect(exportedNamesIn(sources)).toEqual({ exportedNames: 2, sharedNames });
  });
});
