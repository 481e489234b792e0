/**
 * What a hook would otherwise load OpenSSL for. A host waits for a process of its own at each event, and Node takes as
 * long to get its own digests ready as all the judging takes.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { randomUUID } from 'node:crypto';
import { readAll } from '#kernel/fs/bytes.ts';
import { type Disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';

/** SHA-256 of a short text, in hexadecimal digits: the same as `sha256` of kernel/fs, in JavaScript. */
export const digestOf = (text: string): string => bytesToHex(sha256(Buffer.from(text)));

/** proc(5): another one each time that it is read. */
const FROM_LINUX = '/proc/sys/kernel/random/uuid';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A UUID that nothing else has. */
export const freshId = (disk: Disk): string => {
  try {
    const fd = disk.open(FROM_LINUX, OPEN.follow);
    try {
      const text = readAll(disk, fd, 64).toString('latin1').trim();
      if (UUID.test(text)) return text;
    } finally {
      disk.close(fd);
    }
  } catch (error) {
    // Another system, or no /proc.
    if (errnoOf(error) === undefined) throw error;
  }
  return randomUUID();
};
