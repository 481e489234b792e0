/**
 * Sessions that are open now: a note each, and a lock that dies with its kernel. What is left of a
 * kernel that was killed is found by the next boot.
 */
import type { GuardedBy } from '#lib/guard.ts';
import { Lock } from '#kernel/process/lock.ts';
import type { StateHome } from './home.ts';
import { STATE } from './kinds.ts';
import type { isOpenSession } from './shapes.ts';
import { stateOf } from './store.ts';

/** What the mark of an open session says. */
export type OpenSession = GuardedBy<typeof isOpenSession>;

/** Marks a session as open, by a lock that dies with its kernel. */
export class SessionMark {
  readonly #home: StateHome;
  readonly #bootId: string;
  readonly #lock: Lock;
  #session: OpenSession;

  /** Marks a session as open. */
  constructor(home: StateHome, session: OpenSession) {
    this.#home = home;
    this.#bootId = session.bootId;
    this.#lock = lockOf(home, session.bootId);
    this.#lock.take();
    this.#session = session;
    this.update({});
  }

  /** What became known of the session, or changed. Throws STATE_UNUSABLE. */
  update(more: Partial<OpenSession>): void {
    this.#session = { ...this.#session, ...more };
    stateOf(this.#home).write(STATE.openSession, this.#session, this.#bootId);
  }

  /** The session has ended in good order. */
  remove(): void {
    // The note goes first: a note whose lock is free is one of a kernel that died.
    stateOf(this.#home).remove(STATE.openSession, this.#bootId);
    this.#lock.close();
    clear(this.#home, this.#bootId);
  }
}

/** The sessions whose kernels died, oldest first. The caller settles each, then calls `clear`. Throws STATE_UNUSABLE. */
export const crashedSessions = (home: StateHome): readonly OpenSession[] =>
  traces(home)
    .filter((bootId) => isCrashed(home, bootId))
    .flatMap((bootId) => noteOf(home, bootId) ?? [])
    .toSorted(byStart);

const byStart = (one: OpenSession, other: OpenSession): number =>
  one.startedAt < other.startedAt ? -1 : 1;

/** All that a note says is open, also what a killed kernel left, oldest first. Throws STATE_UNUSABLE. */
export const markedSessions = (home: StateHome): readonly OpenSession[] =>
  stateOf(home)
    .keys(STATE.openSession)
    .flatMap((bootId) => noteOf(home, bootId) ?? [])
    .toSorted(byStart);

/** Ids of the transcripts that living kernels write. Throws STATE_UNUSABLE. */
export const openTranscripts = (home: StateHome): readonly string[] =>
  traces(home)
    .filter((bootId) => !isCrashed(home, bootId))
    .flatMap((bootId) => noteOf(home, bootId)?.transcript ?? []);

/** Is a turn running in a session of a living kernel? Throws STATE_UNUSABLE. */
export const isTurnRunning = (home: StateHome): boolean =>
  stateOf(home)
    .keys(STATE.openSession)
    .some((bootId) => noteOf(home, bootId)?.isBusy === true && !isCrashed(home, bootId));

/** Ids of sessions of which there is a note, a lock, or both. */
const traces = (home: StateHome): readonly string[] =>
  stateOf(home).keys(STATE.openSession, STATE.sessionLock);

/** A kernel that died before its note was whole, or after it was removed, left nothing to settle but its traces. */
const noteOf = (home: StateHome, bootId: string): OpenSession | undefined => {
  const note = stateOf(home).read(STATE.openSession, bootId);
  if (note === undefined) clear(home, bootId);
  return note;
};

const lockOf = (home: StateHome, bootId: string): Lock =>
  new Lock(stateOf(home).path(STATE.sessionLock, bootId), 0);

const isCrashed = (home: StateHome, bootId: string): boolean => {
  const lock = lockOf(home, bootId);
  const free = lock.take();
  lock.close();
  return free;
};

/** Removes the mark of a session that has ended. */
export const clear = (home: StateHome, bootId: string): void => {
  stateOf(home).remove(STATE.openSession, bootId);
  stateOf(home).remove(STATE.sessionLock, bootId);
};
