/**
 * Sessions that are open now: a note each, and a lock that dies with its kernel. What is left of a
 * kernel that was killed is found by the next boot.
 */
import { join } from 'node:path';
import type { KindName } from '#lib/spec/access.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { isJsonObject } from '#lib/text/json.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { Lock } from '#kernel/process/lock.ts';
import type { StateHome } from './home.ts';

/** What the mark of an open session says. */
export interface OpenSession {
  readonly bootId: string;
  readonly kind: KindName;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The daily log in which its block stands open; absent while it was still booting. */
  readonly log?: string;
  /** Something was said, so that its block stands in that log; without it, it is one line at its end. */
  readonly spoken?: true;
  /** A turn is running: who only comes by the clock waits for its end. */
  readonly isBusy?: boolean;
  /** What was changed in it, as the log will have it. */
  readonly changed?: string;
  /** What is said in it is kept under this id. */
  readonly transcript?: string;
  /** The folder of what its agent kept for itself. */
  readonly scratch?: string;
}

const isOpenSession = (value: unknown): value is OpenSession =>
  isJsonObject(value) && 'bootId' in value && 'kind' in value && 'startedAt' in value;

const TRACE = /^open-([0-9a-f-]+)\.(?:json|lock)$/;

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
    this.#lock = new Lock(join(home.path, `open-${session.bootId}.lock`), 0);
    this.#lock.take();
    this.#session = session;
    this.update({});
  }

  /** What became known of the session, or changed. Throws STATE_UNUSABLE. */
  update(more: Partial<OpenSession>): void {
    this.#session = { ...this.#session, ...more };
    this.#home.note(`open-${this.#bootId}.json`, JSON.stringify(this.#session));
  }

  /** The session has ended in good order. */
  remove(): void {
    // The note goes first: a note whose lock is free is one of a kernel that died.
    this.#home.remove(`open-${this.#bootId}.json`);
    this.#lock.close();
    clear(this.#home, this.#bootId);
  }
}

/** The sessions whose kernels died, oldest first. The caller settles each, then calls `clear`. Throws STATE_UNUSABLE. */
export const crashedSessions = (home: StateHome): readonly OpenSession[] => {
  const traces = namesIn(home).flatMap((name) => TRACE.exec(name)?.[1] ?? []);
  return [...new Set(traces)]
    .filter((bootId) => isCrashed(home, bootId))
    .flatMap((bootId) => noteOf(home, bootId) ?? [])
    .toSorted(byStart);
};

const byStart = (one: OpenSession, other: OpenSession): number =>
  one.startedAt < other.startedAt ? -1 : 1;

/** All that a note says is open, also what a killed kernel left, oldest first. Throws STATE_UNUSABLE. */
export const markedSessions = (home: StateHome): readonly OpenSession[] =>
  namesIn(home)
    .flatMap((name) => (name.endsWith('.json') ? (TRACE.exec(name)?.[1] ?? []) : []))
    .flatMap((bootId) => noteOf(home, bootId) ?? [])
    .toSorted(byStart);

/** Ids of the transcripts that living kernels write. Throws STATE_UNUSABLE. */
export const openTranscripts = (home: StateHome): readonly string[] =>
  namesIn(home)
    .flatMap((name) => TRACE.exec(name)?.[1] ?? [])
    .filter((bootId) => !isCrashed(home, bootId))
    .flatMap((bootId) => noteOf(home, bootId)?.transcript ?? []);

/** Is a turn running in a session of a living kernel? Throws STATE_UNUSABLE. */
export const isTurnRunning = (home: StateHome): boolean =>
  namesIn(home)
    .flatMap((name) => (name.endsWith('.json') ? (TRACE.exec(name)?.[1] ?? []) : []))
    .some((bootId) => noteOf(home, bootId)?.isBusy === true && !isCrashed(home, bootId));

const namesIn = ({ directory, path }: StateHome): readonly string[] => {
  try {
    return directory.names();
  } catch (error) {
    throw asRefusal(error, (reason) => new Refusal('STATE_UNUSABLE', { path, reason }));
  }
};

/** A kernel that died before its note was whole, or after it was removed, left nothing to settle but its traces. */
const noteOf = (home: StateHome, bootId: string): OpenSession | undefined => {
  const text = home.read(`open-${bootId}.json`)?.toString('utf8') ?? '';
  let note: unknown;
  try {
    note = JSON.parse(text);
  } catch {
    note = undefined;
  }
  if (isOpenSession(note)) return note;
  clear(home, bootId);
  return undefined;
};

const isCrashed = (home: StateHome, bootId: string): boolean => {
  const lock = new Lock(join(home.path, `open-${bootId}.lock`), 0);
  const free = lock.take();
  lock.close();
  return free;
};

/** Removes the mark of a session that has ended. */
export const clear = (home: StateHome, bootId: string): void => {
  home.remove(`open-${bootId}.json`);
  home.remove(`open-${bootId}.lock`);
};
