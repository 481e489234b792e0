/** The lock under which one kernel at a time writes to a workspace: taken at once, or by those who wait, one after the other. */
import { join } from 'node:path';
import { WRITE_LOCK_WAIT_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Synchronous } from '#kernel/gate/ports.ts';
import type { Exclusively } from '#kernel/memory/daily-log.ts';
import { Lock } from '#kernel/process/lock.ts';
import type { StateHome } from '#kernel/state/home.ts';

export class WriteLock {
  readonly lock: Lock;
  /** How many calls are inside each other now. */
  #depth = 0;
  /** Settles when nobody of those who came so far waits any more. */
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Throws STATE_UNUSABLE. */
  constructor(home: Pick<StateHome, 'path'>) {
    this.lock = new Lock(join(home.path, 'write.lock'), WRITE_LOCK_WAIT_MS);
  }

  /** Runs `work` with the lock; the process stands still until it has it. Throws WORKSPACE_WRITING. */
  readonly exclusively: Exclusively = (work) => {
    if (this.#depth === 0 && !this.lock.take()) throw tooLate();
    return this.#run(work);
  };

  /**
   * The same where the process goes on meanwhile: at once if the lock is free and nobody waits, else in the order of the
   * calls. Throws WORKSPACE_WRITING, INTERRUPTED where `signal` ends the waiting, and what `work` throws.
   */
  async exclusivelyLater<Value>(signal: AbortSignal, work: Synchronous<Value>): Promise<Value> {
    if (this.#depth > 0) return this.#run(work);
    const turn = this.#waiting === 0 ? this.#take(signal, work) : this.#queue(signal, work);
    this.#waiting += 1;
    this.#last = Promise.allSettled([this.#last, turn]).finally(() => (this.#waiting -= 1));
    return turn;
  }

  async #queue<Value>(signal: AbortSignal, work: Synchronous<Value>): Promise<Value> {
    const since = performance.now();
    if (!signal.aborted) await settledOrAborted(this.#last, signal);
    if (signal.aborted) throw new Refusal('INTERRUPTED', {});
    return this.#take(signal, work, WRITE_LOCK_WAIT_MS - (performance.now() - since));
  }

  async #take<Value>(
    signal: AbortSignal,
    work: Synchronous<Value>,
    waitMs?: number,
  ): Promise<Value> {
    const done = await this.lock.takeLater(signal, () => ({ value: this.#run(work) }), waitMs);
    if (done !== undefined) return done.value;
    throw signal.aborted ? new Refusal('INTERRUPTED', {}) : tooLate();
  }

  /** The lock is ours. */
  #run<Value>(work: () => Value): Value {
    this.#depth += 1;
    try {
      return work();
    } finally {
      this.#depth -= 1;
      if (this.#depth === 0) this.lock.release();
    }
  }
}

/** For what is done however long it takes to come to it: the end of a session is written down also after an interruption. */
export const untilDone = (): AbortSignal => new AbortController().signal;

const settledOrAborted = (work: Promise<unknown>, signal: AbortSignal): Promise<unknown> => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  signal.addEventListener('abort', resolve, { once: true });
  void work.then(resolve);
  return promise.finally(() => signal.removeEventListener('abort', resolve));
};

const tooLate = (): Refusal =>
  new Refusal('WORKSPACE_WRITING', { seconds: WRITE_LOCK_WAIT_MS / 1000 });
