/** What became of a heartbeat, for people and for programs. */
import { afterSkip, nextAt, type SkipReason } from '#lib/heartbeat/beats.ts';
import type { HeartbeatFacts } from '#lib/heartbeat/decide.ts';
import { harmless, print, printError, printFrame } from '#cli/io/terminal.ts';

/** The frame of `--json`: one for each heartbeat. */
export type HeartbeatFrame =
  | {
      readonly event: 'heartbeat';
      readonly outcome: 'skipped';
      readonly reason: SkipReason;
      readonly why: string;
      /** When the next one may come; ISO 8601, UTC. */
      readonly next: string;
    }
  | {
      readonly event: 'heartbeat';
      readonly outcome: 'ok' | 'said' | 'failed';
      readonly run: number;
      readonly session: string;
      /** What the human should hear; absent for nothing. */
      readonly text?: string;
      /** Why the command of the settings (heartbeat.tell) did not hear it. */
      readonly unheard?: string;
    };

/** The frame of one that was left out. */
export const frameOf = (
  { reason, why }: { readonly reason: SkipReason; readonly why: string },
  facts: HeartbeatFacts,
): HeartbeatFrame => {
  const { beats, now } = facts;
  const next = nextAt(afterSkip(beats, reason, now), facts, now);
  return { event: 'heartbeat', outcome: 'skipped', reason, why, next: isoOf(next) };
};

/** ISO 8601, UTC. */
export const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Tells it. Quiet: of one that was left out nothing, since nobody asked. */
export const reportHeartbeat = (
  frame: HeartbeatFrame,
  { json, isQuiet }: { readonly json: boolean; readonly isQuiet: boolean },
): void => {
  if (json) printFrame(frame);
  else if (frame.outcome === 'skipped') {
    if (!isQuiet) print(`Left out: ${harmless(frame.why)}\n`);
  } else if (frame.text !== undefined) {
    print(`${harmless(frame.text)}\n`);
    if (frame.unheard !== undefined)
      printError(`heartbeat.tell did not hear it: ${harmless(frame.unheard)}\n`);
  } else if (!isQuiet) print(`Heartbeat ${frame.run}: nothing to tell.\n`);
};
