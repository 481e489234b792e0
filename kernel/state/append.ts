/** Appending to a log: one write(2) on a descriptor opened with O_APPEND, durable before it is acknowledged. */
import { Refusal } from '#lib/spec/refusals.ts';
import { type Directory, sameFile } from '#kernel/fs/directory.ts';
import { closeQuietly, type Disk, OPEN, type Stat, systemError } from '#kernel/fs/disk.ts';

/** The end of a file, before something is added to it. */
export interface Tail {
  readonly size: bigint;
  /** The last line has no line end yet. */
  readonly isRagged: boolean;
}

/**
 * Appends to the existing file `name` what `textAfter` makes of its end. If the disk fills up half-way
 * the file is cut back to what it was, and the error is thrown; FILE_MOVED if it is not the file that
 * was `seen`. The caller holds the write lock, so that nobody appends in between. Returns where the
 * file ends now.
 */
export const appendDurably = (
  directory: Directory,
  name: string,
  textAfter: (tail: Tail) => string,
  seen?: Stat,
): bigint => {
  const { disk } = directory;
  const fd = disk.open(directory.at(name), OPEN.append);
  try {
    const before = disk.fstat(fd);
    if (!before.isFile()) throw systemError('EIO', 'not a regular file');
    if (seen !== undefined && !sameFile(before, seen))
      throw new Refusal('FILE_MOVED', { file: name });
    const bytes = Buffer.from(
      textAfter({ size: before.size, isRagged: isRagged(disk, fd, before) }),
    );
    try {
      const written = disk.write(fd, bytes);
      if (written !== bytes.byteLength) throw systemError('ENOSPC', 'short write');
      disk.fsync(fd);
      return before.size + BigInt(written);
    } catch (error) {
      disk.ftruncate(fd, Number(before.size));
      throw error;
    }
  } finally {
    closeQuietly(disk, fd);
  }
};

const isRagged = (disk: Disk, fd: number, { size }: Stat): boolean => {
  if (size === 0n) return false;
  const last = Buffer.alloc(1);
  // What was cut short in between has no end either.
  return disk.read(fd, last, 0, Number(size) - 1) === 0 || last[0] !== 0x0a;
};
