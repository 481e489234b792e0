/** Reading whole files by descriptor, writing them whole, and what their bytes are. */
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { Disk } from './disk.ts';

/**
 * Everything that `fd` holds. One byte more than `expected` is asked for, so that a file which
 * grew is noticed: the caller compares the length. Handles short reads. `into` is where to, of that length.
 */
export const readAll = (
  disk: Disk,
  fd: number,
  expected: number,
  into: Buffer = Buffer.allocUnsafe(expected + 1),
): Buffer => {
  let length = 0;
  while (length < into.byteLength) {
    const count = disk.read(fd, into, length, length);
    length += count;
    // There was room for more, and nothing to put there: a second call would only say so again.
    if (count === 0 || length === expected) break;
  }
  return into.subarray(0, length);
};

/** Writes all of `bytes`, however many calls that takes. */
export const writeAll = (disk: Disk, fd: number, bytes: Uint8Array): void => {
  let rest = bytes;
  while (rest.byteLength > 0) rest = rest.subarray(disk.write(fd, rest));
};

/** The digest in hexadecimal digits; a string is taken as UTF-8. */
export const sha256 = (bytes: Uint8Array | string): string => hash('sha256', bytes, 'hex');

/** Why these bytes are no text that a Markdown viewer shows (RFC-0009 §1); `undefined` if they are. */
export const textFault = (bytes: Buffer): string | undefined => {
  if (!isUtf8(bytes)) return 'invalid UTF-8';
  const nul = bytes.indexOf(0);
  return nul === -1 ? undefined : `a NUL byte at offset ${nul}`;
};

/** Text without its byte order mark. */
export const stripBom = (text: string): string =>
  text.startsWith('\uFEFF') ? text.slice(1) : text;
