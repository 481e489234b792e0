/**
 * The boot records of a workspace: one JSON line each, every line holding the hash of the one before it. Changing,
 * dropping or reordering an entry breaks the chain. It is cut into segments, files that are numbered from 1: the first
 * entry of each says which one it begins, and holds the hash of the last entry of the one before. So old segments can be
 * put away, and what is left can be verified from there on. Nothing here reads more at a time than a few entries.
 */
import { join } from 'node:path';
import {
  RECORD_ENTRY_MAX_BYTES,
  RECORD_READ_BYTES,
  RECORD_SEGMENT_BYTES,
} from '#lib/spec/limits.ts';
import { either, isNumber, isString, jsonAs, objectOf, oneOf, type TypeGuard } from '#lib/guard.ts';
import { appendDurably } from './append.ts';
import { readAll, sha256 } from '#kernel/fs/bytes.ts';
import { closeQuietly, type Disk, OPEN } from '#kernel/fs/disk.ts';
import { createFile } from '#kernel/fs/replace.ts';
import { type StateHome, unusable } from './home.ts';
import { RECORD_FILE } from './kinds.ts';

/** The first one had its name before there were others. */
const nameOf = (segment: number): string =>
  segment === 1 ? 'record.jsonl' : `record.${segment}.jsonl`;
const LF = 0x0a;

/** What the chain adds to a record. */
interface Link {
  /** 1 for the first entry. */
  readonly seq: number;
  /** The hash of the entry before; `null` for the first. */
  readonly previous: string | null;
  /** The segment that it begins; absent for what begins none, and in the first segment. */
  readonly segment?: number;
}

/** A record in its chain: with the hash of the one before, and its own. */
export type Chained<Record extends object> = Link & Record & { readonly hash: string };

/** A link of the chain, whatever else it holds. */
export type ChainEntry = Link & { readonly hash: string } & Readonly<Record<string, unknown>>;

/** Whether a chain is whole, and where it is not. */
export type ChainCheck =
  | {
      readonly whole: true;
      readonly entries: number;
      /** The last line has no end: a kernel died writing it. */
      readonly torn: boolean;
      /** Where it begins, if older segments are not here. */
      readonly from?: { readonly segment: number; readonly entry: number };
    }
  | { readonly whole: false; readonly entry: number; readonly reason: string };

const hashOf = (entry: object): string => {
  const rest = Object.entries(entry).filter(([name]) => name !== 'hash');
  return sha256(JSON.stringify(Object.fromEntries(rest)));
};

/** Every entry in its order, verified before it is handed on; then what is to be said of the whole. Throws STATE_UNUSABLE. */
export function* walkChain(home: StateHome): Generator<ChainEntry, ChainCheck> {
  const segments = guarded(home, () => segmentsOf(home));
  const [first = 1] = segments;
  let before: Pick<ChainEntry, 'seq' | 'hash'> | undefined;
  let count = 0;
  let begin: number | undefined;
  let torn = false;
  for (const [index, segment] of segments.entries()) {
    if (segment !== first + index)
      return brokenAt(before, `the file ${nameOf(first + index)} is missing`);
    if (torn) return brokenAt(before, 'it has no end');
    let isFirst = true;
    for (const line of linesOf(home, nameOf(segment))) {
      torn = !line.isWhole;
      if (torn) break;
      const entry = parse(line.text);
      const known = isFirst && index === 0 && segment > 1 ? undefined : (before ?? NOTHING);
      const reason = faultOf(entry, known, isFirst && segment > 1 ? segment : undefined);
      if (entry === undefined || reason !== undefined)
        return brokenAt(before, reason ?? 'not a record');
      yield entry;
      begin ??= entry.seq;
      before = { seq: entry.seq, hash: entry.hash };
      count += 1;
      isFirst = false;
    }
  }
  const from = first > 1 && begin !== undefined ? { from: { segment: first, entry: begin } } : {};
  return { whole: true, entries: count, torn, ...from };
}

