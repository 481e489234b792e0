/** The rules on labelled workspaces, and the detector of credentials on notes that a generator has made. */
import { beforeAll, describe, expect, it } from 'vitest';

import { costs } from '#audit/engine/grade.ts';
import { isFor } from '#audit/rule/rule.ts';
import { RULES } from '#audit/engine/rules.ts';
import { ERROR_MIN_PRECISION, MEASURED, SECURITY_SEVERITY } from '#audit/report/measured.ts';
import { readLabels } from './eval/case.ts';
import { figuresOf, tellHalf, tellNotes } from './eval/credentials/cases.ts';
import { FIELD } from './eval/credentials/field.ts';
import { HELD } from './eval/credentials/held.ts';
import { SEEN } from './eval/credentials/seen.ts';
import { TUNED } from './eval/credentials/tuned.ts';
import { UNSEEN } from './eval/credentials/unseen.ts';
import { judgedIn, notesOf, PARTS } from './eval/written.ts';
import { CASES, figuresOf as measuredIn, ROW, type Score, scored, table } from './eval/score.ts';

const LANGUAGES = 8;
/** What reads no prose of people: semicolon lines, settings, and what the kernel or a tool wrote. */
const ONCE: ReadonlySet<string> = new Set(
  RULES.map(({ id }) => id).filter(
    (id) =>
      id.startsWith('0006-') ||
      id === '2.5/forged' ||
      id.startsWith('2.6/bootstrap-') ||
      /^host\/(?:hook-sends|model-elsewhere|server-elsewhere)$/u.test(id),
  ),
);

describe('the rules on labelled workspaces', () => {
  let rows: readonly (readonly [string, Score])[] = [];

  beforeAll(async () => {
    rows = await scored();
    process.stdout.write(table(rows));
  });

  it('look at enough of them, and each rule that speaks has a figure', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(1000);
    expect(new Set(CASES.map(({ title }) => title)).size).toBe(CASES.length);
    const known = new Set(Object.keys(MEASURED).map((rule) => ROW[rule] ?? rule));
    expect(rows.map(([rule]) => rule)).toEqual([...known].toSorted());
  });

  it('have labels for each rule that a run looks at by itself', () => {
    const labelled = new Set(
      rows.filter(([, { right, missed }]) => right + missed.length > 0).map(([rule]) => rule),
    );
    // What only --pedantic looks at are conventions, of which few people are sure: their examples do.
    const silent = RULES.filter(
      ({ id, pedantic, needs }) =>
        pedantic === undefined && needs !== 'here' && !labelled.has(ROW[id] ?? id),
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
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

  it('are as good as their table says, which `npm run bench:rules -- --write` writes', () => {
    expect(measuredIn(rows)).toEqual(MEASURED);
  });

  it('are looked at in eight languages each', () => {
    const few = RULES.filter(
      (rule) =>
        isFor(rule, 'rfc-0009') &&
        rule.needs === undefined &&
        rule.pedantic === undefined &&
        !ONCE.has(rule.id) &&
        (rows.find(([id]) => id === (ROW[rule.id] ?? rule.id))?.[1].cases.size ?? 0) < LANGUAGES,
    );
    expect(few.map(({ id }) => id)).toEqual([]);
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

it.each([
  ['that the detector was tuned on', TUNED, 0.99, 0.99],
  ['of kinds that it has seen since', SEEN, 0.99, 0.97],
  ['of kinds that users of other scanners report', FIELD, 0.98, 0.98],
  ['of the same kinds in other words', HELD, 0.98, 0.98],
  ['that it was never changed for', UNSEEN, 0.9, 0.95],
])(
  'credentials in notes that were made up [Y95] are found in those %s',
  async (_, half, precision, recall) => {
    const told = await tellHalf(half);
    const faults = told.flatMap(({ kind, faults: all }) => all.map((text) => `${kind}: ${text}`));
    const figures = figuresOf(told);
    expect(told.length).toBeGreaterThan(60);
    expect(figures.precision, faults.join('\n')).toBeGreaterThanOrEqual(precision);
    expect(figures.recall, faults.join('\n')).toBeGreaterThanOrEqual(recall);
  },
);

describe.each(PARTS)('what was written freely, its %s half', (part) => {
  it('has credentials that are found, and little else is taken for one', async () => {
    const notes = notesOf(part);
    const { precision, recall } = figuresOf(await tellNotes(notes));
    expect(notes.length).toBeGreaterThanOrEqual(140);
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.7);
  });

  it('has workspaces of which little is said that is wrong', async () => {
    const { workspaces, helpful, pedantic, wrong, missed } = await judgedIn(part);
    const all = helpful + pedantic.length + wrong.length;
    expect(workspaces).toBe(20);
    expect(wrong.length / all, wrong.join('\n')).toBeLessThanOrEqual(0.07);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(5);
  });
});
