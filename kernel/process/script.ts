/**
 * Running a script with the code that V8 compiled in an earlier run. The compile cache of Node keeps what is compiled
 * when a module is loaded. Most functions are compiled when they are first called, which is a fifth of a short run, so
 * here the code is taken when the work is done.
 */
import { dirname, join } from 'node:path';
import process from 'node:process';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { readAll, writeAll } from '#kernel/fs/bytes.ts';
import { closeQuietly, type Disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';

/** How its files begin, which lie beside the folders of Node's own compile cache. */
const KEPT = 'yamo-';
/** Two numbers stand before the code: a checksum, and what the run that it is of has done. */
const HEAD_BYTES = 8;

/** A script that was run, and how its compiled code is kept. */
export interface RunningScript<Exports> {
  readonly exports: Exports;
  /**
   * Keeps what is compiled by now for later runs, unless what is kept is of a run that has done as much: `work`, in any
   * unit, below 2 ** 32. To take the code costs a tenth of a short run. Throws nothing.
   */
  readonly keepCode: (work: number) => void;
}

/**
 * Runs the script in `file`, plain ASCII, an expression for a function that is given the path of the file and its folder
 * and returns the exports. `cache` is the folder of Node's compile cache, beside which the code is kept; without it, none
 * is. `flags` are for V8, of the whole process: code is only loaded under those that it was kept under. Throws what
 * opening throws.
 */
export const runScript = <Exports>(
  disk: Disk,
  file: string,
  cache: string | undefined,
  flags: readonly string[] = [],
): RunningScript<Exports> => {
  const { bytes, sign } = readSigned(disk, file);
  // By its path, so that the code of a new version takes the place of that of the old one. Not in Node's folder, which
  // is for the flags that were set when the cache was turned on: threads begin with others.
  const name = KEPT + crc32(`${process.version} ${process.arch} ${file}`).toString(36);
  const kept = cache === undefined ? undefined : join(dirname(cache), name);
  for (const flag of flags) process.getBuiltinModule('node:v8').setFlagsFromString(flag);
  const known = kept === undefined ? undefined : codeIn(disk, kept, sign);
  const script = new Script(bytes.toString('latin1'), {
    filename: file,
    ...(known !== undefined && { cachedData: known.code }),
  });
  const start: (file: string, folder: string) => Exports = script.runInThisContext();
  // A number, not the buffer: that need not live as long as the script.
  const done = script.cachedDataRejected === false ? (known?.work ?? 0) : 0;
  const keepCode = (work: number): void => {
    if (kept === undefined || work <= done) return;
    const code = script.createCachedData();
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32LE(work, head.writeUInt32LE(checksum(sign, work, code)));
    writeQuietly(disk, kept, Buffer.concat([head, code]));
  };
  return { exports: start(file, dirname(file)), keepCode };
};

/** A file, and what tells it from every other one and from itself after a change. */
const readSigned = (
  disk: Disk,
  file: string,
): { readonly bytes: Buffer; readonly sign: Buffer } => {
  const fd = disk.open(file, OPEN.follow);
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = disk.fstat(fd);
    const sign = Buffer.from(BigUint64Array.of(dev, ino, size, mtimeNs, ctimeNs).buffer);
    return { bytes: readAll(disk, fd, Number(size)), sign };
  } finally {
    closeQuietly(disk, fd);
  }
};

/**
 * What is kept for the file with this sign. V8 looks whether code is for its version and its flags. It compares only
 * the length of the text that the code was made of, and crashes where code is damaged.
 */
const codeIn = (
  disk: Disk,
  path: string,
  sign: Buffer,
): { readonly code: Buffer; readonly work: number } | undefined => {
  try {
    const fd = disk.open(path, OPEN.read);
    try {
      const bytes = readAll(disk, fd, Number(disk.fstat(fd).size));
      if (bytes.byteLength < HEAD_BYTES) return undefined;
      const code = bytes.subarray(HEAD_BYTES);
      const work = bytes.readUInt32LE(4);
      return checksum(sign, work, code) === bytes.readUInt32LE(0) ? { code, work } : undefined;
    } finally {
      closeQuietly(disk, fd);
    }
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
};

/**
 * Against accidents, as in the compile cache of Node: whoever can write here can write the program. A digest would need
 * OpenSSL, which takes longer to get ready than all the rest of this file.
 */
const checksum = (sign: Buffer, work: number, code: Buffer): number =>
  crc32(code, crc32(sign, work));

/** Whole, or not at all. */
const writeQuietly = (disk: Disk, path: string, bytes: Uint8Array): void => {
  const temporary = `${path}-${process.pid}`;
  try {
    const fd = disk.open(temporary, OPEN.create, 0o600);
    try {
      writeAll(disk, fd, bytes);
    } finally {
      disk.close(fd);
    }
    disk.rename(temporary, path);
  } catch (error) {
    // The disk is full, or the folder read-only: the next run compiles again, and that is all.
    if (errnoOf(error) === undefined) throw error;
    removeQuietly(disk, temporary);
  }
};

const removeQuietly = (disk: Disk, path: string): void => {
  try {
    disk.unlink(path);
  } catch {
    // It is not there, or stays: it is a cache.
  }
};
