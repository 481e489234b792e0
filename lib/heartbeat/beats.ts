/**
 * What is remembered from one heartbeat to the next, and when the next one is: so long after the end of the last. Nothing
 * but the clock makes one due; what could not be done for a busy session stays due, once.
 */
import { CLOCK_SLACK_SECONDS } from '#lib/spec/limits.ts';
import { type GuardedBy, isNumber, isString, objectOf, oneOf, wordOf } from '#lib/guard.ts';
import type { Offset } from '#lib/text/zone-table.ts';
import { type Hours, nextWithin } from './hours.ts';

const isSkipReason = wordOf(
  'not-yet',
  'no-checklist',
  'empty',
  'first-boot',
  'outside-hours',
  'nothing-due',
  'budget',
  'busy',
  'running',
  'no-model',
  'served',
);

/** Why a heartbeat was left out: words that do not change. */
export type SkipReason = GuardedBy<typeof isSkipReason>;

const isOutcome = wordOf('ok', 'said', 'failed', 'died');

/** How a heartbeat that woke the agent ended; `died`: it was killed half-way. */
export type BeatOutcome = GuardedBy<typeof isOutcome>;

const isRan = objectOf(
  { run: isNumber, startedAt: isNumber, endedAt: isNumber, outcome: isOutcome },
  {
    /** Its session, to be read again. */
    session: isString,
    /** The code of a refusal. */
    code: isString,
  },
);

/** One that woke the agent. Times in whole seconds since 1970. */
export type Ran = GuardedBy<typeof isRan>;

const isDaySpent = objectOf({ day: isString, tokens: isNumber, usd: isNumber });

/** What models cost on a day, for heartbeats alone. */
export type DaySpent = GuardedBy<typeof isDaySpent>;

export const isSkipped = objectOf({ at: isNumber, reason: isSkipReason });

/** What is remembered of those that woke the agent. */
export const areRuns = objectOf(
  {
    v: oneOf(1),
    /** How often the agent was woken. */
    runs: isNumber,
  },
  {
    /** The one that is under way, or was when its process was killed. */
    started: objectOf({ run: isNumber, at: isNumber }),
    last: isRan,
    spent: isDaySpent,
  },
);

/** All that is remembered, in three files. */
export interface Beats extends GuardedBy<typeof areRuns> {
  /** How often, as whoever turned it on said; absent: as the settings say. */
  readonly everySeconds?: number;
  /** The one that was left out last. */
  readonly skipped?: GuardedBy<typeof isSkipped>;
}

/** There was none yet. */
export const NO_BEATS: Beats = { v: 1, runs: 0 };

/** Those that put off nothing: the heartbeat stays due. */
const OWED: ReadonlySet<SkipReason> = new Set([
  'not-yet',
  'outside-hours',
  'busy',
  'running',
  'served',
]);

/** When the last cycle ended, also one that was left out or killed; `undefined` if none is known. */
export const lastEnd = ({ last, skipped, started }: Beats, now: number): number | undefined => {
  const ends = [
    last?.endedAt,
    started?.at,
    skipped === undefined || OWED.has(skipped.reason) ? undefined : skipped.at,
  ];
  // A clock that was set back: what lies ahead has not been.
  const past = ends.filter((end) => end !== undefined && end <= now + CLOCK_SLACK_SECONDS);
  return past.length === 0 ? undefined : Math.max(...past.map(Number));
};

/** How often a heartbeat comes, and when it may. */
export interface Rhythm {
  readonly everySeconds: number;
  readonly hours: Hours | undefined;
  readonly offset: Offset;
}

/** So long after the end of the last, whole seconds; not after `now` if it is due already. */
export const dueAt = (
  beats: Beats,
  { everySeconds }: Pick<Rhythm, 'everySeconds'>,
  now: number,
) => {
  const end = lastEnd(beats, now);
  return end === undefined ? now : end + everySeconds;
};

/** When the next one may come: due, and within the hours. */
export const nextAt = (beats: Beats, rhythm: Rhythm, now: number): number => {
  const { hours, offset } = rhythm;
  const due = dueAt(beats, rhythm, now);
  return hours === undefined ? due : nextWithin(hours, Math.max(due, now), offset);
};

/** One was left out. */
export const afterSkip = (beats: Beats, reason: SkipReason, now: number): Beats =>
  reason === 'not-yet' ? beats : { ...beats, skipped: { at: now, reason } };

/** One begins; what was under way before it was killed. */
export const afterStart = (beats: Beats, now: number): Beats => {
  const { runs } = settled(beats);
  return { ...settled(beats), runs: runs + 1, started: { run: runs + 1, at: now } };
};

/** One that was killed half-way counts from its start. */
const settled = (beats: Beats): Beats => {
  const { started, ...rest } = beats;
  if (started === undefined) return beats;
  const { run, at } = started;
  return { ...rest, last: { run, startedAt: at, endedAt: at, outcome: 'died' } };
};

/** How one ended, and what it cost. */
export interface End {
  readonly outcome: Exclude<BeatOutcome, 'died'>;
  readonly session?: string | undefined;
  readonly code?: string | undefined;
  readonly spent: DaySpent;
}

/** The one that is under way has ended. */
export const endBeat = (
  beats: Beats,
  { outcome, session, code, spent }: End,
  now: number,
): Beats => {
  const { started, ...rest } = beats;
  if (started === undefined) return beats;
  const before = beats.spent?.day === spent.day ? beats.spent : { tokens: 0, usd: 0 };
  return {
    ...rest,
    last: {
      run: started.run,
      startedAt: started.at,
      endedAt: now,
      outcome,
      ...(session !== undefined && { session }),
      ...(code !== undefined && { code }),
    },
    spent: {
      day: spent.day,
      tokens: before.tokens + spent.tokens,
      usd: before.usd + spent.usd,
    },
  };
};
