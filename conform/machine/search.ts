/** What lies below a folder, and which of it tells a text. */
import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { Undecided } from '#conform/case/case.ts';
import { tells } from '#conform/witness/canary.ts';

/** Of a longer file it could not be told in time what it holds. */
const SEARCHED_MAX_BYTES = 2 * 1024 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

/** Files and links below a folder, in the order of their names; what vanishes meanwhile is not there. */
export const namesBelow = (folder: string, below = ''): readonly string[] => {
  try {
    return readdirSync(join(folder, below), { withFileTypes: true })
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((entry) => {
        const name = join(below, entry.name);
        if (entry.isDirectory()) return namesBelow(folder, name);
        return entry.isFile() || entry.isSymbolicLink() ? [name] : [];
      });
  } catch {
    return [];
  }
};

/** Throws {@link Undecided} for a file that is too long to be searched. */
export const holds = (path: string, forms: readonly string[]): boolean => {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink()) return tells(readlinkSync(path), forms);
  if (!stat?.isFile()) return false;
  if (stat.size > SEARCHED_MAX_BYTES)
    throw new Undecided('could not tell', `${basename(path)} is too long to be searched`);
  if (stat.size <= PIECE_BYTES) return tells(unpacked(readFileSync(path)), forms);
  return holdsInPieces(path, forms);
};

const holdsInPieces = (path: string, forms: readonly string[]): boolean => {
  const kept = Math.max(...forms.map(({ length }) => length));
  const piece = Buffer.alloc(kept + PIECE_BYTES);
  const fd = openSync(path, 'r');
  try {
    for (let got = -1; got !== 0; piece.copyWithin(0, got, got + kept)) {
      got = readSync(fd, piece, kept, PIECE_BYTES, null);
      if (tells(piece.subarray(0, kept + got), forms)) return true;
    }
    return false;
  } finally {
    closeSync(fd);
  }
};

/** What gzip packed, or what it is. */
const unpacked = (content: Buffer): Buffer => {
  if (content[0] !== 0x1f || content[1] !== 0x8b) return content;
  try {
    return gunzipSync(content, { maxOutputLength: 64 * PIECE_BYTES });
  } catch {
    return content;
  }
};

/** Bytes on the disk. */
export const diskBytes = (path: string): number =>
  (lstatSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
