/** What `--message` and `--file` say, as one turn. */
import { readAll, textFault } from '#kernel/fs/bytes.ts';
import { closeQuietly, disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import type { Given } from '#cli/args/options.ts';
import { standardInput } from '#cli/io/terminal.ts';

/** No model takes more at once, and a larger file was hardly meant. */
const FILE_MAX_BYTES = 4 * 1024 * 1024;

/** The one thing to say. */
export interface Message {
  /** `undefined` where neither option is given. */
  readonly message: string | undefined;
  /** It is what a file holds, all of it, and no command whatever it begins with: who wrote the file may be anybody. */
  readonly isText: boolean;
}

/** What to say, or what is wrong with it. */
export const messageIn = async (
  given: Given<'boot'>,
): Promise<Message | { readonly mistake: string }> => {
  const message = given.text('message');
  const path = given.text('file');
  if (message?.trim() === '') return { mistake: '--message is empty.' };
  if (path === undefined) return { message, isText: false };
  const bytes = path === '-' ? await fromStandardInput() : fromFile(path);
  if (typeof bytes === 'string') return { mistake: `--file ${path}: ${bytes}.` };
  const fault = bytes.byteLength > FILE_MAX_BYTES ? 'it is larger than 4 MiB' : textFault(bytes);
  if (fault !== undefined) return { mistake: `--file ${path}: ${fault}.` };
  const text = bytes.toString('utf8');
  if (text.trim() === '') return { mistake: `--file ${path}: it is empty.` };
  return message === undefined
    ? { message: text, isText: true }
    : { message: `${message}\n\n${text}`, isText: false };
};

/** The bytes, of which there may be one more than is taken; or why there are none. */
const fromFile = (path: string): Buffer | string => {
  try {
    const fd = disk.open(path, OPEN.follow);
    try {
      const stat = disk.fstat(fd);
      if (!stat.isFile()) return 'it is no regular file (--file - reads standard input)';
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
