/** What is told first: a leak, an order, bootstrap instructions that were left (item 2 of the auditor's third look). */
import { describe, expect, it } from 'vitest';

import { amongPhrase, firstOfAll, gravestFirst, isLeak } from '#audit/report/gravest.ts';
import { RULES } from '#audit/engine/rules.ts';
import type { ReportedFinding } from '#audit/report/report.ts';

const finding = (
  rule: string,
  file = 'AGENTS.md',
  level: ReportedFinding['level'] = 'error',
): ReportedFinding => ({
  rule,
  section: '§1',
  level,
  title: 'A rule',
  file,
  found: 'it',
  expected: 'another',
  remedy: 'Mend it.',
  fix: 'none',
  fingerprint: '',
});

const SAFETY = finding('2.2/safety');
const LEFT = finding('4.3/bootstrap-left', 'BOOTSTRAP.md');
const ORDER = finding('4/injected-words', 'memory/2026-03-09.md', 'warning');
const KEY = finding('4.2/provider-key', 'USER.md');
const PASSWORD = finding('4.2/labelled-credential', 'TOOLS.md');

describe('the gravest finding', () => {
  it('comes first, whatever its file is called and however much else is missing', () => {
    expect(gravestFirst([SAFETY, SAFETY, LEFT, ORDER, KEY, PASSWORD])).toEqual([
      KEY,
      PASSWORD,
      ORDER,
      LEFT,
      SAFETY,
      SAFETY,
    ]);
    expect(firstOfAll([SAFETY, LEFT, ORDER, KEY])).toBe(KEY);
    expect(firstOfAll([SAFETY, LEFT, ORDER])).toBe(ORDER);
    expect(firstOfAll([SAFETY, LEFT])).toBe(LEFT);
  });

  it('is none of those where nothing leaks, or where it is a note', () => {
    expect(firstOfAll([SAFETY])).toBeUndefined();
    expect(firstOfAll([finding('4.2/provider-key', 'USER.md', 'note')])).toBeUndefined();
  });

  it('is counted with those of its kind', () => {
    const many = [KEY, PASSWORD, finding('4.2/provider-key', 'TOOLS.md'), SAFETY];
    expect(amongPhrase(KEY.rule, many)).toBe(', the first of 3 keys and passwords in 2 files');
    expect(amongPhrase(ORDER.rule, [ORDER, ORDER])).toBe(', the first of 2 orders in 1 file');
    expect(amongPhrase(KEY.rule, [KEY, SAFETY])).toBe('');
    expect(amongPhrase(SAFETY.rule, [SAFETY, SAFETY])).toBe('');
  });

  it('is of a rule that there is', () => {
    const ids = new Set(RULES.map(({ id }) => id));
    for (const { rule } of [KEY, PASSWORD, ORDER, LEFT]) expect(ids).toContain(rule);
    expect(RULES.filter(({ id }) => isLeak(id))).toHaveLength(3);
  });
});
