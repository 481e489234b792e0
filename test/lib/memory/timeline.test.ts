import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { barOf, type DayOfLog, factsOf, timelineRows, sizeOf } from '#lib/memory/timeline.ts';
import { daysBefore } from '#lib/text/days.ts';

const TODAY = '2026-03-10';

const log = (day: string, more: Partial<DayOfLog> = {}): DayOfLog => ({
  day,
  bytes: 100,
  sessions: 1,
  notes: 2,
  isArchived: false,
  ...more,
});

describe('the rows of a timeline', () => {
  it('are months first, then days, with the days between them', () => {
    const rows = timelineRows(
      [
        log('2026-03-10'),
        log('2026-03-05'),
        log('2026-01-30'),
        log('2026-01-31', { isArchived: true, sessions: 3 }),
      ],
      TODAY,
    );
    expect(rows.map(({ label, gap }) => [label, gap])).toEqual([
      ['2026-01', 0],
      ['2026-03-05', 32],
      ['2026-03-10', 4],
    ]);
    expect(rows[0]).toMatchObject({ logs: 2, archived: 1, bytes: 200, sessions: 4, notes: 4 });
    expect(rows.map(factsOf)).toEqual(['2 logs, 4 sessions, 1 archived', '1 session', '1 session']);
  });

  it('lose no log, whatever the days', () => {
    const days = fc.integer({ min: 0, max: 4000 }).map((ago) => daysBefore(TODAY, ago));
    fc.assert(
      fc.property(fc.uniqueArray(days), fc.integer({ min: 1, max: 400 }), (all, shown) => {
        const rows = timelineRows(
          all.map((day) => log(day)),
          TODAY,
          shown,
        );
        expect(rows.reduce((sum, { logs }) => sum + logs, 0)).toBe(all.length);
        expect(rows.map(({ label }) => label)).toEqual(rows.map(({ label }) => label).toSorted());
      }),
    );
  });
});

describe('a bar', () => {
  it('is as long as its share, and something is never nothing', () => {
    expect(barOf(1, 4)).toBe('████');
    expect(barOf(0.5, 4)).toBe('██');
    expect(barOf(0.000_01, 4)).toBe('▏');
    expect(barOf(0, 4)).toBe('');
  });
});

it('sizes are read by people', () => {
  expect([0, 999, 1000, 1_234_567].map(sizeOf)).toEqual(['0 B', '999 B', '1.0 kB', '1.2 MB']);
});
