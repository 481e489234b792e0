/**
 * What is remembered of heartbeats, in files of the kernel's state: what the next one is decided by, and what `--status`
 * shows. Each file has one writer at a time: runs hold the lock, the others are replaced whole.
 */
import { type Beats, NO_BEATS } from '#lib/heartbeat/beats.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { stateOf } from '#kernel/state/store.ts';

/** All that is known; a damaged file is set aside. Throws STATE_UNUSABLE. */
export const readBeats = (home: StateHome): Beats => {
  const state = stateOf(home);
  const runs = state.read(STATE.runs) ?? NO_BEATS;
  const skipped = state.read(STATE.skippedRun);
  const every = state.read(STATE.rhythm);
  return {
    ...runs,
    ...(skipped !== undefined && { skipped }),
    ...(every !== undefined && { everySeconds: every.seconds }),
  };
};

/** Runs, by who holds their lock. Throws STATE_UNUSABLE. */
export const writeRuns = (home: StateHome, beats: Beats): void => {
  const { skipped: _, everySeconds: __, ...runs } = beats;
  stateOf(home).write(STATE.runs, runs);
};

/** The one that was left out last. Throws STATE_UNUSABLE. */
export const writeSkipped = (home: StateHome, { skipped }: Beats): void => {
  if (skipped !== undefined) stateOf(home).write(STATE.skippedRun, skipped);
};

/** How often, as the owner said when they turned it on; `undefined`: as the settings say. Throws STATE_UNUSABLE. */
export const writeEvery = (home: StateHome, seconds: number | undefined): void => {
  if (seconds === undefined) stateOf(home).remove(STATE.rhythm);
  else stateOf(home).write(STATE.rhythm, { seconds });
};