/** Before the first entry. */
const NOTHING = { seq: 0, hash: null } as const;

const brokenAt = (before: { readonly seq: number } | undefined, reason: string): ChainCheck => ({
  whole: false,
  entry: (before?.seq ?? 0) + 1,
  reason,
});

/** The numbers of the files that are here, in order. */
const segmentsOf = ({ directory }: StateHome): readonly number[] =>
  directory
    .names()
    .flatMap((name) => {
      const found = RECORD_FILE.exec(name);
      return found === null ? [] : [Number(found[1] ?? 1)];
    })
    .toSorted((one, other) => one - other);

interface Line {
  readonly text: string;
  readonly isWhole: boolean;
}

/** The lines of a file, read piece by piece; one that is longer than an entry can be is empty. */
function* linesOf(home: StateHome, name: string): Generator<Line> {
  const { disk } = home.directory;
  const fd = guarded(home, () => disk.open(home.directory.at(name), OPEN.read), name);
  const into = Buffer.allocUnsafe(RECORD_READ_BYTES);
  try {
    let held: Buffer[] = [];
    let bytes = 0;
    const hold = (piece: Buffer): void => {
      bytes += piece.byteLength;
      if (bytes <= RECORD_ENTRY_MAX_BYTES) held.push(Buffer.from(piece));
      else held = [];
    };
    const take = (isWhole: boolean): Line => {
      const text = Buffer.concat(held).toString('utf8');
      [held, bytes] = [[], 0];
      return { text, isWhole };
    };
    for (let at = 0; ;) {
      const count = guarded(home, () => disk.read(fd, into, 0, at), name);
      if (count === 0) break;
      at += count;
      const piece = into.subarray(0, count);
      let from = 0;
      for (let end = piece.indexOf(LF); end >= 0; end = piece.indexOf(LF, from)) {
        hold(piece.subarray(from, end));
        yield take(true);
        from = end + 1;
      }
      if (from < count) hold(piece.subarray(from));
    }
    if (bytes > 0) yield take(false);
  } finally {
    closeQuietly(disk, fd);
  }
}

/** Throws STATE_UNUSABLE, about the file of that name where it is about one. */
const guarded = <Value>({ path }: StateHome, work: () => Value, name = ''): Value => {
  try {
    return work();
  } catch (error) {
    throw unusable(error, join(path, name));
  }
};

const isEntry: TypeGuard<ChainEntry> = objectOf({
  seq: isNumber,
  previous: either(isString, oneOf(null)),
  hash: isString,
});

const parse = (line: string): ChainEntry | undefined => jsonAs(line, isEntry);

/** `before` is the entry before it, `undefined` where that is not here; `segment` the one that it must begin. */
const faultOf = (
  entry: ChainEntry | undefined,
  before: { readonly seq: number; readonly hash: string | null } | undefined,
  segment: number | undefined,
): string | undefined => {
  if (entry === undefined) return 'not a record';
  if (before !== undefined && entry.seq !== before.seq + 1)
    return `it carries number ${entry.seq}, expected ${before.seq + 1}`;
  if (before === undefined && !(Number.isSafeInteger(entry.seq) && entry.seq > 1))
    return `it carries number ${entry.seq}, and begins ${nameOf(segment ?? 1)}`;
  if (before !== undefined && entry.previous !== before.hash)
    return 'it does not follow the entry before it';
  if (segment !== undefined && entry.segment !== segment)
    return `it does not begin ${nameOf(segment)}`;
  if (entry.hash !== hashOf(entry)) return 'its content does not match its hash';
  return undefined;
};

/**
 * Adds `record` to the chain, durably; returns it with its link. The caller holds the write lock.
 * A tail without its end was never acknowledged: it is cut off. Throws STATE_UNUSABLE.
 */
