/**
 * Whether the agent is woken now (RFC-0009 §2.7): every condition with its reason, in the order in which they are asked.
 * Pure: what it decides by is handed in.
 */
import { type Beats, dueAt, type Rhythm, type SkipReason } from './beats.ts';
import type { Checklist } from './checklist.ts';
import type { Checks } from './checks.ts';
import { type Due, dueOf } from './due.ts';
import { isInHours, minuteOf } from './hours.ts';

/** What was spent of a budget; without a limit there is none. */
export interface Purse {
  /** `of today`, `of heartbeats today`. */
  readonly of: string;
  readonly tokens: number;
  readonly usd: number;
  readonly mostTokens?: number | undefined;
  readonly mostUsd?: number | undefined;
}

/** All that a heartbeat is decided by. */
export interface HeartbeatFacts extends Rhythm {
  /** Whole seconds since 1970. */
  readonly now: number;
  /** The clock asks, and no human: only then can it be too early. */
  readonly byClock: boolean;
  readonly beats: Beats;
  /** HEARTBEAT.md; `undefined` where there is none. */
  readonly checklist: Checklist | undefined;
  readonly checks: Checks;
  /** Bootstrap instructions wait: a first boot has a human. */
  readonly isUnborn: boolean;
  readonly purses: readonly Purse[];
  /** A turn is running in another session of this workspace. */
  readonly isBusy: boolean;
}

/** What became of the question. */
export type HeartbeatDecision =
  | { readonly wakes: true; readonly due: readonly Due[] }
  | { readonly wakes: false; readonly reason: SkipReason; readonly why: string };

interface Condition {
  readonly reason: SkipReason;
  /** What is so when nothing stops it, in words for `--why`. */
  readonly holds: string;
  /** Whether it can be asked at all; always, where this is absent. */
  readonly applies?: (facts: HeartbeatFacts) => boolean;
  /** Why it is left out, as a sentence; `undefined` where this is no reason. */
  readonly stops: (facts: HeartbeatFacts) => string | undefined;
}

const CONDITIONS: readonly Condition[] = [
  {
    reason: 'not-yet',
    holds: 'it is time',
    stops: (facts) =>
      facts.byClock && dueAt(facts.beats, facts, facts.now) > facts.now
        ? 'The next heartbeat is not due yet.'
        : undefined,
  },
  {
    reason: 'no-checklist',
    holds: 'there is a HEARTBEAT.md',
    stops: ({ checklist }) =>
      checklist === undefined ? 'There is no HEARTBEAT.md in this workspace.' : undefined,
  },
  {
    reason: 'empty',
    holds: 'HEARTBEAT.md holds something to do',
    applies: ({ checklist }) => checklist !== undefined,
    stops: ({ checklist }) =>
      checklist?.isEmpty === true
        ? 'HEARTBEAT.md holds nothing to do: comments, headings and empty items at most.'
        : undefined,
  },
  {
    reason: 'first-boot',
    holds: 'the workspace has been born',
    stops: ({ isUnborn }) =>
      isUnborn ? 'The workspace waits for its first boot: yamo boot.' : undefined,
  },
  {
    reason: 'outside-hours',
    holds: 'it is within the active hours',
    stops: ({ hours, now, offset }) =>
      hours === undefined || isInHours(hours, minuteOf(now, offset))
        ? undefined
        : 'It is outside the active hours of the settings (heartbeat.activeHours).',
  },
  {
    reason: 'nothing-due',
    holds: 'a check is due',
    applies: ({ checklist }) => checklist?.isEmpty === false,
    stops: (facts) =>
      dueIn(facts).length === 0 ? 'No check is due: each has run within its time.' : undefined,
  },
  {
    reason: 'budget',
    holds: 'no budget is used up',
    stops: ({ purses }) => purses.map(usedUp).find((text) => text !== undefined),
  },
  {
    reason: 'busy',
    holds: 'no turn is running in another session',
    stops: ({ isBusy }) =>
      isBusy
        ? 'A turn is running in another session; the heartbeat comes when it is over.'
        : undefined,
  },
];

const dueIn = ({ checklist, checks, now }: HeartbeatFacts): readonly Due[] =>
  checklist === undefined ? [] : dueOf(checklist, checks, now);

const usedUp = ({ of, tokens, usd, mostTokens, mostUsd }: Purse): string | undefined => {
  if (mostUsd !== undefined && usd >= mostUsd)
    return `The budget ${of} is used up: $${usd.toFixed(2)} of $${mostUsd.toFixed(2)}.`;
  if (mostTokens !== undefined && tokens >= mostTokens)
    return `The budget ${of} is used up: ${tokens} of ${mostTokens} tokens.`;
  return undefined;
};

/** A condition as it is now. */
export interface Explained {
  readonly reason: SkipReason;
  /** What is so where it stops nothing. */
  readonly holds: string;
  /** Why it stops the heartbeat. */
  readonly why: string | undefined;
}

/** Every condition that can be asked, with what is so now. */
export const explainHeartbeat = (facts: HeartbeatFacts): readonly Explained[] =>
  CONDITIONS.filter(({ applies }) => applies?.(facts) !== false).map(
    ({ reason, holds, stops }) => ({ reason, holds, why: stops(facts) }),
  );

/** The first condition that stops it decides. */
export const decideHeartbeat = (facts: HeartbeatFacts): HeartbeatDecision => {
  for (const { reason, why } of explainHeartbeat(facts))
    if (why !== undefined) return { wakes: false, reason, why };
  return { wakes: true, due: dueIn(facts) };
};
