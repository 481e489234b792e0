/**
 * Replacing a file so that a crash at any point leaves the old one or the new one, whole:
 * temporary file beside it, all bytes, fsync, size check, rename, fsync of the directory.
 * Libraries for this ignore the count that write(2) returns, and put a truncated file in place of
 * a good one when the disk is full; hence our own.
 */
import { randomBytes } from 'node:crypto';
import { Ring0Refusal as Refusal } from '#lib/spec/refusal.ts';
import { writeAll } from './bytes.ts';
import type { Directory } from './directory.ts';
import { closeQuietly, type Disk, errnoOf, OPEN, type Stat, systemError } from './disk.ts';

const TEMPORARY = /^\..+\.[0-9a-f]{12}\.yamo-tmp$/;

/** A file to be written whole or not at all. */
export interface Replacement {
  readonly name: string;
  readonly bytes: Uint8Array;
  /**
   * The file to be replaced, as it was read: its mode and owner are kept, and it is looked at once
   * more right before the rename. Absent: whatever is there is replaced, by a file of mode 0600.
   */
  readonly previous?: Stat | undefined;
}

/**
 * Returns whether the file kept its group: the system gives a file only to groups that its owner is in.
 * Throws FILE_MOVED if `previous` is given and somebody else has changed the file since, or the
 * error of the call that failed; the temporary file is removed, the target untouched or whole.
 */
export const replaceFile = (
  directory: Directory,
  { name, bytes, previous }: Replacement,
): boolean => {
  const { disk } = directory;
  const { temporary, keptGroup } = writeTemporary(directory, name, bytes, previous);
  try {
    if (previous !== undefined) refuseIfMoved(name, disk.lstat(directory.at(name)), previous);
    disk.rename(temporary, directory.at(name));
  } catch (error) {
    removeQuietly(directory, temporary);
    throw error;
  }
  directory.sync();
  return keptGroup;
};

/** Somebody else saved the file between our reading and our replacing it: theirs is kept. Throws FILE_MOVED. */
export const refuseIfMoved = (file: string, now: Stat | undefined, read: Stat): void => {
  const same = now?.ino === read.ino && now.size === read.size && now.mtimeNs === read.mtimeNs;
  if (!same) throw new Refusal('FILE_MOVED', { file });
};

/**
 * Creates `name`, whole and durable, mode 0600; throws EEXIST if there is something of that name,
 * however late it came: link(2) never overwrites.
 */
export const createFile = (directory: Directory, name: string, bytes: Uint8Array): void => {
  const { temporary } = writeTemporary(directory, name, bytes, undefined);
  try {
    directory.disk.link(temporary, directory.at(name));
  } finally {
    removeQuietly(directory, temporary);
  }
  directory.sync();
};

/** A temporary file beside the target, written whole and durable. */
const writeTemporary = (
  directory: Directory,
  name: string,
  bytes: Uint8Array,
  previous: Stat | undefined,
): { readonly temporary: string; readonly keptGroup: boolean } => {
  const { disk } = directory;
  const temporary = directory.at(`.${name}.${randomBytes(6).toString('hex')}.yamo-tmp`);
  const fd = disk.open(temporary, OPEN.create, 0o600);
  let keptGroup = true;
  try {
    writeAll(disk, fd, bytes);
    if (previous !== undefined) keptGroup = keepOwnerAndMode(directory, fd, previous);
    disk.fsync(fd);
    if (disk.fstat(fd).size !== BigInt(bytes.byteLength)) throw systemError('EIO', 'short file');
  } catch (error) {
    removeQuietly(directory, temporary);
    throw error;
  } finally {
    closeQuietly(disk, fd);
  }
  return { temporary, keptGroup };
};

/** Returns whether the group was kept; another one gets no rights that were meant for that. */
const keepOwnerAndMode = ({ disk }: Directory, fd: number, previous: Stat): boolean => {
  const own = disk.fstat(fd);
  let keptGroup = true;
  if (own.uid !== previous.uid || own.gid !== previous.gid) {
    try {
      disk.fchown(fd, Number(previous.uid), Number(previous.gid));
    } catch (error) {
      if (errnoOf(error) !== 'EPERM' || own.uid !== previous.uid) throw error;
      keptGroup = false;
    }
  }
  disk.fchmod(fd, Number(previous.mode) & (keptGroup ? 0o7777 : 0o5707));
  return keptGroup;
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
  for (const name of left) sweep(directory, name);
  return left.length;
};

/** A file; or the folder in which a first boot tried the file system, with at most one file of its own name in it. */
const sweep = (directory: Directory, name: string): void => {
  const { disk } = directory;
  const path = directory.at(name);
  if (disk.lstat(path)?.isDirectory() !== true) return unlinkIfThere(disk, path);
  unlinkIfThere(disk, `${path}/${name}`);
  disk.rmdir(path);
};

const unlinkIfThere = (disk: Disk, path: string): void => {
  try {
    disk.unlink(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
};
