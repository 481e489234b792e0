/**
 * A disk on which a boot is tried and nothing happens: what is there is read, what is written goes nowhere, and what is
 * deleted is no longer seen through it. So the steps of a boot run as they are, and refuse as they do.
 */
import { dirname } from 'node:path';
import { sameFile } from '#kernel/fs/directory.ts';
import { type Disk, OPEN, type Stat, systemError } from '#kernel/fs/disk.ts';

/** The bits of the flags of open(2) that say whether a file is read or written (O_ACCMODE). */
const ACCESS_MODE = 0b11;

/** A file that was created here: it has a size, and no place. */
interface Unwritten {
  readonly folder: Stat;
  bytes: number;
}

const nothing = (): void => undefined;

/** `on`, as it is, and as what was tried would have left it. */
export const dryDisk = (on: Disk): Disk => {
  const gone = new Map<string, Stat>();
  const folders = new Set<string>();
  const unwritten = new Map<number, Unwritten>();
  const isThere = (folder: string) => (name: string) => !gone.has(`${folder}${name}`);
  const create = (path: string): number => {
    const inFolder = dirname(path);
    const folder = on.lstat(folders.has(inFolder) ? dirname(inFolder) : inFolder);
    if (folder === undefined) throw systemError('ENOENT', path);
    // No descriptor of the system is negative.
    const fd = -1 - unwritten.size;
    unwritten.set(fd, { folder, bytes: 0 });
    return fd;
  };
  const written = (fd: number, count: number): number => {
    const file = unwritten.get(fd);
    if (file !== undefined) file.bytes += count;
    return count;
  };
  return {
    ...on,
    open: (path, flags, mode) => {
      if ((flags & ACCESS_MODE) !== 0 || (flags & OPEN.ifMissing) !== 0) return create(path);
      if (gone.has(path)) throw systemError('ENOENT', path);
      return on.open(path, flags, mode);
    },
    close: (fd) => (unwritten.has(fd) ? undefined : on.close(fd)),
    fstat: (fd) => {
      const file = unwritten.get(fd);
      if (file !== undefined) return like(file.folder, { size: BigInt(file.bytes) });
      const stat = on.fstat(fd);
      const isGone = [...gone.values()].some((one) => sameFile(one, stat));
      return isGone ? like(stat, { nlink: stat.nlink - 1n }) : stat;
    },
    lstat: (path) => (gone.has(path) ? undefined : on.lstat(path)),
    write: (fd, bytes) => written(fd, bytes.byteLength),
    fsync: nothing,
    ftruncate: nothing,
    fchmod: nothing,
    fchown: nothing,
    rename: (_from, to) => {
      // As the system answers where the new name is a folder.
      if (folders.has(to)) throw systemError('EISDIR', to);
    },
    link: nothing,
    unlink: (path) => {
      const stat = on.lstat(path);
      if (stat !== undefined) gone.set(path, stat);
    },
    mkdir: (path) => void folders.add(path),
    rmdir: (path) => void folders.delete(path),
    readdir: (path) => on.readdir(path).filter(isThere(path)),
  };
};

const like = (stat: Stat, changed: Partial<Pick<Stat, 'size' | 'nlink'>>): Stat => {
  const other = { ...stat, ...changed };
  Object.setPrototypeOf(other, Object.getPrototypeOf(stat));
  return other;
};
