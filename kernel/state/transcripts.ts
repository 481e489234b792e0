/**
 * What was said in the sessions of a workspace, to show it and to resume it: one file each in the kernel's state,
 * mode 0600, a JSON line for each thing. Only as much as the session itself was shown and told; a main session's is
 * never part of a shared one (RFC-0009 §4.1). No proof of anything: that is the chain of records.
 */
import { join } from 'node:path';
import { TRANSCRIPT_MAX_BYTES } from '#lib/spec/limits.ts';
import { writeAll } from '#kernel/fs/bytes.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { replaceFile } from '#kernel/fs/replace.ts';
import { errnoOf, OPEN, systemError } from '#kernel/fs/disk.ts';
import { readAll } from '#kernel/fs/bytes.ts';
import { KIND_NAMES } from '#lib/spec/session-policy.ts';
import { either, type GuardedBy, isAnything, isString, objectOf, oneOf } from '#lib/guard.ts';
import { FORGOTTEN, type Forgotten } from '#lib/memory/forgotten.ts';
import { parsedJson } from '#lib/text/json.ts';
import { type StateHome, unusable as stateUnusable } from './home.ts';
import { TRANSCRIPT_FILE } from './kinds.ts';

const FOLDER = 'transcripts';

const isHead = objectOf(
  {
    v: oneOf(1),
    id: isString,
    kind: oneOf(...KIND_NAMES),
    agent: isString,
    /** ISO 8601, UTC. */
    startedAt: isString,
  },
  {
    /** The folder in which an editor worked when it began; absent where it began in the workspace itself. */
    folder: isString,
  },
);

/** The first line of a transcript. */
export type TranscriptHead = GuardedBy<typeof isHead>;

const isEntry = either(
  objectOf({ t: oneOf('boot'), bootId: isString, at: isString }),
  objectOf({ t: oneOf('human', 'agent'), text: isString, at: isString }),
  objectOf({ t: oneOf('tool'), id: isString, text: isString, status: isString }),
  objectOf({ t: oneOf('kept'), entry: isAnything }),
);

/** `kept` is the agent's own, for nobody else to read; `boot` says where a kernel took the session up. */
export type TranscriptEntry = GuardedBy<typeof isEntry>;

/** A transcript as `yamo sessions` lists it. */
export interface TranscriptSummary extends TranscriptHead {
  /** When something was last said; ISO 8601, UTC. */
  readonly updatedAt: string;
  /** The beginning of what the human said first. */
  readonly title: string;
  readonly turns: number;
}

const TITLE_MAX_CHARS = 80;

/** A transcript that is written. Nothing is created before the first entry; from then on the file stays open. */
export class Transcript {
  readonly head: TranscriptHead;
  readonly #home: StateHome;
  readonly #isNew: boolean;
  #fd: number | undefined;

  private constructor(home: StateHome, head: TranscriptHead, isNew: boolean) {
    this.#home = home;
    this.head = head;
    this.#isNew = isNew;
  }

  static begin(home: StateHome, head: TranscriptHead): Transcript {
    return new Transcript(home, head, true);
  }

  /** Goes on with one that exists. */
  static goOn(home: StateHome, head: TranscriptHead): Transcript {
    return new Transcript(home, head, false);
  }

