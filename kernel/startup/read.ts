/** Ring 0. Reading one file of the layout: regular, text, bounded, and the one that was looked at. */
import { FILE_MAX_BYTES } from '#lib/spec/limits-ring-0.ts';
import { Ring0Refusal as Refusal } from '#lib/spec/refusal.ts';
import { sha256, stripBom, textFault } from '#kernel/fs/bytes.ts';
import { type Directory, sameFile } from '#kernel/fs/directory.ts';
import { asRefusal, closeQuietly, type Stat } from '#kernel/fs/disk.ts';
import { examine, openExamined, readOpened } from '#kernel/fs/examine.ts';
import type { Workspace } from './workspace.ts';

/** A file as it was read: `text` is without byte order mark; `bytes` is what is on disk, and of a log what may be read. */
export interface FileText {
  readonly file: string;
  readonly text: string;
  readonly bytes: Buffer;
  readonly sha256: string;
  readonly stat: Stat;
}

/**
 * What a session must not read by any name (RFC-0009 §4.1): in a shared session the identity of
 * MEMORY.md, and any file with a second name, since the other one cannot be known.
 */
export interface Forbidden {
  readonly memory: readonly Stat[];
  readonly hardLinks: boolean;
  readonly notes?: ((file: string, text: string) => string) | undefined; // what of a log may be read
}

export const NOTHING_FORBIDDEN: Forbidden = { memory: [], hardLinks: false };

/** How often a file is looked at anew that an editor saves, or another session appends to, between two calls. */
const TRIES = 5;

/**
 * Reads `file` (a name of the layout) as it was at one moment; `undefined` if it does not exist.
 * Throws FILE_SYMLINK, FILE_NOT_REGULAR, FILE_UNREADABLE, FILE_HARDLINKED, FILE_TOO_LARGE,
 * FILE_MOVED, FILE_NOT_TEXT, MEMORY_DIR_UNUSABLE.
 */
export const readFile = (
  workspace: Workspace,
  file: string,
  forbidden: Forbidden = NOTHING_FORBIDDEN,
): FileText | undefined => readAt(() => workspace.place(file), file, forbidden);

/** The same, wherever it lies; `file` is how it is called. Throws as `readFile`. */
export const readAt = (
  placed: () => ReturnType<Workspace['place']>,
  file: string,
  forbidden: Forbidden,
): FileText | undefined => {
  for (let left = TRIES; left > 0; left -= 1) {
    const read = readOnce(placed(), file, forbidden);
    if (read !== 'moved') return read;
  }
  throw new Refusal('FILE_MOVED', { file });
};

const readOnce = (
  place: ReturnType<Workspace['place']>,
  file: string,
  forbidden: Forbidden,
): FileText | 'moved' | undefined => {
  if (place === undefined) return undefined;
  const { directory, name } = place;
  const seen = lookAt(directory, name, file);
  if (seen === undefined) return undefined;
  refuseForbidden(seen, file, forbidden);
  if (seen.size > BigInt(FILE_MAX_BYTES)) {
    throw new Refusal('FILE_TOO_LARGE', { file, bytes: Number(seen.size), limit: FILE_MAX_BYTES });
  }
  const opened = openExamined(directory, name, seen);
  if ('moved' in opened) {
    if (opened.moved) return 'moved';
    throw new Refusal('FILE_UNREADABLE', { file, errno: opened.errno });
  }
  try {
    refuseForbidden(opened.stat, file, forbidden);
    const bytes = readOpened(directory, opened);
    return bytes === 'changed' ? 'moved' : asText(file, bytes, opened.stat, forbidden);
  } catch (error) {
    throw asRefusal(error, (errno) => new Refusal('FILE_UNREADABLE', { file, errno }));
  } finally {
    closeQuietly(directory.disk, opened.fd);
  }
};

/** One lstat of a file of the layout; `undefined` if it is absent. Throws FILE_SYMLINK, FILE_NOT_REGULAR, FILE_UNREADABLE. */
export const lookAt = (directory: Directory, name: string, file: string): Stat | undefined => {
  const found = examine(directory, name);
  switch (found.is) {
    case 'absent':
      return undefined;
    case 'symlink':
      throw new Refusal('FILE_SYMLINK', { file });
    case 'irregular':
      throw new Refusal('FILE_NOT_REGULAR', { file, type: found.type });
    case 'unreadable':
      throw new Refusal('FILE_UNREADABLE', { file, errno: found.errno });
    case 'regular':
      return found.stat;
  }
};

/** Throws FILE_HARDLINKED. */
export const refuseForbidden = (
  stat: Stat,
  file: string,
  { memory, hardLinks }: Forbidden,
): void => {
  const isMemory = memory.some((one) => sameFile(stat, one));
  if (isMemory || (hardLinks && stat.nlink !== 1n)) {
    throw new Refusal('FILE_HARDLINKED', { file, links: Number(stat.nlink) });
  }
};

/** Bytes as the text of a file. Throws FILE_NOT_TEXT. */
const asText = (file: string, bytes: Buffer, stat: Stat, { notes }: Forbidden): FileText => {
  const reason = textFault(bytes);
  if (reason !== undefined) throw new Refusal('FILE_NOT_TEXT', { file, reason });
  const whole = stripBom(bytes.toString('utf8'));
  const text = notes?.(file, whole) ?? whole;
  const read = text === whole ? bytes : Buffer.from(text);
  return { file, bytes: read, stat, text, sha256: sha256(bytes) };
};
