/** The rules on labelled workspaces, and the detector of credentials on notes that a generator has made. */
import { beforeAll, describe, expect, it } from 'vitest';

import { costs } from '#audit/engine/grade.ts';
import { isFor } from '#audit/rule/rule.ts';
import { RULES } from '#audit/engine/rules.ts';
import { ERROR_MIN_PRECISION, MEASURED, SECURITY_SEVERITY } from '#audit/report/measured.ts';
import { readLabels } from './eval/case.ts';
import { figuresOf, tellHalf } from './eval/credentials/cases.ts';
import { HELD_OUT } from './eval/credentials/held-out.ts';
import { TUNED } from './eval/credentials/tuned.ts';
import { CASES, precisionOf, recallOf, ROW, type Score, scored, table } from './eval/score.ts';

describe('the rules on labelled workspaces', () => {
  let rows: readonly (readonly [string, Score])[] = [];

  beforeAll(async () => {
    rows = await scored();
    process.stdout.write(table(rows));
  });

  it('look at enough of them, and each rule that speaks has a figure', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(300);
    expect(new Set(CASES.map(({ title }) => title)).size).toBe(CASES.length);
    const known = new Set(Object.keys(MEASURED).map((rule) => ROW[rule] ?? rule));
    expect(rows.map(([rule]) => rule)).toEqual([...known].toSorted());
  });

  it('name no rule in a label that there is not', () => {
    const known = new Set(['credential', ...RULES.map(({ id }) => id)]);
    const named = CASES.flatMap(({ files, wanted }) =>
      readLabels(files, wanted).labels.map(({ rule }) => rule),
    );
    expect(named.filter((rule) => !known.has(rule))).toEqual([]);
    const tabled = [...Object.keys(MEASURED), ...Object.keys(SECURITY_SEVERITY)];
    expect(tabled.filter((rule) => !known.has(rule))).toEqual([]);
  });

  it.each(Object.entries(MEASURED))('%s is as good as it was', (rule, [precision, recall]) => {
    const score = rows.find(([id]) => id === (ROW[rule] ?? rule))?.[1];
    expect(score === undefined ? 0 : precisionOf(score)).toBeGreaterThanOrEqual(precision);
    expect(score === undefined ? 0 : recallOf(score)).toBeGreaterThanOrEqual(recall);
  });

  it('that are often wrong cost no tier', () => {
    const costly = RULES.filter(
      (rule) =>
        isFor(rule, 'rfc-0009') && costs(rule, false) !== 'none' && rule.needs === undefined,
    );
    expect(costly.length).toBeGreaterThan(30);
    const doubtful = costly.filter(({ id }) => (MEASURED[id]?.[0] ?? 0) < ERROR_MIN_PRECISION);
    expect(doubtful.map(({ id }) => id)).toEqual([]);
  });
});

describe('credentials in notes that were made up [Y95]', () => {
  it.each([
    ['that the detector was tuned on', TUNED, 0.99, 0.99],
    ['that it was not tuned on', HELD_OUT, 0.9, 0.95],
  ])('are found in those %s', async (_, half, precision, recall) => {
    const told = await tellHalf(half);
    const faults = told.flatMap(({ kind, faults: all }) => all.map((text) => `${kind}: ${text}`));
    const figures = figuresOf(told);
    expect(told.length).toBeGreaterThan(80);
    expect(figures.precision, faults.join('\n')).toBeGreaterThanOrEqual(precision);
    expect(figures.recall, faults.join('\n')).toBeGreaterThanOrEqual(recall);
  });
});
