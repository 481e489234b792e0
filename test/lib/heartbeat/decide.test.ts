/** Heartbeats by a simulated clock: years of cycles, machines that sleep, clocks that are set, sessions that are busy. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { offsetIn } from '#kernel/process/zone.ts';
import {
  endBeat,
  afterSkip,
  afterStart,
  type Beats,
  lastEnd,
  NO_BEATS,
  nextAt,
  type SkipReason,
} from '#lib/heartbeat/beats.ts';
import { type Checklist, readChecklist } from '#lib/heartbeat/checklist.ts';
import { NO_CHECKS } from '#lib/heartbeat/checks.ts';
import { decideHeartbeat, explainHeartbeat, type HeartbeatFacts } from '#lib/heartbeat/decide.ts';
import { type Hours, hoursIn, isInHours, minuteOf, nextWithin } from '#lib/heartbeat/hours.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const EVERY = 30 * MINUTE;
const TICK = 5 * MINUTE;
const START = Date.parse('2026-01-01T00:00:00Z') / 1000;
const BERLIN = offsetIn('Europe/Berlin');
const UTC = (): number => 0;

const facts = (more: Partial<HeartbeatFacts> = {}): HeartbeatFacts => ({
  now: START,
  byClock: true,
  everySeconds: EVERY,
  hours: undefined,
  offset: UTC,
  beats: NO_BEATS,
  checklist: readChecklist('- mail\n'),
  checks: NO_CHECKS,
  isUnborn: false,
  purses: [],
  isBusy: false,
  ...more,
});

const reasonOf = (more: Partial<HeartbeatFacts>): SkipReason | 'wakes' => {
  const decision = decideHeartbeat(facts(more));
  return decision.wakes ? 'wakes' : decision.reason;
};

describe('a heartbeat is left out', () => {
  const checklist = readChecklist('- mail (every 2h)\n');

  it.each<[SkipReason | 'wakes', Partial<HeartbeatFacts>]>([
    ['wakes', {}],
    ['no-checklist', { checklist: undefined }],
    ['empty', { checklist: readChecklist('<!-- - mail -->') }],
    ['first-boot', { isUnborn: true }],
    ['outside-hours', { hours: { from: 60, to: 120 } }],
    [
      'nothing-due',
      { checklist, checks: { ...NO_CHECKS, last: new Map([['mail', START - HOUR]]) } },
    ],
    ['wakes', { checklist, checks: { ...NO_CHECKS, last: new Map([['mail', null]]) } }],
    ['budget', { purses: [{ of: 'of today', tokens: 9, usd: 0, mostTokens: 9 }] }],
    ['budget', { purses: [{ of: 'of today', tokens: 0, usd: 1.5, mostUsd: 1 }] }],
    ['wakes', { purses: [{ of: 'of today', tokens: 8, usd: 9, mostTokens: 9 }] }],
    ['busy', { isBusy: true }],
    ['not-yet', { beats: { ...NO_BEATS, skipped: { at: START - EVERY + 1, reason: 'empty' } } }],
    ['wakes', { beats: { ...NO_BEATS, skipped: { at: START - EVERY, reason: 'empty' } } }],
    ['wakes', { beats: { ...NO_BEATS, skipped: { at: START - 1, reason: 'busy' } } }],
    ['wakes', { beats: { ...NO_BEATS, skipped: { at: START - 1, reason: 'running' } } }],
    ['wakes', { byClock: false, beats: { ...NO_BEATS, skipped: { at: START, reason: 'empty' } } }],
    ['wakes', { beats: { ...NO_BEATS, skipped: { at: START + DAY, reason: 'empty' } } }],
  ])('%s', (reason, more) => {
    expect(reasonOf(more)).toBe(reason);
  });

  it('for the first reason, and tells all of them', () => {
    const all = facts({ checklist: undefined, isBusy: true });
    expect(decideHeartbeat(all)).toMatchObject({ wakes: false, reason: 'no-checklist' });
    const stopping = explainHeartbeat(all).flatMap(({ reason, why }) =>
      why === undefined ? [] : [reason],
    );
    expect(stopping).toEqual(['no-checklist', 'busy']);
    // What is in a list that is not there, nobody can say.
    const asked = explainHeartbeat(all).map(({ reason }) => reason);
    expect(asked).not.toContain('empty');
    expect(asked).not.toContain('nothing-due');
  });
});

describe('active hours', () => {
  it('are read', () => {
    expect(hoursIn('08:00-22:30')).toEqual({ from: 480, to: 1350 });
    expect(hoursIn('22:00-06:00')).toEqual({ from: 1320, to: 360 });
    expect(hoursIn('00:00-24:00')).toEqual({ from: 0, to: 1440 });
    for (const text of ['', '8-22', '08:00', '25:00-26:00', '08:00-08:00', '08:60-09:00'])
      expect(hoursIn(text)).toBeUndefined();
  });

  it('end before their last minute', () => {
    const day: Hours = { from: 480, to: 1350 };
    expect([479, 480, 1349, 1350].map((minute) => isInHours(day, minute))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('go over midnight', () => {
    const night = { from: 22 * 60, to: 6 * 60 };
    expect([23 * 60, 0, 359].every((minute) => isInHours(night, minute))).toBe(true);
    expect([360, 12 * 60, 1319].some((minute) => isInHours(night, minute))).toBe(false);
  });

  it('open later on a day that skips the hour', () => {
    // 02:00 to 03:00 is not there on 29 March 2026.
    const hours = { from: 150, to: 165 };
    const before = Date.parse('2026-03-29T00:59:00Z') / 1000;
    const next = nextWithin(hours, before, BERLIN);
    expect(new Date(next * 1000).toISOString()).toBe('2026-03-30T00:30:00.000Z');
    const twice = Date.parse('2026-10-25T00:10:00Z') / 1000;
    expect(nextWithin(hours, twice, BERLIN) - twice).toBe(20 * MINUTE);
  });
});

/** What happens to a machine, in seconds from the start. */
interface World {
  readonly days: number;
  readonly hours: Hours | undefined;
  readonly offset: (ms: number) => number;
  readonly asleep: readonly Interval[];
  readonly busy: readonly Interval[];
  /** Nothing stands in HEARTBEAT.md. */
  readonly empty: readonly Interval[];
  /** How long a turn takes; 0: it is killed. */
  readonly takes: readonly number[];
  /** The clock shows so much more from then on. */
  readonly set: readonly { readonly at: number; readonly by: number }[];
}

