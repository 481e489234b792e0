/**
 * Locks between kernels: `BEGIN EXCLUSIVE` on a database in the kernel's state. The operating
 * system gives it back when the holder dies, however it dies; a pid file would not.
 */
import { DatabaseSync } from 'node:sqlite';

export class Lock {
  readonly #database: DatabaseSync;
  #held = false;

  /** Opens the lock at `path` (created if it is missing); `waitMs` is how long `take` waits. */
  constructor(path: string, waitMs: number) {
    this.#database = new DatabaseSync(path, { timeout: waitMs });
  }

  /** True if the lock is ours now; false if someone else kept it for the whole wait. */
  take(): boolean {
    try {
      this.#database.exec('BEGIN EXCLUSIVE');
      this.#held = true;
      return true;
    } catch (error) {
      if (error instanceof Error && 'errcode' in error && error.errcode === 5) return false;
      throw error;
    }
  }

  release(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#database.exec('ROLLBACK');
  }

  close(): void {
    this.release();
    this.#database.close();
  }
}
