/**
 * Sessions that are open now: a note each, and a lock that dies with its kernel. What is left of a
 * kernel that was killed is found by the next boot.
 */
import { join } from 'node:path';
import type { SessionKind } from '#lib/spec/access.ts';
import { Lock } from '#kernel/effects/lock.ts';
import type { StateHome } from './home.ts';

export interface OpenSession {
  readonly bootId: string;
  readonly kind: SessionKind;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The daily log in which its block stands open; absent while it was still booting. */
  readonly log?: string;
}

const isOpenSession = (value: unknown): value is OpenSession =>
  typeof value === 'object' &&
  value !== null &&
  'bootId' in value &&
  'kind' in value &&
  'startedAt' in value;

const NOTE = /^open-([0-9a-f-]+)\.json$/;

export class SessionMark {
  readonly #home: StateHome;
  readonly #bootId: string;
  readonly #lock: Lock;

  /** Marks a session as open. */
  constructor(home: StateHome, session: OpenSession) {
    this.#home = home;
    this.#bootId = session.bootId;
    this.#lock = new Lock(join(home.path, `open-${session.bootId}.lock`), 0);
    this.#lock.take();
    this.update(session);
  }

  update(session: OpenSession): void {
    this.#home.note(`open-${this.#bootId}.json`, JSON.stringify(session));
  }

  /** The session has ended in good order. */
  remove(): void {
    this.#lock.close();
    clear(this.#home, this.#bootId);
  }
}

/** The sessions whose kernels died, oldest first. The caller settles each, then calls `clear`. */
export const deadSessions = (home: StateHome): readonly OpenSession[] =>
  home.directory
    .names()
    .flatMap((name) => NOTE.exec(name)?.[1] ?? [])
    .filter((bootId) => isDead(home, bootId))
    .flatMap((bootId) => home.readJson(`open-${bootId}.json`, isOpenSession) ?? [])
    .toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1));

const isDead = (home: StateHome, bootId: string): boolean => {
  const lock = new Lock(join(home.path, `open-${bootId}.lock`), 0);
  const free = lock.take();
  lock.close();
  return free;
};

export const clear = (home: StateHome, bootId: string): void => {
  home.remove(`open-${bootId}.json`);
  home.remove(`open-${bootId}.lock`);
};
