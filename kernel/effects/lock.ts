/**
 * Locks between kernels: `BEGIN EXCLUSIVE` on a database in the kernel's state. The operating
 * system gives it back when the holder dies, however it dies; a pid file would not.
 */
import { DatabaseSync } from 'node:sqlite';
import { Refusal } from '#lib/spec/refusals.ts';

/** There is nothing to roll back, so no journal is put on the disk: nothing that can fail there, or be left over. */
const TAKE = 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE';
const SQLITE_BUSY = 5;

export class Lock {
  readonly #path: string;
  readonly #database: DatabaseSync;
  #held = false;

  /** Opens the lock at `path` (created if it is missing); `waitMs` is how long `take` waits. Throws STATE_UNUSABLE. */
  constructor(path: string, waitMs: number) {
    this.#path = path;
    try {
      this.#database = new DatabaseSync(path, { timeout: waitMs });
    } catch (error) {
      throw unusable(path, error);
    }
  }

  /** True if the lock is ours now; false if someone else kept it for the whole wait. Throws STATE_UNUSABLE. */
  take(): boolean {
    try {
      this.#database.exec(TAKE);
      this.#held = true;
      return true;
    } catch (error) {
      if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
        return false;
      throw unusable(this.#path, error);
    }
  }

  release(): void {
    if (!this.#held) return;
    this.#held = false;
    // If this fails the lock is given back when the database is closed, at the latest by the end of the process.
    quietly(() => this.#database.exec('ROLLBACK'));
  }

  close(): void {
    this.release();
    quietly(() => this.#database.close());
  }
}

const quietly = (work: () => void): void => {
  try {
    work();
  } catch {
    // see where it is called
  }
};

const unusable = (path: string, error: unknown): unknown =>
  error instanceof Error && 'errcode' in error
    ? new Refusal('STATE_UNUSABLE', { path, reason: error.message })
    : error;
