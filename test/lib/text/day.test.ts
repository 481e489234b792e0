import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyFile, dayBefore, dayOf, isDay } from '#lib/text/day.ts';
import { forAll } from '#test/support/property.ts';

const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const anyDay = fc
  .date({ min: new Date('1970-01-02'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('isDay', () => {
  it.each(['2026-01-31', '2024-02-29', '2000-02-29', '2026-12-31', '9999-12-31'])(
    'says yes to %s',
    (day) => {
      expect(isDay(day)).toBe(true);
    },
  );

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00',
    '2026-01-01\n',
    ' 2026-01-01',
    '+02026-01-01',
    '٢٠٢٦-٠١-٠١',
    'YYYY-MM-DD',
    '',
  ])('says no to %j', (day) => {
    expect(isDay(day)).toBe(false);
  });

  it('says yes to every day of the calendar', () => {
    forAll(anyDay, (day) => {
      expect(isDay(day)).toBe(true);
    });
  });
});

describe('dayBefore', () => {
  it.each([
    ['2026-03-01', '2026-02-28'],
    ['2024-03-01', '2024-02-29'],
    ['2026-01-01', '2025-12-31'],
    // The clocks are changed on these days in Berlin; a day is a day.
    ['2026-03-30', '2026-03-29'],
    ['2026-10-26', '2026-10-25'],
  ])('of %s is %s', (day, before) => {
    expect(dayBefore(day)).toBe(before);
  });

  it('is a day, and 24 hours away', () => {
    forAll(anyDay, (day) => {
      const before = dayBefore(day);
      expect(isDay(before)).toBe(true);
      expect(noonOf(day) - noonOf(before)).toBe(24 * 60 * 60 * 1000);
    });
  });
});

describe('dayOf', () => {
  it('is the inverse of dailyFile', () => {
    expect(dailyFile('2026-01-02')).toBe('memory/2026-01-02.md');
    forAll(anyDay, (day) => {
      expect(dayOf(dailyFile(day))).toBe(day);
    });
  });

  it.each([
    'memory/2026-02-30.md',
    'memory/2026-01-02.MD',
    'memory/2026-01-02.md.bak',
    'memory/2026-01-02.md\n',
    'memory/2026-01-02',
    'memory/archive/2026-01-02.md',
    'memory//2026-01-02.md',
    './memory/2026-01-02.md',
    '/memory/2026-01-02.md',
    'Memory/2026-01-02.md',
    'memory\\2026-01-02.md',
    'x/memory/2026-01-02.md',
    'memory/../2026-01-02.md',
    'memory/2026-01-02xmd',
    'memory/YYYY-MM-DD.md',
    'memory/heartbeat-state.json',
    'MEMORY.md',
    '',
  ])('takes %j for no daily log', (file) => {
    expect(dayOf(file)).toBeUndefined();
  });
});
