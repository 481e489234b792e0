import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readChecklist } from '#lib/heartbeat/checklist.ts';
import { faultInNames, readChecks, withChecked } from '#lib/heartbeat/checks.ts';
import { dueOf } from '#lib/heartbeat/due.ts';
import { isNothingToTell } from '#lib/heartbeat/turn.ts';
import { forAll } from '#test/support/property.ts';

const NOW = 1_773_478_800;
const state = (lastChecks: unknown, more: object = {}): string =>
  JSON.stringify({ ...more, lastChecks });
const lastIn = (text: string): Readonly<Record<string, number | null>> =>
  Object.fromEntries(readChecks(text, NOW).last);

describe('the times of memory/heartbeat-state.json', () => {
  it('are whole seconds, or null for never [Y76] [Y77]', () => {
    const checks = readChecks(state({ mail: NOW - 60, reading: null, zero: 0 }), NOW);
    expect([Object.fromEntries(checks.last), checks.faults, checks.isBroken]).toEqual([
      { mail: NOW - 60, reading: null, zero: 0 },
      [],
      false,
    ]);
  });

  it('count as never where they are none, which is told [Y78]', () => {
    const { last, faults } = readChecks(
      state({ a: NOW + 3600, b: NOW * 1000, c: 1.5, d: '1773478800', e: -1, f: [], ok: NOW + 5 }),
      NOW,
    );
    expect(Object.fromEntries(last)).toEqual({
      a: null,
      b: null,
      c: null,
      d: null,
      e: null,
      f: null,
      ok: NOW + 5,
    });
    expect(faults.map(({ name, is }) => `${name} ${is}`)).toEqual([
      'a in the future',
      'b in milliseconds',
      'c no whole number',
      'd no whole number',
      'e no whole number',
      'f no whole number',
    ]);
  });

  it.each([
    [
      'torn in a number',
      `{"lastChecks": {"mail": ${NOW - 9},\n "calendar": 17734`,
      { mail: NOW - 9 },
    ],
    ['with a comma too many', `{"lastChecks": {"mail": ${NOW - 9},}}`, { mail: NOW - 9 }],
    ['of another program', '["mail"]', {}],
    ['empty', '', {}],
    ['times without their object', `{"mail": ${NOW - 9}}`, { mail: NOW - 9 }],
    ['a list', '{"lastChecks": ["mail"]}', {}],
  ])('are read from a broken file: %s [Y75]', (_, text, kept) => {
    expect([lastIn(text), readChecks(text, NOW).isBroken]).toEqual([kept, true]);
  });

  it('are written in whole seconds, beside what is there [Y76] [Y79]', () => {
    const before = state({ mail: 5, 'Reading list': null }, { cadence: { mail: '2h' } });
    const text = withChecked(before, ['reading_list', 'Ебі 🎣', '__proto__'], NOW, []) ?? '';
    expect(JSON.parse(text)).toEqual({
      cadence: { mail: '2h' },
      lastChecks: JSON.parse(`{"mail":5,"Reading list":${NOW},"Ебі 🎣":${NOW},"__proto__":${NOW}}`),
    });
    expect(withChecked(undefined, ['mail'], NOW, [])).toBe(
      `{\n  "lastChecks": {\n    "mail": ${NOW}\n  }\n}\n`,
    );
    expect(withChecked('{"lastChecks": {"a": 7, "b', ['b'], NOW, [])).toContain('"a": 7');
  });

  it('survive a round whatever the names [Y79]', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    forAll(fc.uniqueArray(name, { minLength: 1, maxLength: 20 }), (names) => {
      fc.pre(names.every((one) => one.trim() !== ''));
      const { last, isBroken, faults } = readChecks(
        withChecked(undefined, names, NOW, names) ?? '',
        NOW,
      );
      expect([isBroken, faults]).toEqual([false, []]);
      expect([...last.values()].every((time) => time === NOW)).toBe(true);
      expect(dueOf(readChecklist(''), readChecks(state({}), NOW), NOW)).toEqual([]);
    });
  });

  it('are read from anything', () => {
    forAll(fc.string({ maxLength: 300 }), (text) => {
      for (const time of readChecks(`{"lastChecks": {"a": 1, ${text}`, NOW).last.values())
        expect(time === null || Number.isSafeInteger(time)).toBe(true);
    });
  });

  it('do not grow for ever', () => {
    const many = Array.from({ length: 501 }, (_, index) => `check ${index}`);
    expect(withChecked(undefined, many, NOW, [])).toBeUndefined();
    const full = withChecked(undefined, many.slice(1), NOW, []) ?? '';
    expect(withChecked(full, ['one more'], NOW, many)).toBeUndefined();
    expect(withChecked(full, ['check 7'], NOW, [])).toBe(full);
    // Names that HEARTBEAT.md has no more make room for those that it has.
    const last = lastIn(withChecked(full, ['mail'], NOW + 1, ['check 8']) ?? '');
    expect(Object.keys(last)).toHaveLength(500);
    expect(last).toMatchObject({ mail: NOW + 1, 'check 8': NOW });
    expect(last).not.toHaveProperty('check 1');
  });

  it('are asked for by names that stand in the list, however they are spelt', () => {
    const listed = ['mail', 'Reading list', '名前'];
    for (const names of [['mail'], ['MAIL', 'reading_list'], ['reading-list'], [' 名前 ']])
      expect(faultInNames(names, listed)).toBeUndefined();
    for (const names of [[], [''], [' '], ['mails'], ['mail', 'a'], ['mail\nmail'], ['__proto__']])
      expect(faultInNames(names, listed)).toMatch(/check/);
  });
});

describe('what is due', () => {
  const list = readChecklist('- mail (every 2h)\n- calendar (daily)\n- [ ] Say hello\n');
  const due = (checks: unknown): readonly unknown[] =>
    dueOf(list, readChecks(state(checks), NOW), NOW).map(({ name }) => name);

  it('is what never ran, what has had its time, and what has none [Y77]', () => {
    expect(due({})).toEqual(['mail', 'calendar', 'Say hello']);
    expect(due({ mail: NOW - 7199, calendar: NOW - 86_400 })).toEqual(['calendar', 'Say hello']);
    expect(due({ mail: NOW - 7200, CALENDAR: NOW })).toEqual(['mail', 'Say hello']);
    expect(due({ mail: NOW * 1000, calendar: NOW + 9999 })).toEqual([
      'mail',
      'calendar',
      'Say hello',
    ]);
  });

  it('is the same check in whatever spelling', () => {
    const checks = readChecks(state({ reading_list: NOW }), NOW);
    expect(dueOf(readChecklist('- Reading list (daily)\n'), checks, NOW)).toEqual([]);
  });

  it('is also what the state alone knows and says has never run [Y77]', () => {
    expect(due({ mail: NOW, calendar: null, weather: null, old: NOW })).toEqual([
      'calendar',
      'Say hello',
      'weather',
    ]);
  });
});

describe('the answer of a heartbeat', () => {
  it.each(['HEARTBEAT_OK', ' **HEARTBEAT_OK**\n', '`HEARTBEAT_OK`.', '', '\n'])(
    'is nothing to tell: %j',
    (said) => {
      expect(isNothingToTell(said)).toBe(true);
    },
  );

  it.each([
    'HEARTBEAT_OK, but the pump is off.',
    'Mail from Ada.',
    'HEARTBEAT_OK HEARTBEAT_OK',
    'OK',
  ])('is told: %j', (said) => {
    expect(isNothingToTell(said)).toBe(false);
  });
});
