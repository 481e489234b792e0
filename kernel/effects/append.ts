/** Appending to a log: one write(2) on a descriptor opened with O_APPEND, durable before it is acknowledged. */
import type { Directory } from './directory.ts';
import { closeQuietly, OPEN, systemError } from './disk.ts';

/**
 * Appends `bytes` to the existing file `name`. If the disk fills up half-way the file is cut back
 * to what it was, and the error is thrown. The caller holds the write lock, so that nobody appends
 * in between. Returns where the file ends now.
 */
export const appendDurably = (directory: Directory, name: string, bytes: Uint8Array): bigint => {
  const { disk } = directory;
  const fd = disk.open(directory.at(name), OPEN.append);
  try {
    const before = disk.fstat(fd);
    if (!before.isFile()) throw systemError('EIO', 'not a regular file');
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
