/**
 * Replacing a file so that a crash at any point leaves the old one or the new one, whole:
 * temporary file beside it, all bytes, fsync, size check, rename, fsync of the directory.
 * Libraries for this ignore the count that write(2) returns, and put a truncated file in place of
 * a good one when the disk is full; hence our own.
 */
import { randomBytes } from 'node:crypto';
import { writeAll } from './bytes.ts';
import type { Directory } from './directory.ts';
import { errnoOf, OPEN, type Stat, systemError } from './disk.ts';

const TEMPORARY = /^\..+\.[0-9a-f]{12}\.yamo-tmp$/;

export interface Replacement {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The file to be replaced: its mode and owner are kept. Absent for a new file (mode 0600 & umask). */
  readonly previous?: Stat | undefined;
  /** Called right before the rename: the last moment to find that the target has changed, by throwing. */
  readonly confirm?: () => void;
}

/** Throws the error of the call that failed; the temporary file is removed, the target untouched or whole. */
export const replaceFile = (
  directory: Directory,
  { name, bytes, previous, confirm }: Replacement,
): void => {
  const { disk } = directory;
  const temporary = directory.at(`.${name}.${randomBytes(6).toString('hex')}.yamo-tmp`);
  let renamed = false;
  const fd = disk.open(temporary, OPEN.create, 0o600);
  try {
    try {
      writeAll(disk, fd, bytes);
      if (previous !== undefined) keepOwnerAndMode(directory, fd, previous);
      disk.fsync(fd);
      if (disk.fstat(fd).size !== BigInt(bytes.byteLength)) throw systemError('EIO', 'short file');
    } finally {
      disk.close(fd);
    }
    confirm?.();
    disk.rename(temporary, directory.at(name));
    renamed = true;
  } finally {
    if (!renamed) removeQuietly(directory, temporary);
  }
  directory.sync();
};

/** Creates `name`, whole and durable, mode 0600; throws EEXIST if something of that name is there by then. */
export const createFile = (directory: Directory, name: string, bytes: Uint8Array): void => {
  const confirm = (): void => {
    if (directory.disk.lstat(directory.at(name)) === undefined) return;
    throw systemError('EEXIST', `${name} exists`);
  };
  replaceFile(directory, { name, bytes, confirm });
};

const keepOwnerAndMode = ({ disk }: Directory, fd: number, previous: Stat): void => {
  const own = disk.fstat(fd);
  if (own.uid !== previous.uid || own.gid !== previous.gid) {
    disk.fchown(fd, Number(previous.uid), Number(previous.gid));
  }
  disk.fchmod(fd, Number(previous.mode) & 0o7777);
};

/** A temporary file that cannot be removed is swept at the next boot; the first error is the one to report. */
const removeQuietly = ({ disk }: Directory, path: string): void => {
  try {
    disk.unlink(path);
  } catch {
    // see above
  }
};

/** Removes what a killed `replaceFile` left. Only under the write lock: nobody else is half-way then. */
export const sweepTemporaries = (directory: Directory): number => {
  const left = directory.names().filter((name) => TEMPORARY.test(name));
  for (const name of left) {
    try {
      directory.disk.unlink(directory.at(name));
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error;
    }
  }
  return left.length;
};
