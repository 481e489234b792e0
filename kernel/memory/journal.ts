/**
 * The journal of memory (RFC-0009 §5.2, §5.3): every change of MEMORY.md, and every log that is put away, cut or removed, with
 * the texts of before and after, in the kernel's state. It is written before the change is made, so that a change which a
 * kill interrupts is known, and it is what a change is undone from. What was changed outside is in it when it is found.
 *
 * An entry is two files in `journal/`: `N.json` says what was done to which files, `N.gz` holds their texts. After
 * JOURNAL_DAYS, or when the owner purges it, the texts go and the entry stays.
 */
import { join } from 'node:path';
import type { Proposal } from '#lib/memory/proposal.ts';
import { JOURNAL_DAYS, JOURNAL_ENTRY_MAX_BYTES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { archivedDayOf } from '#lib/text/day.ts';
import { isJsonObject } from '#lib/text/json.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { sweepTemporaries } from '#kernel/fs/replace.ts';
import { isThere, JOURNAL, StateHome } from '#kernel/state/home.ts';
import { pack, unpack } from './archive.ts';

const NAME = /^([1-9]\d{0,8})\.json$/;
const DAY_MS = 86_400_000;
/** An entry holds before and after of one file at least, however long, as base64. */
const TEXTS_MAX_BYTES = 6 * JOURNAL_ENTRY_MAX_BYTES;

/** What was done: by a command of the owner, or through the gate (`write`). */
const JOURNAL_KINDS = ['write', 'curate', 'archive', 'retain', 'forget', 'undo'] as const;

type JournalKind = (typeof JOURNAL_KINDS)[number];

/** A file of memory before and after; `undefined` where it is not there. */
export interface MemoryChange {
  readonly file: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/** What is known of a change beside the files. */
export interface JournalNote {
  readonly kind: JournalKind;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Why, in a sentence for the owner. */
  readonly why?: string;
  /** The entry that this one undoes. */
  readonly undoes?: number;
  /** It was made outside, and found by comparison. */
  readonly found?: true;
  /** A log was saved over: what was there before is known of the kernel's own lines alone. */
  readonly lines?: true;
  /** A host was allowed to make it; that it did is seen later. */
  readonly announced?: true;
  /** Nobody was asked: the owner's settings allow it. */
  readonly unasked?: true;
  /** Of a proposal: entries that were added, with the places that they are from, and lines that were taken out, with why. */
  readonly proposal?: Proposal;
}

/** One entry, without the texts. */
export interface JournalEntry extends JournalNote {
  readonly version: 1;
  readonly id: number;
  readonly files: readonly {
    readonly file: string;
    /** SHA-256; `null` where the file was, or is, not there. */
    readonly before: string | null;
    readonly after: string | null;
  }[];
  /** `begun`: a kill came in between. */
  readonly state: 'begun' | 'done';
  /** Its texts are gone. */
  readonly purged?: true;
}

/** The journal of one workspace. Whoever writes holds the write lock of the workspace. */
export class MemoryJournal {
  readonly #home: StateHome;

  private constructor(home: StateHome) {
    this.#home = home;
  }

  /** Opens the journal in the state of a workspace, creating it. Throws STATE_UNUSABLE. */
  static open({ path, directory }: StateHome, uid: number): MemoryJournal {
    return new MemoryJournal(StateHome.common(path, JOURNAL, directory.disk, uid));
  }

  /** The same to be looked at; `undefined` if nothing was ever written down. Throws STATE_UNUSABLE. */
  static peek(home: StateHome, uid: number): MemoryJournal | undefined {
    const path = join(home.path, JOURNAL);
    return isThere(home.directory.disk, path) ? MemoryJournal.open(home, uid) : undefined;
  }

  /** All entries, the oldest first. Throws STATE_UNUSABLE, STATE_DAMAGED. */
  list(): readonly JournalEntry[] {
    return this.ids().flatMap((id) => this.entry(id) ?? []);
  }

  /** One entry; `undefined` if there is none. Throws STATE_UNUSABLE, STATE_DAMAGED. */
  entry(id: number): JournalEntry | undefined {
    return this.#home.readJson(`${id}.json`, isEntry);
  }

  /** The files of an entry with their texts. Throws JOURNAL_PURGED, STATE_UNUSABLE, STATE_DAMAGED. */
  changes({ id, files, at, purged }: JournalEntry): readonly MemoryChange[] {
    const name = `${id}.gz`;
    const bytes = purged === true ? undefined : this.#home.read(name);
    if (bytes === undefined) throw new Refusal('JOURNAL_PURGED', { id, at });
    const texts = this.#textsIn(name, bytes);
    const textOf = (hash: string | null): Buffer | undefined => {
      if (hash === null) return undefined;
      const text = texts.get(hash);
      if (text === undefined) throw this.#damaged(name);
      return text;
    };
    return files.map(({ file, before, after }) => ({
      file,
      before: textOf(before),
      after: textOf(after),
    }));
  }

  /** Is this the change that an entry is about, and the whole of it? */
  isOf({ files }: JournalEntry, { file, before, after }: MemoryChange): boolean {
    const [only, ...others] = files;
    return (
      others.length === 0 &&
      only?.file === file &&
      only.before === digestOf(before) &&
      only.after === digestOf(after)
    );
  }

  /** Writes down what is about to be done, durably. Throws STATE_UNUSABLE. */
  begin(note: JournalNote, changes: readonly MemoryChange[]): JournalEntry {
    this.#guarded(sweepTemporaries);
    const id = (this.ids().at(-1) ?? 0) + 1;
    const texts = new Map(
      changes
        .flatMap(({ before, after }) => [before ?? [], after ?? []].flat())
        .map((bytes) => [sha256(bytes), Buffer.from(bytes).toString('base64')]),
    );
    this.#home.write(`${id}.gz`, pack(Buffer.from(JSON.stringify(Object.fromEntries(texts)))));
    const entry: JournalEntry = {
      version: 1,
      id,
      ...note,
      files: changes.map(({ file, before, after }) => ({
        file,
        before: digestOf(before),
        after: digestOf(after),
      })),
      state: 'begun',
    };
    this.#home.writeJson(`${id}.json`, entry);
    this.#sweepIfPossible();
    return entry;
  }

  /** What cannot be forgotten now is forgotten with the next change. */
  #sweepIfPossible(): void {
    try {
      this.sweep(new Date());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** It was done. Throws STATE_UNUSABLE. */
  done(entry: JournalEntry): JournalEntry {
    const ended: JournalEntry = { ...entry, state: 'done' };
    this.#home.writeJson(`${entry.id}.json`, ended);
    return ended;
  }

  /** Nothing of it was done. Throws STATE_UNUSABLE. */
  drop({ id }: JournalEntry): void {
    this.#home.remove(`${id}.json`);
    this.#home.remove(`${id}.gz`);
  }

  /** Forgets the texts of an entry; it can no longer be undone. Throws STATE_UNUSABLE. */
  purge(entry: JournalEntry): void {
    this.#home.writeJson(`${entry.id}.json`, { ...entry, purged: true });
    this.#home.remove(`${entry.id}.gz`);
  }

  /** Forgets the texts of all entries but `own` in which one of these lines stands. Throws STATE_UNUSABLE, STATE_DAMAGED. */
  purgeLines(lines: readonly string[], own: JournalEntry): void {
    for (const entry of this.list()) {
      if (entry.id === own.id || entry.purged === true || entry.state !== 'done') continue;
      const texts = this.changes(entry).flatMap(({ file, before, after }) =>
        [before ?? [], after ?? []].flat().map((bytes) => textIn(file, bytes)),
      );
      if (texts.some((text) => lines.some((line) => text.includes(line)))) this.purge(entry);
    }
  }

  /** Forgets the texts that are older than JOURNAL_DAYS at `now`. Throws STATE_UNUSABLE, STATE_DAMAGED. */
  sweep(now: Date): void {
    for (const id of this.ids()) {
      const entry = this.entry(id);
      if (entry === undefined) continue;
      // Those behind it are younger.
      if (now.getTime() - Date.parse(entry.at) <= JOURNAL_DAYS * DAY_MS) return;
      if (entry.purged !== true && entry.state === 'done') this.purge(entry);
    }
  }

  close(): void {
    this.#home.close();
  }

  /** The numbers of all entries, in their order. Throws STATE_UNUSABLE. */
  ids(): readonly number[] {
    return this.#guarded((directory) =>
      directory
        .names()
        .flatMap((name) => NAME.exec(name)?.[1] ?? [])
        .map(Number)
        .toSorted((one, other) => one - other),
    );
  }

  #guarded<Value>(work: (directory: Directory) => Value): Value {
    const { directory, path } = this.#home;
    try {
      return work(directory);
    } catch (error) {
      throw asRefusal(error, (reason) => new Refusal('STATE_UNUSABLE', { path, reason }));
    }
  }

  #textsIn(name: string, bytes: Buffer): ReadonlyMap<string, Buffer> {
    try {
      const value: unknown = JSON.parse(unpack(name, bytes, TEXTS_MAX_BYTES).toString('utf8'));
      return new Map(
        Object.entries(Object(value)).map(([hash, text]) => [
          hash,
          Buffer.from(String(text), 'base64'),
        ]),
      );
    } catch {
      throw this.#damaged(name);
    }
  }

  #damaged(name: string): Refusal {
    return new Refusal('STATE_DAMAGED', {
      path: `${this.#home.path}/${name}`,
      reason: 'not the texts of a journal',
    });
  }
}

/** Of a log that was put away that of the log. */
const textIn = (file: string, bytes: Uint8Array): string => {
  try {
    return Buffer.from(archivedDayOf(file) === undefined ? bytes : unpack(file, bytes)).toString();
  } catch (error) {
    if (error instanceof Refusal) return '';
    throw error;
  }
};

const digestOf = (bytes: Uint8Array | undefined): string | null =>
  bytes === undefined ? null : sha256(bytes);

const isEntry = (value: unknown): value is JournalEntry =>
  isJsonObject(value) &&
  value['version'] === 1 &&
  Number.isSafeInteger(value['id']) &&
  JOURNAL_KINDS.some((kind) => kind === value['kind']) &&
  typeof value['at'] === 'string' &&
  (value['state'] === 'begun' || value['state'] === 'done') &&
  Array.isArray(value['files']) &&
  value['files'].every(isFile);

const isFile = (value: unknown): boolean =>
  isJsonObject(value) &&
  typeof value['file'] === 'string' &&
  (value['before'] === null || typeof value['before'] === 'string') &&
  (value['after'] === null || typeof value['after'] === 'string');
