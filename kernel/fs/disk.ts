/**
 * The system calls on files that the kernel makes, one by one: the only import of node:fs.
 * Everything is synchronous on the main thread, so the order in the source is the order on disk.
 * Passed in wherever it is used, so that a test can make the n-th call fail.
 */
import {
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  opendirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import type { AnyRefusal } from '#lib/spec/refusal.ts';

/** What lstat and fstat say, in whole numbers of nanoseconds and bytes. */
export type Stat = BigIntStats;

/** The calls on files that the kernel makes, handed in so that a test can fail each of them. */
export interface Disk {
  /** Throws with `code` on every failure. */
  readonly open: (path: string, flags: number, mode?: number) => number;
  readonly close: (fd: number) => void;
  readonly fstat: (fd: number) => Stat;
  /** `undefined` means ENOENT and nothing else: every other error throws. */
  readonly lstat: (path: string) => Stat | undefined;
  /** Reads at `position`; returns the number of bytes, 0 at the end. */
  readonly read: (fd: number, into: Uint8Array, offset: number, position: number) => number;
  /** One write(2); may be short. */
  readonly write: (fd: number, bytes: Uint8Array) => number;
  readonly fsync: (fd: number) => void;
  readonly ftruncate: (fd: number, bytes: number) => void;
  readonly fchmod: (fd: number, mode: number) => void;
  readonly fchown: (fd: number, uid: number, gid: number) => void;
  readonly rename: (from: string, to: string) => void;
  /** Gives a file a second name; throws EEXIST where there is something of that name. */
  readonly link: (path: string, name: string) => void;
  readonly unlink: (path: string) => void;
  readonly mkdir: (path: string, mode: number) => void;
  readonly rmdir: (path: string) => void;
  readonly readdir: (path: string) => string[];
  /** So many of the names in a folder at most. */
  readonly firstNames: (path: string, most: number) => string[];
  /** The names in a folder, each with whether it is a directory and no link to one. */
  readonly entries: (path: string) => readonly { name: string; isDirectory: boolean }[];
  readonly readlink: (path: string) => string;
  readonly realpath: (path: string) => string;
}

const NAMES_AT_ONCE = 128;

/** The disk of this machine. */
export const disk: Disk = {
  open: (path, flags, mode) => openSync(path, flags, mode),
  close: (fd) => closeSync(fd),
  fstat: (fd) => fstatSync(fd, { bigint: true }),
  lstat: (path) => lstatSync(path, { bigint: true, throwIfNoEntry: false }),
  read: (fd, into, offset, position) =>
    readSync(fd, into, offset, into.byteLength - offset, position),
  write: (fd, bytes) => writeSync(fd, bytes),
  fsync: (fd) => fsyncSync(fd),
  ftruncate: (fd, bytes) => ftruncateSync(fd, bytes),
  fchmod: (fd, mode) => fchmodSync(fd, mode),
  fchown: (fd, uid, gid) => fchownSync(fd, uid, gid),
  rename: (from, to) => renameSync(from, to),
  link: (path, name) => linkSync(path, name),
  unlink: (path) => unlinkSync(path),
  mkdir: (path, mode) => mkdirSync(path, { mode }),
  rmdir: (path) => rmdirSync(path),
  readdir: (path) => readdirSync(path),
  firstNames: (path, most) => {
    const folder = opendirSync(path, { bufferSize: Math.min(most, NAMES_AT_ONCE) });
    try {
      const names: string[] = [];
      for (
        let entry = folder.readSync();
        entry !== null && names.length < most;
        entry = folder.readSync()
      )
        names.push(entry.name);
      return names;
    } finally {
      folder.closeSync();
    }
  },
  entries: (path) =>
    readdirSync(path, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      isDirectory: entry.isDirectory(),
    })),
  readlink: (path) => readlinkSync(path),
  realpath: (path) => realpathSync.native(path),
};

/** O_NOFOLLOW: a symbolic link in the last place fails; O_NONBLOCK: a FIFO does not hang. */
export const OPEN = {
  read: constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  /** For files of the owner's, which may be links. */
  follow: constants.O_RDONLY | constants.O_NONBLOCK,
  directory: constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_DIRECTORY,
  create: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
  ifMissing: constants.O_CREAT,
  note: constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW,
  append: constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK,
} as const;

/** The error code of a failed system call (`EACCES`); `undefined` for a refusal made further down, or a bug. */
export const errnoOf = (error: unknown): string | undefined => {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
};

/** What to throw for `error`: a refusal if a system call failed; else itself, for a bug is no fault of the machine. */
export const asRefusal = (error: unknown, refusal: (errno: string) => AnyRefusal): unknown => {
  const errno = errnoOf(error);
  return errno === undefined ? error : refusal(errno);
};

/** A failure that the kernel finds itself, with the code that a system call would give it. */
export const systemError = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code });

/** For a descriptor whose work is done: nothing is lost if its close fails. */
export const closeQuietly = (on: Disk, fd: number): void => {
  try {
    on.close(fd);
  } catch {
    // see above
  }
};
