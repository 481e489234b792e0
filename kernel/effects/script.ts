/**
 * Running a script with the code that V8 compiled in an earlier run. The compile cache of Node keeps what is compiled
 * when a module is loaded. Most functions are compiled when they are first called, which is a fifth of a short run, so
 * here the code is taken when the work is done.
 */
import { dirname, join } from 'node:path';
import process from 'node:process';
import { Script } from 'node:vm';
import { threadId } from 'node:worker_threads';
import { readAll, writeAll } from './bytes.ts';
import { closeQuietly, type Disk, errnoOf, OPEN } from './disk.ts';

/** The name of its file, beside those of Node's own compile cache: a folder for one version of Node and one user. */
const KEPT = 'yamo-audit';
/**
 * Code of a run that did little is replaced by that of a run that did more. A byte of source makes about a byte of
 * code where an audit used most of what it can use.
 */
const CODE_PER_SOURCE_MIN = 0.8;

export interface RunningScript<Exports> {
  readonly exports: Exports;
  /** Keeps what is compiled by now for the next run, if that has little or nothing yet. Throws nothing. */
  readonly keepCode: () => void;
}

/**
 * Runs the script in `file`, an expression for a function that is given the path of the file and its folder and
 * returns the exports. `folder` is where compiled code is kept; without it, none is. Throws what opening throws.
 */
export const runScript = <Exports>(
  disk: Disk,
  file: string,
  folder: string | undefined,
): RunningScript<Exports> => {
  const { bytes, sign } = readSigned(disk, file);
  const kept = folder === undefined ? undefined : join(folder, KEPT);
  const known = kept === undefined ? undefined : codeIn(disk, kept, sign);
  const script = new Script(bytes.toString('utf8'), {
    filename: file,
    ...(known !== undefined && { cachedData: known }),
  });
  const start: (file: string, folder: string) => Exports = script.runInThisContext();
  const isEnough =
    script.cachedDataRejected === false &&
    known !== undefined &&
    known.byteLength > bytes.byteLength * CODE_PER_SOURCE_MIN;
  return {
    exports: start(file, dirname(file)),
    keepCode: () => {
      if (kept === undefined || isEnough) return;
      const code = script.createCachedData();
      if (known === undefined || code.byteLength > known.byteLength)
        writeQuietly(disk, kept, Buffer.concat([sign, code]));
    },
  };
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

/** What is kept for the file with this sign. V8 itself looks whether code is for it and its flags. */
const codeIn = (disk: Disk, path: string, sign: Buffer): Buffer | undefined => {
  let fd: number;
  try {
    fd = disk.open(path, OPEN.read);
  } catch (error) {
    errnoOf(error);
    return undefined;
  }
  try {
    const bytes = readAll(disk, fd, Number(disk.fstat(fd).size));
    return bytes.subarray(0, sign.byteLength).equals(sign)
      ? bytes.subarray(sign.byteLength)
      : undefined;
  } catch (error) {
    errnoOf(error);
    return undefined;
  } finally {
    closeQuietly(disk, fd);
  }
};

/** Whole and durable, or not at all: V8 does not notice code that is torn. */
const writeQuietly = (disk: Disk, path: string, bytes: Uint8Array): void => {
  const temporary = `${path}-${process.pid}-${threadId}`;
  try {
    const fd = disk.open(temporary, OPEN.create, 0o600);
    try {
      writeAll(disk, fd, bytes);
      disk.fsync(fd);
    } finally {
      disk.close(fd);
    }
    disk.rename(temporary, path);
  } catch (error) {
    // The disk is full, or the folder read-only: the next run compiles again, and that is all.
    errnoOf(error);
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
