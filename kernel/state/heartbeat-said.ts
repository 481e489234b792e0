/** What heartbeats said, kept in the state for their human: the last few, told in main sessions alone (RFC-0009 §2.7, §3.2). */
import { HEARTBEAT_SAID_CHARS, HEARTBEAT_SAID_MAX } from '#lib/spec/limits.ts';
import type { GuardedBy } from '#lib/guard.ts';
import type { StateHome } from './home.ts';
import { STATE } from './kinds.ts';
import type { areSaid } from './shapes.ts';
import { stateOf } from './store.ts';

/** One word of a heartbeat to its human. */
export type HeartbeatMessage = GuardedBy<typeof areSaid>[number];

/** All that is kept, the oldest first. Throws STATE_UNUSABLE. */
export const readSaid = (home: StateHome): readonly HeartbeatMessage[] =>
  stateOf(home).read(STATE.said) ?? [];

/** Keeps one more, and lets go of the oldest. Throws STATE_UNUSABLE. */
export const keepSaid = (home: StateHome, said: Omit<HeartbeatMessage, 'isTold'>): void => {
  const text = said.text.slice(0, HEARTBEAT_SAID_CHARS);
  const all = [...readSaid(home), { ...said, text, isTold: false }];
  stateOf(home).write(STATE.said, all.slice(-HEARTBEAT_SAID_MAX));
};

/** What no session has shown yet; it counts as told from now on. Throws STATE_UNUSABLE. */
export const takeUntoldMessages = (home: StateHome): readonly HeartbeatMessage[] => {
  const all = readSaid(home);
  const untold = all.filter(({ isTold }) => !isTold);
  if (untold.length > 0)
    stateOf(home).write(
      STATE.said,
      all.map(({ run, at, text }): HeartbeatMessage => ({ run, at, text, isTold: true })),
    );
  return untold;
};
