/** The standard streams of a command: its input, whole and at once, and all of them for the editor of its owner. */
import { spawnSync } from 'node:child_process';
import { readSync } from 'node:fs';
import { errnoOf } from '#kernel/fs/disk.ts';

const CHUNK_BYTES = 64 * 1024;
const WAIT_MS = 1;
const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(4));

/** All of it as text; `undefined` if it is longer than `maxBytes`. Throws the error of the call. */
export const readStandardInput = (maxBytes: number): string | undefined => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const piece = Buffer.allocUnsafe(CHUNK_BYTES);
    const count = readPiece(piece);
    if (count === 0) return Buffer.concat(pieces).toString('utf8');
    bytes += count;
    if (bytes > maxBytes) return undefined;
    pieces.push(piece.subarray(0, count));
  }
};

/** A starter may hand over a pipe that does not wait. */
const readPiece = (into: Buffer): number => {
  for (;;) {
    try {
      return readSync(0, into, 0, into.byteLength, null);
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === 'EOF') return 0;
      if (errno !== 'EAGAIN') throw error;
      Atomics.wait(NEVER_WOKEN, 0, 0, WAIT_MS);
    }
  }
};

/** The editor of the owner, on one file, at this terminal. Returns its exit code; `undefined` where it could not be started. */
export const openEditor = (
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): number | undefined => {
  const named = environment['VISUAL'] || environment['EDITOR'] || 'vi';
  const [program = 'vi', ...args] = named.split(/\s+/).filter((word) => word !== '');
  const { status, error } = spawnSync(program, [...args, path], { stdio: 'inherit' });
  return error === undefined ? (status ?? 1) : undefined;
};