  /** One write for each call. Throws STATE_UNUSABLE, also where the file was removed meanwhile. */
  add(...entries: readonly TranscriptEntry[]): void {
    const isFirst = this.#fd === undefined;
    const lines = isFirst && this.#isNew ? [this.head, ...entries] : entries;
    // What was there may end in a line that a killed kernel left half-written.
    const end = isFirst && !this.#isNew ? '\n' : '';
    const text = end + lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const { disk } = this.#home.directory;
    this.#fd ??= this.#open();
    try {
      const { nlink, size } = disk.fstat(this.#fd);
      if (nlink === 0n) throw new Gone();
      const bytes = Buffer.from(text);
      if (Number(size) + bytes.byteLength > TRANSCRIPT_MAX_BYTES)
        throw systemError('EFBIG', 'a transcript that is too long');
      writeAll(disk, this.#fd, bytes);
    } catch (error) {
      throw unusable(this.#home, error);
    }
  }

  /** Nothing more is added. Throws STATE_UNUSABLE where the system says only now that it could not keep something. */
  close(): void {
    const fd = this.#fd;
    this.#fd = undefined;
    try {
      if (fd !== undefined) this.#home.directory.disk.close(fd);
    } catch (error) {
      throw unusable(this.#home, error);
    }
  }

  #open(): number {
    if (this.#isNew) makeFolder(this.#home);
    const flags = OPEN.append | (this.#isNew ? OPEN.ifMissing : 0);
    const fd = within(this.#home, (directory) =>
      directory.disk.open(directory.at(`${this.head.id}.jsonl`), flags, 0o600),
    );
    if (fd === undefined) throw unusable(this.#home, new Gone());
    return fd;
  }
}

/** A file that is written has no name any more. */
class Gone extends Error {
  readonly code = 'ENOENT';
}

/** The transcripts of a workspace, the one that was written last first. Throws STATE_UNUSABLE. */
export const listTranscripts = (home: StateHome): readonly TranscriptSummary[] =>
  names(home)
    .flatMap((name) => {
      const read = readTranscript(home, name);
      return read === undefined ? [] : [summaryOf(read)];
    })
    .toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));

interface ReadTranscript {
  readonly head: TranscriptHead;
  readonly entries: readonly TranscriptEntry[];
}

/** One transcript, as far as its lines are whole; `undefined` if there is none. Throws STATE_UNUSABLE. */
export const readTranscript = (home: StateHome, id: string): ReadTranscript | undefined => {
  if (!TRANSCRIPT_FILE.test(`${id}.jsonl`)) return undefined;
  const text = within(home, (directory) => {
    const { disk } = directory;
    const path = directory.at(`${id}.jsonl`);
    if (disk.lstat(path) === undefined) return undefined;
    const fd = disk.open(path, OPEN.read);
    try {
      return readAll(disk, fd, Number(disk.fstat(fd).size)).toString('utf8');
    } finally {
      disk.close(fd);
    }
  });
  // A line that a killed kernel left half-written is no line.
  const [head, ...entries] = (text ?? '').split('\n').flatMap((line) => parsedJson(line) ?? []);
  return isHead(head) && head.id === id ? { head, entries: entries.filter(isEntry) } : undefined;
};

/** What was kept by the agent, in its order. */
export const agentEntries = ({ entries }: ReadTranscript): readonly unknown[] =>
  entries.flatMap((entry) => (entry.t === 'kept' ? [entry.entry] : []));

/** The boots that a transcript went through, the first one first; it has the id of that. Throws STATE_UNUSABLE. */
export const bootsOf = (home: StateHome, id: string): readonly string[] => {
  const entries = readTranscript(home, id)?.entries ?? [];
  return [...new Set([id, ...entries.flatMap((one) => (one.t === 'boot' ? one.bootId : []))])];
};

/** Removes what nothing was added to for `days`. Throws STATE_UNUSABLE. */
export const sweepTranscripts = (home: StateHome, days: number, now: Date): void => {
  const oldest = now.getTime() - days * 86_400_000;
  for (const id of names(home))
    within(home, (directory) => {
      const { disk } = directory;
      const path = directory.at(`${id}.jsonl`);
      const stat = disk.lstat(path);
      if (stat !== undefined && Number(stat.mtimeMs) < oldest) disk.unlink(path);
    });
};

/** Removes one, also where a session still writes it: that can add no more. Was it there? Throws STATE_UNUSABLE. */
export const removeTranscript = (home: StateHome, id: string): boolean =>
  TRANSCRIPT_FILE.test(`${id}.jsonl`) &&
  within(home, (directory) => {
    const { disk } = directory;
    const path = directory.at(`${id}.jsonl`);
    if (disk.lstat(path) === undefined) return false;
    disk.unlink(path);
    directory.sync();
    return true;
  }) === true;

/**
 * Takes forgotten words out of all transcripts, and summaries of those that had them, since they may say the same in other
 * words. Returns which of the `open` ones still have them. Throws STATE_UNUSABLE.
 */
export const forgetInTranscripts = (
  home: StateHome,
  forgotten: Forgotten,
  open: readonly string[],
): readonly string[] =>
  names(home).filter((id) => {
    const read = readTranscript(home, id);
    if (read === undefined || !forgotten.isIn(JSON.stringify(read.entries))) return false;
    if (open.includes(id)) return true;
    const entries = read.entries.map((entry) => withoutSummary(forgotten.withoutIn(entry)));
    const text = [read.head, ...entries].map((line) => `${JSON.stringify(line)}\n`).join('');
    within(home, (directory) =>
      replaceFile(directory, { name: `${id}.jsonl`, bytes: Buffer.from(text) }),
    );
    return false;
  });

const isSummary = objectOf({ compacted: objectOf({ summary: isString, kept: isAnything }) });

const withoutSummary = (entry: TranscriptEntry): TranscriptEntry =>
  entry.t === 'kept' && isSummary(entry.entry)
    ? {
        ...entry,
        entry: { ...entry.entry, compacted: { ...entry.entry.compacted, summary: FORGOTTEN } },
      }
    : entry;

const names = (home: StateHome): readonly string[] =>
  (within(home, (directory) => directory.names()) ?? []).flatMap(
    (name) => TRANSCRIPT_FILE.exec(name)?.[1] ?? [],
  );

const makeFolder = (home: StateHome): void => {
  const { directory } = home;
  try {
    directory.disk.mkdir(directory.at(FOLDER), 0o700);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw unusable(home, error);
  }
};

/** `undefined` while there is no folder. */
const within = <Value>(
  home: StateHome,
  work: (directory: Directory) => Value,
): Value | undefined => {
  const { disk } = home.directory;
  const path = home.directory.at(FOLDER);
  try {
    if (disk.lstat(path) === undefined) return undefined;
    const directory = Directory.open(disk, path);
    try {
      return work(directory);
    } finally {
      directory.close();
    }
  } catch (error) {
    throw unusable(home, error);
  }
};

const unusable = ({ path }: StateHome, error: unknown): unknown =>
  stateUnusable(error, join(path, FOLDER));

const summaryOf = ({ head, entries }: ReadTranscript): TranscriptSummary => {
  const said = entries.flatMap((entry) => (entry.t === 'human' ? [entry.text] : []));
  const times = entries.flatMap((entry) => ('at' in entry ? [entry.at] : []));
  const title = (said[0] ?? '').replaceAll(/\s+/gu, ' ').trim();
  return {
    ...head,
    updatedAt: times.at(-1) ?? head.startedAt,
    title: title.length > TITLE_MAX_CHARS ? `${title.slice(0, TITLE_MAX_CHARS - 1)}…` : title,
    turns: said.length,
  };
};
