/** Bytes that a command is given: by the path of a file, or `-` for standard input. */
import { readAll } from '#kernel/fs/bytes.ts';
import { closeQuietly, disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import { standardInput } from './terminal.ts';

/** No model takes more at once, and a larger file was hardly meant. */
const FILE_MAX_BYTES = 4 * 1024 * 1024;

/** What is there, or what is wrong with it, as part of a sentence. */
export const givenBytes = async (path: string): Promise<Buffer | string> => {
  const bytes = path === '-' ? await fromStandardInput() : fromFile(path);
  return typeof bytes !== 'string' && bytes.byteLength > FILE_MAX_BYTES
    ? 'it is larger than 4 MiB'
    : bytes;
};

/** The bytes, of which there may be one more than is taken; or why there are none. */
const fromFile = (path: string): Buffer | string => {
  try {
    const fd = disk.open(path, OPEN.follow);
    try {
      const stat = disk.fstat(fd);
      if (!stat.isFile()) return 'it is no regular file (- reads standard input)';
      return readAll(disk, fd, Math.min(Number(stat.size), FILE_MAX_BYTES));
    } finally {
      closeQuietly(disk, fd);
    }
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return `it cannot be read (${errno})`;
  }
};

const fromStandardInput = async (): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of standardInput()) {
    parts.push(part);
    length += part.byteLength;
    if (length > FILE_MAX_BYTES) break;
  }
  return Buffer.concat(parts);
};
