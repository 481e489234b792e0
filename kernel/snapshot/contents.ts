/** The bytes of listed files as the text that rules judge. */
import { isAscii, isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { type LabelledCredential, labelledCredentials } from '#lib/secrets/credential.ts';
import { mayHoldProviderKey } from '#lib/secrets/provider-prefilter.ts';
import type { Content, Item } from '#lib/workspace/snapshot.ts';
import { mayBeOfTemplate } from '#lib/workspace/template.ts';
import { readAll } from '#kernel/fs/bytes.ts';
import { closeQuietly, type Disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import type { ListingEntry, Listing } from './listing.ts';
import { WHOLE_MAX_BYTES } from './selection.ts';

/** Large files are read in pieces of this size, each cut at the end of its last whole line. */
const PIECE_BYTES = 16 * 1024 * 1024;

/** Most files are shorter. They are read into one buffer: one for each file is garbage that nobody sees as such. */
const SHORT_MAX_BYTES = 128 * 1024;
const SHARED = Buffer.allocUnsafeSlow(SHORT_MAX_BYTES);

/** Room for bytes that are looked at before the next file is read. */
export const roomFor = (bytes: number): Buffer => {
  if (bytes > SHORT_MAX_BYTES) return Buffer.allocUnsafe(bytes);
  return SHARED.subarray(0, bytes);
};

/** Who wants to know what is read: every byte in order, and texts that may hold a provider's key, from which line on. */
export interface ContentReader {
  readonly bytes: (bytes: Uint8Array) => void;
  readonly suspect: (text: string, firstLine: number) => void;
}

/** What is known of bytes that were read. */
interface Known {
  readonly content: Extract<Content, { is: 'text' | 'not text' }>;
  readonly isSuspect: boolean;
}

/** Those that were met last: each is compared with every new one. */
const KNOWN_MAX_FILES = 64;
/** All of them together: what the auditor finds in a text is many times as large. */
const KNOWN_MAX_BYTES = 128 * 1024;

/**
 * Files of templates, as they were read for earlier workspaces of the same run: the same bytes under the same name are
 * the same content, by which the auditor knows what it has read before.
 */
export class KnownFiles {
  /** The one that was met last stands first. */
  readonly #files: { readonly name: string; readonly bytes: Buffer; readonly known: Known }[] = [];
  #bytes = 0;

  /** What is known of the bytes of a file; looked at where they are new. */
  look(name: string, bytes: Buffer): Known {
    if (!mayBeOfTemplate(name, bytes.byteLength)) return lookAt(bytes);
    const at = this.#files.findIndex((file) => file.name === name && file.bytes.equals(bytes));
    const [found] = at < 0 ? [] : this.#files.splice(at, 1);
    const file = found ?? { name, bytes: Buffer.from(bytes), known: lookAt(bytes) };
    this.#files.unshift(file);
    if (found === undefined) this.#bytes += bytes.byteLength;
    while (this.#bytes > KNOWN_MAX_BYTES || this.#files.length > KNOWN_MAX_FILES)
      this.#bytes -= this.#files.pop()?.bytes.byteLength ?? 0;
    return file.known;
  }
}

const lookAt = (bytes: Buffer): Known => {
  const content = decode(bytes);
  return { content, isSuspect: mayHoldProviderKey(content.text) };
};

/** One entry of a listing with its content. */
export const readItem = (
  disk: Disk,
  { real, selection }: Listing,
  { name, stat }: ListingEntry,
  { reader, known }: { readonly reader: ContentReader; readonly known: KnownFiles },
): Item => {
  const facts = {
    name,
    bytes: Number(stat.size),
    mode: Number(stat.mode) & 0o7777,
    links: Number(stat.nlink),
    identity: `${stat.dev}:${stat.ino}`,
  };
  const unread: Content = { is: 'not read' };
  if (stat.isSymbolicLink()) {
    return { ...facts, type: 'symlink', target: targetOf(disk, real, name), content: unread };
  }
  if (stat.isDirectory()) return { ...facts, type: 'directory', content: unread };
  if (!stat.isFile()) return { ...facts, type: 'other', content: unread };
  const place = { path: `${real}/${name}`, name };
  if (selection.isSettings?.(name) === true)
    return { ...facts, type: 'file', content: readSettings(disk, place, reader, known) };
  if (!selection.isRead(name)) return { ...facts, type: 'file', content: unread };
  return { ...facts, type: 'file', content: readContent(disk, place, reader, known) };
};

const readSettings = (
  disk: Disk,
  place: Place,
  { bytes }: ContentReader,
  known: KnownFiles,
): Content => {
  const content = readContent(disk, place, { bytes, suspect: () => undefined }, known);
  if (content.is === 'too large') return { is: 'not read' };
  return 'text' in content ? { is: 'settings', json: content.text } : content;
};

interface Place {
  readonly path: string;
  readonly name: string;
}

const targetOf = (disk: Disk, real: string, name: string): NonNullable<Item['target']> => {
  try {
    const target = disk.realpath(join(real, name));
    return target === real || target.startsWith(`${real}/`) ? 'inside' : 'outside';
  } catch {
    return 'dangling';
  }
};

const readContent = (
  disk: Disk,
  { path, name }: Place,
  reader: ContentReader,
  known: KnownFiles,
): Content => {
  let fd: number;
  try {
    fd = disk.open(path, OPEN.read);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return { is: 'unreadable', errno };
  }
  try {
    const stat = disk.fstat(fd);
    // It was a regular file when it was listed; whatever it is now is not read.
    if (!stat.isFile()) return { is: 'not read' };
    if (stat.size > BigInt(WHOLE_MAX_BYTES)) return readInPieces(disk, fd, reader);
    const size = Number(stat.size);
    const bytes = readAll(disk, fd, size, roomFor(size + 1));
    const { content, isSuspect } = known.look(name, bytes);
    reader.bytes(bytes);
    if (isSuspect) reader.suspect(content.text, 1);
    return content;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return { is: 'unreadable', errno };
  } finally {
    closeQuietly(disk, fd);
  }
};

/** Bytes as text. Where they are none, a lossy reading with the place of the first fault. */
export const decode = (bytes: Buffer): Extract<Content, { is: 'text' | 'not text' }> => {
  const nul = bytes.indexOf(0);
  if (nul === -1) {
    // One byte per character: half the memory, and faster to search.
    if (isAscii(bytes)) return { is: 'text', text: bytes.toString('latin1') };
    if (isUtf8(bytes)) return { is: 'text', text: bytes.toString('utf8') };
  }
  const text = bytes.toString('utf8');
  const invalid = isUtf8(bytes) ? -1 : firstInvalid(bytes);
  const isNul = invalid === -1 || (nul !== -1 && nul < invalid);
  const offset = isNul ? nul : invalid;
  const line = lineAt(bytes, offset);
  return { is: 'not text', fault: isNul ? 'a NUL byte' : 'invalid UTF-8', line, offset, text };
};

/** Where the first broken sequence begins: the longest valid start, found by halving. */
const firstInvalid = (bytes: Buffer): number => {
  let valid = 0;
  let broken = bytes.byteLength;
  while (broken - valid > 8) {
    const middle = valid + Math.floor((broken - valid) / 2);
    const cut = startOfCharacter(bytes, middle);
    if (cut > valid && isUtf8(bytes.subarray(valid, cut))) valid = cut;
    else if (cut > valid) broken = cut;
    else break;
  }
  while (valid < broken) {
    const length = [1, 2, 3, 4].find((count) => isUtf8(bytes.subarray(valid, valid + count)));
    if (length === undefined) return valid;
    valid += length;
  }
  return valid;
};

/** The start of the character that `at` lies in, as far as continuation bytes tell. */
const startOfCharacter = (bytes: Buffer, at: number): number => {
  let start = at;
  while (start > at - 4 && start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
};

const lineAt = (bytes: Buffer, offset: number): number => {
  let line = 1;
  for (let at = bytes.indexOf(0x0a); at !== -1 && at < offset; at = bytes.indexOf(0x0a, at + 1))
    line += 1;
  return line;
};

/** A file too large for one string: looked through for credentials, never held as a whole. */
const readInPieces = (disk: Disk, fd: number, reader: ContentReader): Content => {
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  const labelled: LabelledCredential[] = [];
  let position = 0;
  let kept = 0;
  let firstLine = 1;
  for (;;) {
    const count = disk.read(fd, piece, kept, position);
    position += count;
    const filled = kept + count;
    const cut = count === 0 ? filled : piece.lastIndexOf(0x0a, filled - 1) + 1;
    // A line longer than a piece is cut where the piece ends.
    const end = cut === 0 && filled === piece.byteLength ? filled : cut;
    const text = piece.toString('utf8', 0, end);
    for (const found of labelledCredentials(text))
      labelled.push({ ...found, line: found.line + firstLine - 1 });
    reader.bytes(piece.subarray(0, end));
    if (mayHoldProviderKey(text)) reader.suspect(text, firstLine);
    firstLine += countLines(piece, end);
    if (count === 0) break;
    piece.copyWithin(0, end, filled);
    kept = filled - end;
  }
  return { is: 'too large', limitBytes: WHOLE_MAX_BYTES, labelled };
};

const countLines = (bytes: Buffer, end: number): number => {
  let lines = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1 && at < end; at = bytes.indexOf(0x0a, at + 1))
    lines += 1;
  return lines;
};
