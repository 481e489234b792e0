/** Heartbeats that nobody looked for, since the machine slept or nothing ran. One comes in place of all of them. */
import { MISSED_MAX } from '#lib/spec/limits.ts';
import { type Beats, dueAt, lastEnd, type Rhythm } from './beats.ts';
import { isInHours, minuteOf } from './hours.ts';

/** What is told of them, once. */
export interface Missed {
  /** Beside the one that comes now; `MISSED_MAX` at most. */
  readonly count: number;
  /** When the first was due, in whole seconds since 1970. */
  readonly since: number;
}

/**
 * Those that were due after the last look, the one that comes now left out; `undefined` for none. `lookedAt` is when whoever
 * asks looked last; a look that another process remembered counts, too. Where none has run, none was due.
 */
export const missedSince = (
  beats: Beats,
  rhythm: Rhythm,
  { lookedAt, now }: { readonly lookedAt: number; readonly now: number },
): Missed | undefined => {
  if (lastEnd(beats, now) === undefined) return undefined;
  const { everySeconds, hours, offset } = rhythm;
  const due = dueAt(beats, rhythm, now);
  const from = Math.max(lookedAt, beats.skipped?.at ?? 0);
  const first = due + Math.max(0, Math.floor((from - due) / everySeconds) + 1) * everySeconds;
  const times: number[] = [];
  for (let at = first; at <= now && times.length <= MISSED_MAX; at += everySeconds)
    if (hours === undefined || isInHours(hours, minuteOf(at, offset))) times.push(at);
  const [since] = times;
  const count = times.length - 1;
  return since === undefined || count < 1 ? undefined : { count, since };
};