export const appendRecord = <Record extends object>(
  home: StateHome,
  record: Record,
): Chained<Record> => {
  const { directory, path } = home;
  let name = nameOf(1);
  try {
    const { segment, bytes, last } = endOf(home);
    const isFull = bytes >= RECORD_SEGMENT_BYTES;
    const begun = isFull ? { segment: segment + 1 } : {};
    const linked = { seq: (last?.seq ?? 0) + 1, previous: last?.hash ?? null, ...begun, ...record };
    const entry: Chained<Record> = { ...linked, hash: hashOf(linked) };
    const line = `${JSON.stringify(entry)}\n`;
    name = nameOf(isFull ? segment + 1 : segment);
    // A segment is there with its first entry, or not at all.
    if (isFull) createFile(directory, name, Buffer.from(line));
    else appendDurably(directory, name, () => line);
    return entry;
  } catch (error) {
    throw unusable(error, join(path, name));
  }
};

/** The last whole entry; `undefined` where there is none. Creates nothing. Throws STATE_UNUSABLE. */
export const lastRecord = (home: StateHome): ChainEntry | undefined => lastIn(endIn(home)).last;

/** The last whole entries, about as many as 16 KB hold, the oldest first. Creates nothing. Throws STATE_UNUSABLE. */
export const recentRecords = (home: StateHome): readonly ChainEntry[] =>
  endIn(home)
    .toString('utf8')
    .split('\n')
    .flatMap((line) => parse(line) ?? []);

const endIn = (home: StateHome): Buffer => {
  const segment = guarded(home, () => segmentsOf(home)).at(-1);
  if (segment === undefined) return Buffer.alloc(0);
  const { disk } = home.directory;
  const name = nameOf(segment);
  return guarded(
    home,
    () => {
      const fd = disk.open(home.directory.at(name), OPEN.read);
      try {
        return tailOf(disk, fd, Number(disk.fstat(fd).size));
      } finally {
        disk.close(fd);
      }
    },
    name,
  );
};

/** The last whole entry of a tail, and where the tail is whole up to. */
const lastIn = (tail: Buffer): { readonly last: ChainEntry | undefined; readonly end: number } => {
  const end = tail.lastIndexOf(LF) + 1;
  const start = end < 2 ? 0 : tail.lastIndexOf(LF, end - 2) + 1;
  return { last: parse(tail.toString('utf8', start, end)), end };
};

interface End {
  readonly segment: number;
  /** The length of the segment. */
  readonly bytes: number;
  readonly last: ChainEntry | undefined;
}

/** The last whole entry, after making sure that its file exists and ends with it. */
const endOf = (home: StateHome): End => {
  const { directory } = home;
  const { disk } = directory;
  const segment = segmentsOf(home).at(-1) ?? 1;
  const fd = disk.open(directory.at(nameOf(segment)), OPEN.append | OPEN.ifMissing, 0o600);
  try {
    const size = Number(disk.fstat(fd).size);
    if (size === 0) directory.sync();
    const tail = tailOf(disk, fd, size);
    const { last, end } = lastIn(tail);
    const bytes = size - tail.byteLength + end;
    if (bytes < size) disk.ftruncate(fd, bytes);
    return { segment, bytes, last };
  } finally {
    disk.close(fd);
  }
};

/** As much of the end of a file as holds its last whole line, and no more than that takes. */
const tailOf = (disk: Disk, fd: number, size: number): Buffer => {
  for (let length = RECORD_TAIL_BYTES; ; length *= 2) {
    const from = Math.max(0, size - length);
    const tail = readAll(offsetDisk(disk, from), fd, size - from);
    const end = tail.lastIndexOf(LF);
    const isHere = end > 0 && tail.lastIndexOf(LF, end - 1) >= 0;
    if (from === 0 || isHere || length > 2 * RECORD_ENTRY_MAX_BYTES) return tail;
  }
};

/** Most entries are shorter. */
const RECORD_TAIL_BYTES = 16 * 1024;

/** The same disk, whose files begin at `from`. */
export const offsetDisk = (disk: Disk, from: number): Disk => ({
  ...disk,
  read: (fd, into, offset, position) => disk.read(fd, into, offset, from + position),
});