interface Interval {
  readonly from: number;
  readonly to: number;
}

interface Run {
  readonly began: number;
  readonly ended: number;
  readonly shown: number;
}

const FULL = readChecklist('- mail\n');
const EMPTY = readChecklist('# Nothing\n- [ ]\n');
const within = (all: readonly Interval[], at: number): boolean =>
  all.some(({ from, to }) => at >= from && at < to);

/** Ticks a world through; calls `seen` at each. */
const live = (
  world: World,
  seen: (tick: {
    readonly at: number;
    readonly now: number;
    readonly before: Beats;
    readonly reason: SkipReason | 'wakes';
  }) => void = () => undefined,
): readonly Run[] => {
  const runs: Run[] = [];
  let beats: Beats = NO_BEATS;
  for (let at = 0; at < world.days * DAY; at += TICK) {
    if (within(world.asleep, at)) continue;
    const shift = world.set.findLast((one) => one.at <= at)?.by ?? 0;
    const now = START + at + shift;
    const checklist: Checklist = within(world.empty, at) ? EMPTY : FULL;
    const isBusy = within(world.busy, at);
    const { hours, offset } = world;
    const decision = decideHeartbeat(facts({ now, beats, checklist, isBusy, hours, offset }));
    seen({ at, now, before: beats, reason: decision.wakes ? 'wakes' : decision.reason });
    if (!decision.wakes) {
      beats = afterSkip(beats, decision.reason, now);
      continue;
    }
    const takes = world.takes[runs.length % world.takes.length] ?? 60;
    beats = afterStart(beats, now);
    if (takes > 0) {
      const spent = { day: '2026-01-01', tokens: 1, usd: 0 };
      beats = endBeat(beats, { outcome: 'ok', spent }, now + takes);
    }
    runs.push({ began: at, ended: at + takes, shown: now });
    at += Math.floor(takes / TICK) * TICK;
  }
  return runs;
};

const QUIET: World = {
  days: 365,
  hours: undefined,
  offset: BERLIN,
  asleep: [],
  busy: [],
  empty: [],
  takes: [70],
  set: [],
};

describe('a year of heartbeats', () => {
  it('wakes nobody while the list is empty [Y70]', () => {
    expect(live({ ...QUIET, empty: [{ from: 0, to: 366 * DAY }] })).toEqual([]);
  });

  it('comes so long after the end of the last, not after its beginning', () => {
    const runs = live({ ...QUIET, takes: [10 * MINUTE] });
    expect(new Set(runs.slice(1).map(({ began }, at) => began - (runs[at]?.ended ?? 0)))).toEqual(
      new Set([EVERY]),
    );
    expect(runs).toHaveLength(Math.ceil((365 * DAY) / (EVERY + 10 * MINUTE)));
  });

  it('keeps to the hours of its human over both changes of the clock', () => {
    const hours = { from: 8 * 60, to: 22 * 60 };
    const runs = live({ ...QUIET, hours });
    const shown = runs.map(({ shown: now }) => minuteOf(now, BERLIN));
    expect(shown.every((minute) => isInHours(hours, minute))).toBe(true);
    // The first of each day comes when the hours begin.
    expect(shown.filter((minute) => minute < 8 * 60 + 5)).toHaveLength(365);
  });
});

