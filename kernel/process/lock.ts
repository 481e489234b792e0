/**
 * Locks between kernels: `BEGIN EXCLUSIVE` on a database in the kernel's state. The operating
 * system gives it back when the holder dies, however it dies; a pid file would not.
 */
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
  statSync,
  truncateSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { errnoOf } from '#kernel/fs/disk.ts';
import { Refusal } from '#lib/spec/refusals.ts';

/** There is nothing to roll back, so no journal is put on the disk: nothing that can fail there, or be left over. */
const TAKE = 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE';
const SQLITE_BUSY = 5;
/** SQLITE_CORRUPT and SQLITE_NOTADB: the file is no database. */
const NO_DATABASE: ReadonlySet<unknown> = new Set([11, 26]);

/** How long a waiting kernel sleeps at first, and after it has waited for a while. */
const FIRST_SLEEP_MS = 2;
const LAST_SLEEP_MS = 0.25;
const WHILE_MS = 20;

export class Lock {
  readonly path: string;
  readonly #waitMs: number;
  readonly #database: DatabaseSync;
  #held = false;
  #wasDamaged = false;
  /** Somebody else had the lock when it was last taken. */
  #contended = false;

  /** Opens the lock at `path` (created if it is missing); `waitMs` is how long `take` waits. Throws STATE_UNUSABLE. */
  constructor(path: string, waitMs: number) {
    this.path = path;
    this.#waitMs = waitMs;
    try {
      create(path);
      // SQLite's own waiting sleeps longer and longer, up to 100 ms, so that whoever has waited longest gets least.
      this.#database = new DatabaseSync(path, { timeout: 0 });
    } catch (error) {
      throw unusable(path, error);
    }
  }

  /** The file was no database and has been emptied. Nothing is lost: a lock holds nothing but the fact that it is taken. */
  get wasDamaged(): boolean {
    return this.#wasDamaged;
  }

  /**
   * True if the lock is ours now; false if others kept it for the whole wait. Nobody is woken when it
   * is given back: all who wait look again and again, those who have waited longest most often, and
   * whoever had to wait for it lets the others look first the next time. Throws STATE_UNUSABLE.
   */
  take(): boolean {
    const looks = this.#looks(this.#waitMs);
    for (;;) {
      const look = looks.next();
      if (look.done === true) return look.value;
      sleep(look.value);
    }
  }

  /**
   * The same without stopping this process meanwhile: `taken` is called in one piece with the look that found the lock
   * free, so that nothing comes in between, and its value is returned; `undefined` if others kept it for `waitMs`, or until
   * `signal` ended the waiting. Throws as `take`, and what `taken` throws.
   */
  async takeLater<Value>(
    signal: AbortSignal,
    taken: () => Value,
    waitMs = this.#waitMs,
  ): Promise<Value | undefined> {
    const looks = this.#looks(waitMs);
    for (;;) {
      const look = looks.next();
      if (look.done === true) return look.value ? taken() : undefined;
      await delay(outOfStep(look.value));
      if (signal.aborted) return undefined;
    }
  }

  /** Looks again and again; yields how many milliseconds to sleep before the next look, and returns whether it is ours. */
  *#looks(waitMs: number): Generator<number, boolean, undefined> {
    // Node takes a millisecond to load this clock: who gets the lock at once does without.
    let begin: number | undefined;
    if (this.#contended) yield FIRST_SLEEP_MS;
    this.#contended = false;
    while (!this.#tryToTake()) {
      this.#contended = true;
      const now = performance.now();
      begin ??= now;
      const waited = now - begin;
      if (waited >= waitMs) return false;
      yield Math.max(LAST_SLEEP_MS, FIRST_SLEEP_MS * (1 - waited / WHILE_MS));
    }
    this.#held = true;
    return true;
  }

  #tryToTake(): boolean {
    try {
      this.#database.exec(TAKE);
      return true;
    } catch (error) {
      const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
      if (code === SQLITE_BUSY) return false;
      if (NO_DATABASE.has(code) && !this.#wasDamaged) return this.#emptied();
      throw unusable(this.path, error);
    }
  }

  /**
   * An empty file is a database, and stays the same file: whoever else has it open, or empties it as well, still
   * contends for one lock. Nobody can hold one that is no database.
   */
  #emptied(): boolean {
    this.#wasDamaged = true;
    try {
      truncateSync(this.path);
    } catch (error) {
      throw unusable(this.path, error);
    }
    return this.#tryToTake();
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

/**
 * Does somebody hold the lock at `path`? It is looked at and not taken where the system lists its locks (proc(5)); one
 * that is not there is held by nobody. Throws STATE_UNUSABLE.
 */
export const isHeld = (path: string): boolean => {
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (file === undefined) return false;
  const listed = listedLocks();
  if (listed?.includes(` ${deviceOf(file)}:${file.ino} `)) return true;
  if (listed?.includes(`:${file.ino} `) === false) return false;
  // Another file system has a lock on the same number, or this one is listed by another device (btrfs, overlays).
  const lock = new Lock(path, 0);
  const isFree = lock.take();
  lock.close();
  return !isFree;
};

/** As the system lists it: major and minor, hexadecimal. */
const deviceOf = ({ dev }: Stats): string =>
  [(dev >>> 8) & 0xfff, (dev & 0xff) | ((dev >>> 12) & 0xfff00)]
    .map((part) => part.toString(16).padStart(2, '0'))
    .join(':');

const listedLocks = (): string | undefined => {
  try {
    return readFileSync('/proc/locks', 'latin1');
  } catch {
    return undefined;
  }
};

const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(4));

const sleep = (ms: number): void => void Atomics.wait(NEVER_WOKEN, 0, 0, outOfStep(ms));

/** About that long, not in step with the others who wait. */
const outOfStep = (ms: number): number => ms * (0.5 + Math.random());

const quietly = (work: () => void): void => {
  try {
    work();
  } catch {
    // see where it is called
  }
};

/**
 * SQLite would make the file as the umask of the caller has it. One that is there is never opened here: to close it would
 * give back the locks of this very process on it (fcntl(2)).
 */
const create = (path: string): void => {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return;
  const { O_CREAT, O_EXCL, O_RDWR } = constants;
  try {
    const fd = openSync(path, O_CREAT | O_EXCL | O_RDWR, PRIVATE);
    fchmodSync(fd, PRIVATE);
    closeSync(fd);
  } catch (error) {
    // Another kernel has made it in between.
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
};

const PRIVATE = 0o600;

const unusable = (path: string, error: unknown): unknown =>
  error instanceof Error && ('errcode' in error || 'syscall' in error)
    ? new Refusal('STATE_UNUSABLE', {
        path,
        reason: errnoOf(error) ?? faultAt(path) ?? error.message,
      })
    : error;

/** Of the reasons for which SQLite only says that it cannot open a file, the one that holds. */
const faultAt = (path: string): string | undefined => {
  try {
    if (statSync(path).isDirectory()) return 'EISDIR';
    accessSync(path, constants.R_OK | constants.W_OK);
    closeSync(openSync('/dev/null', 'r'));
    return undefined;
  } catch (error) {
    return errnoOf(error);
  }
};
