/** The mutants of ring 0 that the suite alone must catch: one for each case, and each fits the sources as they are. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { CASES } from '#conform/suite/cases.ts';
import { GUARDED_ELSEWHERE, MUTANTS } from '#test/support/ring-0-mutants.ts';

const ROOT = resolve(import.meta.dirname, '../..');

describe('mutants of ring 0', () => {
  it('are one at least for each case, or it is said what guards that', () => {
    const caught = new Set(MUTANTS.flatMap(([, ids]) => ids.split(' ')));
    const elsewhere = Object.keys(GUARDED_ELSEWHERE).flatMap((ids) => ids.split(' '));
    const all = CASES.map(({ id }) => id);
    expect([...caught, ...elsewhere].toSorted()).toEqual(all.toSorted());
  });

  it('change what stands in the sources once', () => {
    const changes = MUTANTS.flatMap(([, , all]) => all);
    const unfit = changes.filter(
      ([file, text]) => readFileSync(join(ROOT, file), 'utf8').split(text).length !== 2,
    );
    expect(unfit.map(([file, text]) => `${file}: ${text}`)).toEqual([]);
  });
});
