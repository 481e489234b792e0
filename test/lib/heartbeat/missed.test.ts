/** Heartbeats that nobody looked for: how many, since when, and each but once. */
import { expect, it } from 'vitest';

import { offsetIn } from '#kernel/process/zone.ts';
import { type Beats, NO_BEATS } from '#lib/heartbeat/beats.ts';
import { hoursIn } from '#lib/heartbeat/hours.ts';
import { missedSince } from '#lib/heartbeat/missed.ts';
import { MISSED_MAX } from '#lib/spec/limits.ts';

const HOUR = 3600;
const END = Date.parse('2026-10-24T12:00:00Z') / 1000;
const ran = (more: Partial<Beats> = {}): Beats => ({
  ...NO_BEATS,
  last: { run: 1, startedAt: END, endedAt: END, outcome: 'ok' },
  ...more,
});
const missed = (now: number, beats = ran(), lookedAt = 0, hours?: string) =>
  missedSince(
    beats,
    {
      everySeconds: HOUR,
      hours: hours === undefined ? undefined : hoursIn(hours),
      offset: offsetIn('Europe/Berlin'),
    },
    { now, lookedAt },
  );

it.each([
  ['none has ever run', END + 9 * HOUR, NO_BEATS, 0, undefined],
  ['it is not time yet', END + HOUR - 1, ran(), 0, undefined],
  ['the one that comes now', END + HOUR, ran(), 0, undefined],
  ['the one that comes now, late', END + 2 * HOUR - 1, ran(), 0, undefined],
  ['eight, of which one comes', END + 8.5 * HOUR, ran(), 0, { count: 7, since: END + HOUR }],
  ['all were looked for', END + 8.5 * HOUR, ran(), END + 8 * HOUR, undefined],
  [
    'after the last look',
    END + 8.5 * HOUR,
    ran(),
    END + 3 * HOUR,
    { count: 4, since: END + 4 * HOUR },
  ],
  [
    'after one that had to wait',
    END + 8.5 * HOUR,
    ran({ skipped: { at: END + 5 * HOUR, reason: 'busy' } }),
    0,
    { count: 2, since: END + 6 * HOUR },
  ],
  ['a clock that was set back', END - HOUR, ran(), END, undefined],
  ['years', END + 5 * 365 * 24 * HOUR, ran(), 0, { count: MISSED_MAX, since: END + HOUR }],
])('counts where %s', (_what, now, beats, lookedAt, expected) => {
  expect(missed(now, beats, lookedAt)).toEqual(expected);
});

it('counts those within the hours alone, also across a change of the clocks', () => {
  // In Berlin the last ended at 14:00; the night has 25 hours.
  const nine = Date.parse('2026-10-25T08:00:00Z') / 1000;
  expect(missed(nine, ran(), 0, '08:00-17:00')).toEqual({ count: 3, since: END + HOUR });
  expect(missed(nine - HOUR, ran(), 0, '08:00-17:00')).toEqual({ count: 2, since: END + HOUR });
});
