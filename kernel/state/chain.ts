/**
 * The boot records of a workspace: one JSON line each, every line holding the hash of the one
 * before it. Changing, dropping or reordering an entry breaks the chain.
 */
import { join } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import { appendDurably } from '#kernel/effects/append.ts';
import { readAll, sha256 } from '#kernel/effects/bytes.ts';
import { errnoOf, OPEN } from '#kernel/effects/disk.ts';
import type { StateHome } from './home.ts';

const NAME = 'record.jsonl';

/** What the chain adds to a record. */
interface Link {
  /** 1 for the first entry. */
  readonly seq: number;
  /** The hash of the entry before; `null` for the first. */
  readonly previous: string | null;
}

export type Chained<Record extends object> = Link & Record & { readonly hash: string };

type Verdict =
  | { readonly whole: true; readonly entries: number; readonly torn: boolean }
  | { readonly whole: false; readonly entry: number; readonly reason: string };

export interface Chain {
  readonly entries: readonly (Link & { readonly hash: string } & Readonly<
      Record<string, unknown>
    >)[];
  readonly verdict: Verdict;
}

const hashOf = (entry: object): string => {
  const rest = Object.entries(entry).filter(([name]) => name !== 'hash');
  return sha256(JSON.stringify(Object.fromEntries(rest)));
};

/** Reads and verifies the whole chain. A last line without its end is `torn`: a kernel died writing it. */
export const readChain = (home: StateHome): Chain => {
  const text = home.read(NAME)?.toString('utf8') ?? '';
  const lines = text.split('\n');
  const torn = lines.pop() !== '';
  const entries: Chain['entries'][number][] = [];
  let previous: string | null = null;
  for (const [index, line] of lines.entries()) {
    const entry = parse(line);
    const reason = faultOf(entry, index + 1, previous);
    if (entry === undefined || reason !== undefined) {
      return { entries, verdict: { whole: false, entry: index + 1, reason: reason ?? 'not JSON' } };
    }
    entries.push(entry);
    previous = entry.hash;
  }
  return { entries, verdict: { whole: true, entries: entries.length, torn } };
};

type Entry = Chain['entries'][number];

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' &&
  value !== null &&
  'seq' in value &&
  'previous' in value &&
  'hash' in value;

const parse = (line: string): Entry | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const faultOf = (
  entry: Chain['entries'][number] | undefined,
  seq: number,
  previous: string | null,
): string | undefined => {
  if (entry === undefined) return 'not a record';
  if (entry.seq !== seq) return `it carries number ${entry.seq}, expected ${seq}`;
  if (entry.previous !== previous) return 'it does not follow the entry before it';
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
  try {
    const last = lastEntry(home);
    const linked = { seq: (last?.seq ?? 0) + 1, previous: last?.hash ?? null, ...record };
    const entry: Chained<Record> = { ...linked, hash: hashOf(linked) };
    appendDurably(home.directory, NAME, () => `${JSON.stringify(entry)}\n`);
    return entry;
  } catch (error) {
    throw new Refusal('STATE_UNUSABLE', { path: join(home.path, NAME), reason: errnoOf(error) });
  }
};

/** The last whole entry, after making sure that the file exists and ends with it. */
const lastEntry = ({ directory }: StateHome): Chain['entries'][number] | undefined => {
  const { disk } = directory;
  const fd = disk.open(directory.at(NAME), OPEN.append | OPEN.ifMissing, 0o600);
  try {
    const size = Number(disk.fstat(fd).size);
    const bytes = readAll(disk, fd, size);
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end < size) disk.ftruncate(fd, end);
    if (size === 0) directory.sync();
    const start = end < 2 ? 0 : bytes.lastIndexOf(0x0a, end - 2) + 1;
    return parse(bytes.toString('utf8', start, end));
  } finally {
    disk.close(fd);
  }
};