const interval = (days: number, longest: number): fc.Arbitrary<Interval> =>
  fc
    .tuple(fc.integer({ min: 0, max: days * DAY }), fc.integer({ min: MINUTE, max: longest }))
    .map(([from, length]) => ({ from, to: from + length }));

const DAYS = 14;
const worlds: fc.Arbitrary<World> = fc.record({
  days: fc.constant(DAYS),
  hours: fc.constantFrom(undefined, { from: 480, to: 1320 }, { from: 1320, to: 360 }),
  offset: fc.constantFrom(UTC, BERLIN),
  asleep: fc.array(interval(DAYS, DAY), { maxLength: 12 }),
  busy: fc.array(interval(DAYS, 4 * HOUR), { maxLength: 20 }),
  empty: fc.array(interval(DAYS, DAY), { maxLength: 4 }),
  takes: fc.array(fc.integer({ min: 0, max: HOUR }), { minLength: 1, maxLength: 8 }),
  set: fc
    .array(
      fc.record({
        at: fc.integer({ min: 0, max: DAYS * DAY }),
        by: fc.integer({ min: -2 * DAY, max: 2 * DAY }),
      }),
      { maxLength: 3 },
    )
    .map((all) => all.toSorted((one, other) => one.at - other.at)),
});

describe('whatever happens to the machine', () => {
  it('a heartbeat comes when it is due and nothing stops it, and else does not', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const runs = live(world, ({ at, now, before, reason }) => {
          const { hours, offset } = world;
          const end = lastEnd(before, now);
          const isDue = end === undefined || now - end >= EVERY;
          const isOpen = hours === undefined || isInHours(hours, minuteOf(now, offset));
          const isFree = !within(world.busy, at) && !within(world.empty, at);
          expect(reason === 'wakes').toBe(isDue && isOpen && isFree);
        });
        // However often it was due while something stopped it, it comes once.
        const pauses = runs.slice(1).flatMap(({ began }, index) => {
          const { began: before = 0, ended = 0 } = runs[index] ?? {};
          const isSet = world.set.some(({ at }) => at > before - TICK && at <= began);
          return isSet ? [] : [began - ended];
        });
        expect(Math.min(EVERY, ...pauses)).toBe(EVERY);
      }),
      { numRuns: 40 },
    );
  });

  it('one that waited for a busy session, or for a machine that slept, comes at the first look after it', () => {
    const gap = { from: 10 * HOUR, to: 13 * HOUR };
    for (const what of ['busy', 'asleep'] as const) {
      const runs = live({ ...QUIET, days: 1, [what]: [gap] });
      const after = runs.filter(({ began }) => began >= gap.from).map(({ began }) => began);
      expect(after.slice(0, 2)).toEqual([gap.to, gap.to + EVERY + TICK]);
    }
  });

  it('one that was killed counts from its beginning', () => {
    const runs = live({ ...QUIET, days: 1, takes: [0] });
    expect(runs[1]?.began).toBe(EVERY);
    const { runs: count } = afterStart(afterStart(NO_BEATS, START), START + EVERY);
    expect(count).toBe(2);
  });

  it('the next one is told by what is remembered', () => {
    const rhythm = { everySeconds: EVERY, hours: undefined, offset: UTC };
    const started = afterStart(NO_BEATS, START);
    expect(nextAt(NO_BEATS, rhythm, START)).toBe(START);
    expect(nextAt(started, rhythm, START + 60)).toBe(START + EVERY);
    const spent = { day: '2026-01-01', tokens: 5, usd: 0.25 };
    const ended = endBeat(started, { outcome: 'said', session: 's', spent }, START + 100);
    expect(nextAt(ended, rhythm, START + 200)).toBe(START + 100 + EVERY);
    expect(ended.last).toEqual({
      run: 1,
      startedAt: START,
      endedAt: START + 100,
      outcome: 'said',
      session: 's',
    });
    const again = endBeat(afterStart(ended, START + DAY), { outcome: 'ok', spent }, START + DAY);
    expect(again.spent).toEqual({ day: '2026-01-01', tokens: 10, usd: 0.5 });
  });
});
