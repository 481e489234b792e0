/**
 * A directory held by its descriptor. Every path below it goes through the descriptor, so that
 * renaming or replacing the directory cannot lead the kernel elsewhere.
 */
import { existsSync } from 'node:fs';
import { closeQuietly, type Disk, errnoOf, OPEN, type Stat } from './disk.ts';

/** `/proc/self/fd/N/name` is the openat(2) that Node does not have; Linux only. */
const hasProc = process.platform === 'linux' && existsSync('/proc/self/fd');

/** An open directory: names in it are resolved from its descriptor, whatever becomes of its path. */
export class Directory {
  readonly disk: Disk;
  readonly fd: number;
  readonly #anchor: string;

  private constructor(disk: Disk, fd: number, anchor: string) {
    this.disk = disk;
    this.fd = fd;
    this.#anchor = anchor;
  }

  /**
   * Opens `path`, which must be a directory and no link. Throws the error of the call.
   * Where there is no /proc, paths below stay plain and rest on the check of each component.
   */
  static open(disk: Disk, path: string): Directory {
    const fd = disk.open(path, OPEN.directory);
    return new Directory(disk, fd, hasProc ? `/proc/self/fd/${fd}` : path);
  }

  /** The path by which the kernel reaches `name` in this directory. */
  at(name: string): string {
    return `${this.#anchor}/${name}`;
  }

  names(): string[] {
    return this.disk.readdir(`${this.#anchor}/`);
  }

  /** `most` of the names, whichever come first; of a folder that others may fill no more are looked at. */
  firstNames(most: number): string[] {
    return this.disk.firstNames(`${this.#anchor}/`, most);
  }

  /** Opens a directory of this name below this one; `undefined` if there is none. */
  directory(name: string): Directory | undefined {
    try {
      return Directory.open(this.disk, this.at(name));
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Does `path` name this directory? Throws the error of the call. */
  hasName(path: string): boolean {
    const found = this.disk.lstat(path);
    return found !== undefined && sameFile(found, this.disk.fstat(this.fd));
  }

  sync(): void {
    this.disk.fsync(this.fd);
  }

  close(): void {
    closeQuietly(this.disk, this.fd);
  }
}

/** Two stats of one and the same file? */
export const sameFile = (one: Stat, other: Stat): boolean =>
  one.dev === other.dev && one.ino === other.ino;

/** The kind of a file in words, as `ls` and refusals name it. */
export const fileTypeOf = (stat: Stat): string => {
  if (stat.isFile()) return 'regular file';
  if (stat.isSymbolicLink()) return 'symbolic link';
  if (stat.isDirectory()) return 'directory';
  if (stat.isFIFO()) return 'FIFO';
  if (stat.isSocket()) return 'socket';
  return 'device';
};
