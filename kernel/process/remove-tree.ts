/**
 * Removing a folder that strangers have filled, however deep, wide or shut it is. What lies in a folder below the root
 * is brought up into the root first, so that no path is longer than two names, no link on the way is followed, and
 * four descriptors are enough. Each name is looked at once, and none is remembered: the cost grows with their number.
 */
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  opendirSync,
  openSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';

/** `late`: it was given up before the end; otherwise, where it is not removed, what the system said. */
export type Removal = 'removed' | 'late' | { readonly fault: string };

const hasProc = process.platform === 'linux' && existsSync('/proc/self/fd');

/** asm-generic/fcntl.h: a descriptor that stands for a folder, also for one that nobody may read. Node has no name for it. */
const O_PATH = 0o10000000;
const FOLDER = constants.O_DIRECTORY | constants.O_NOFOLLOW;

const NAMES_AT_A_TIME = 64;
/** A listing may leave out names while others go. */
const LISTINGS = 3;
/** How many names go between two looks at the clock, and how long it works before others have their turn. */
const NAMES_PER_LOOK = 64;
const TURN_MS = 20;

/**
 * Removes the folder `root`, which belongs to this user and is no link; what is not there is removed. It works in turns
 * with everything else that waits, and gives up when `isLate` says so: the next call goes on. Never throws.
 */
export const removeTree = async (root: string, isLate: () => boolean): Promise<Removal> => {
  try {
    const removing = Removing.of(root)?.run();
    let since = performance.now();
    while (removing?.next().done === false) {
      if (isLate()) {
        removing.return();
        return 'late';
      }
      if (performance.now() - since < TURN_MS) continue;
      await new Promise((resume) => setImmediate(resume));
      since = performance.now();
    }
    return 'removed';
  } catch (error) {
    return { fault: codeOf(error) };
  }
};

/** Of whatever was thrown: why a folder stays is no reason for anything to end in another way. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
}

class Removing {
  readonly #root: string;
  readonly #fd: number;
  /** What is brought up is called by this and a number: nobody guesses it. */
  readonly #mark = `.${randomUUID()}-`;
  #brought = 0;
  #names = 0;

  private constructor(root: string, fd: number) {
    this.#root = root;
    this.#fd = fd;
  }

  static of(root: string): Removing | undefined {
    // From here on a path is its bytes, one in a character: names need not be text.
    const path = Buffer.from(root).toString('latin1');
    const fd = opened(path);
    if (fd === undefined) return undefined;
    if (fstatSync(fd).uid === process.geteuid?.()) return new Removing(path, fd);
    closeSync(fd);
    throw Object.assign(new Error('it belongs to somebody else'), { code: 'EPERM' });
  }

  /** Yields now and then. Throws what the system throws. */
  *run(): Generator<undefined, void> {
    try {
      for (let listing = 1; ; listing += 1) {
        for (const { name, isFolder } of this.#entries(this.#fd, this.#root)) {
          if (this.#isPause()) yield;
          if (name.startsWith(this.#mark)) continue;
          if (isFolder || !unlinked(this.#at(name))) yield* this.#remove(this.#at(name));
        }
        for (let next = 0; next < this.#brought; next += 1)
          yield* this.#remove(this.#at(`${this.#mark}${next}`));
        if (removed(this.#root, listing)) return;
      }
    } finally {
      closeSync(this.#fd);
    }
  }

  #isPause(): boolean {
    this.#names += 1;
    return this.#names % NAMES_PER_LOOK === 0;
  }

  #at(name: string): string {
    return below(this.#fd, this.#root, name);
  }

  /** Removes a folder of the root: what is in it goes, or comes up. */
  *#remove(folder: string): Generator<undefined, void> {
    for (let listing = 1; ; listing += 1) {
      const fd = opened(folder);
      if (fd === undefined) return;
      try {
        for (const { name, isFolder } of this.#entries(fd, folder)) {
          if (this.#isPause()) yield;
          const path = below(fd, folder, name);
          if (isFolder || !unlinked(path)) this.#bringUp(path);
        }
      } finally {
        closeSync(fd);
      }
      if (removed(folder, listing)) return;
    }
  }

  #bringUp(folder: string): void {
    const place = this.#at(`${this.#mark}${this.#brought}`);
    this.#brought += 1;
    try {
      renameSync(bytes(folder), bytes(place));
    } catch (error) {
      if (codeOf(error) !== 'EACCES') throw error;
      // The entry for its parent is written in a folder that is moved.
      const fd = opened(folder);
      if (fd === undefined) return;
      closeSync(fd);
      renameSync(bytes(folder), bytes(place));
    }
  }

  *#entries(fd: number, path: string): Generator<Entry, void> {
    const listing = opendirSync(bytes(hasProc ? `/proc/self/fd/${fd}/` : path), {
      encoding: 'latin1',
      bufferSize: NAMES_AT_A_TIME,
    });
    try {
      for (let entry = listing.readSync(); entry !== null; entry = listing.readSync())
        yield { name: entry.name, isFolder: entry.isDirectory() };
    } finally {
      listing.closeSync();
    }
  }
}

/** The openat(2) that Node does not have; a plain path where there is no `/proc`. */
const below = (fd: number, path: string, name: string): string =>
  `${hasProc ? `/proc/self/fd/${fd}` : path}/${name}`;

const bytes = (path: string): string | Buffer =>
  /^[\0-\x7f]*$/.test(path) ? path : Buffer.from(path, 'latin1');

/** A folder that this user can list and change from here on; `undefined` where there is none. */
const opened = (path: string): number | undefined => {
  try {
    const fd = openSync(bytes(path), (hasProc ? O_PATH : constants.O_RDONLY) | FOLDER);
    if (hasProc) chmodSync(`/proc/self/fd/${fd}`, 0o700);
    return fd;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

/** False for a folder. */
const unlinked = (path: string): boolean => {
  try {
    unlinkSync(bytes(path));
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return true;
    if (code === 'EISDIR') return false;
    throw error;
  }
};

/** False where another listing may help. */
const removed = (folder: string, listing: number): boolean => {
  try {
    rmdirSync(bytes(folder));
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return true;
    if (code === 'ENOTEMPTY' && listing < LISTINGS) return false;
    throw error;
  }
};
