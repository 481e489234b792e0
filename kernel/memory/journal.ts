/**
 * The journal of memory (RFC-0009 §5.2, §5.3): every change of MEMORY.md, and every log that is put away, cut or removed, with
 * the texts of before and after, in the kernel's state. It is written before the change is made, so that a change which a
 * kill interrupts is known, and it is what a change is undone from. What was changed outside is in it when it is found.
 *
 * An entry is two files in `journal/`: `N.json` says what was done to which files, `N.gz` holds their texts. After
 * JOURNAL_DAYS, or when the owner purges it, the texts go and the entry stays.
 */
import { join } from 'node:path';
import { FILE_SETTLED_MS, JOURNAL_DAYS, JOURNAL_ENTRY_MAX_BYTES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { archivedDayOf } from '#lib/text/day.ts';
import type { GuardedBy } from '#lib/guard.ts';
import type { Forgotten } from '#lib/memory/forgotten.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import { sweepTemporaries } from '#kernel/fs/replace.ts';
import { isThere, StateHome, unusable } from '#kernel/state/home.ts';
import { STATE } from '#kernel/state/kinds.ts';
import type { isJournalEntry, isJournalNote } from '#kernel/state/shapes.ts';
import { stateOf, type StateStore } from '#kernel/state/store.ts';
import { pack, unpack } from './archive.ts';

const DAY_MS = 86_400_000;
/** An entry holds before and after of one file at least, however long, as base64. */
const TEXTS_MAX_BYTES = 6 * JOURNAL_ENTRY_MAX_BYTES;

/** A file of memory before and after; `undefined` where it is not there. */
export interface MemoryChange {
  readonly file: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/** What is known of a change beside the files. */
export type JournalNote = GuardedBy<typeof isJournalNote>;

/** One entry, without the texts. */
export type ChangeEntry = GuardedBy<typeof isJournalEntry>;

/** An entry, and whether a later one has taken it back. */
export interface Recorded {
  readonly entry: ChangeEntry;
  readonly isUndone: boolean;
}

/** Entries, the oldest first, with what became of each. */
export const withUndone = (entries: readonly ChangeEntry[]): readonly Recorded[] => {
  const undone = new Set<number>();
  // An undo that was itself taken back does not count: the newest say first.
  for (const { id, undoes } of entries.toReversed())
    if (undoes !== undefined && !undone.has(id)) undone.add(undoes);
  return entries.map((entry) => ({ entry, isUndone: undone.has(entry.id) }));
};

/** The journal of one workspace. Whoever writes holds the write lock of the workspace. */
export class MemoryJournal {
  readonly #home: StateHome<'journal'>;
  readonly #state: StateStore<'journal'>;

  private constructor(home: StateHome<'journal'>) {
    this.#home = home;
    this.#state = stateOf(home);
  }

  /** Opens the journal in the state of a workspace, creating it. Throws STATE_UNUSABLE. */
  static open(home: StateHome): MemoryJournal {
    return new MemoryJournal(StateHome.common('journal', home.path, home));
  }

  /** The same to be looked at; `undefined` if nothing was ever written down. Throws STATE_UNUSABLE. */
  static peek(home: StateHome): MemoryJournal | undefined {
    return isThere(home.disk, join(home.path, 'journal')) ? MemoryJournal.open(home) : undefined;
  }

  /** All entries, the oldest first. Throws STATE_UNUSABLE, STATE_DAMAGED. */
  list(): readonly ChangeEntry[] {
    return this.ids().flatMap((id) => this.entry(id) ?? []);
  }

  /** One entry; `undefined` if there is none. Throws STATE_UNUSABLE, STATE_DAMAGED. */
  entry(id: number): ChangeEntry | undefined {
    return this.#state.read(STATE.journalEntry, String(id));
  }

  /** The files of an entry with their texts. Throws JOURNAL_PURGED, STATE_UNUSABLE, STATE_DAMAGED. */
  changes({ id, files, at, purged }: ChangeEntry): readonly MemoryChange[] {
    const key = String(id);
    const bytes = purged === true ? undefined : this.#state.read(STATE.journalTexts, key);
    if (bytes === undefined) throw new Refusal('JOURNAL_PURGED', { id, at });
    const texts = this.#textsIn(key, bytes);
    const textOf = (hash: string | null): Buffer | undefined => {
      if (hash === null) return undefined;
      const text = texts.get(hash);
      if (text === undefined) throw this.#damaged(key);
      return text;
    };
    return files.map(({ file, before, after }) => ({
      file,
      before: textOf(before),
      after: textOf(after),
    }));
  }

  /** Is this the change that an entry is about, and the whole of it? */
  isOf({ files }: ChangeEntry, { file, before, after }: MemoryChange): boolean {
    const [only, ...others] = files;
    return (
      others.length === 0 &&
      only?.file === file &&
      only.before === digestOf(before) &&
      only.after === digestOf(after)
    );
  }

  /** Writes down what is about to be done, durably. Throws STATE_UNUSABLE. */
  begin(note: JournalNote, changes: readonly MemoryChange[]): ChangeEntry {
    this.#sweepTemporaries();
    const id = (this.ids().at(-1) ?? 0) + 1;
    const texts = new Map(
      changes
        .flatMap(({ before, after }) => [before ?? [], after ?? []].flat())
        .map((bytes) => [sha256(bytes), Buffer.from(bytes).toString('base64')]),
    );
    const packed = pack(Buffer.from(JSON.stringify(Object.fromEntries(texts))));
    this.#state.write(STATE.journalTexts, packed, String(id));
    const entry: ChangeEntry = {
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
    this.#state.write(STATE.journalEntry, entry, String(id));
    this.#sweepIfPossible();
    return entry;
  }

  #sweepTemporaries(): void {
    try {
      sweepTemporaries(this.#home.directory);
    } catch (error) {
      throw unusable(error, this.#home.path);
    }
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
  done(entry: ChangeEntry): ChangeEntry {
    const ended: ChangeEntry = { ...entry, state: 'done' };
    this.#state.write(STATE.journalEntry, ended, String(entry.id));
    return ended;
  }

  /** Nothing of it was done. Throws STATE_UNUSABLE. */
  drop({ id }: ChangeEntry): void {
    this.#state.remove(STATE.journalEntry, String(id));
    this.#state.remove(STATE.journalTexts, String(id));
  }

  /** Forgets the texts of an entry; it can no longer be undone. Throws STATE_UNUSABLE. */
  purge(entry: ChangeEntry): void {
    this.#state.write(STATE.journalEntry, { ...entry, purged: true }, String(entry.id));
    this.#state.remove(STATE.journalTexts, String(entry.id));
  }

  /**
   * Forgets the texts of all entries but `own` in which one of these lines stands, and what proposals of any said of them. Throws STATE_UNUSABLE, STATE_DAMAGED.
   */
  purgeLines(lines: readonly string[], forgotten: Forgotten, own: ChangeEntry): void {
    for (const entry of this.list()) {
      const { proposal } = entry;
      const said =
        proposal !== undefined && forgotten.isIn(JSON.stringify(proposal))
          ? { ...entry, proposal: forgotten.withoutIn(proposal) }
          : entry;
      if (said !== entry) this.#state.write(STATE.journalEntry, said, String(entry.id));
      if (entry.id === own.id || entry.purged === true || entry.state !== 'done') continue;
      const texts = this.changes(entry).flatMap(({ file, before, after }) =>
        [before ?? [], after ?? []].flat().map((bytes) => textIn(file, bytes)),
      );
      if (texts.some((text) => lines.some((line) => text.includes(line)))) this.purge(said);
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

  /** Changes whenever an entry does; `undefined` where that cannot be told yet. */
  stamp(): string | undefined {
    const { directory, disk } = this.#home;
    const { ino, ctimeNs } = disk.fstat(directory.fd);
    // Two changes in one tick of the clock of a file system have one time.
    const isSettled = Date.now() - Number(ctimeNs / 1_000_000n) >= FILE_SETTLED_MS;
    return isSettled ? `${ino} ${ctimeNs}` : undefined;
  }

  close(): void {
    this.#home.close();
  }

  /** The numbers of all entries, in their order. Throws STATE_UNUSABLE. */
  ids(): readonly number[] {
    return this.#state
      .keys(STATE.journalEntry)
      .map(Number)
      .toSorted((one, other) => one - other);
  }

  #textsIn(key: string, bytes: Buffer): ReadonlyMap<string, Buffer> {
    try {
      const value: unknown = JSON.parse(
        unpack(STATE.journalTexts.file(key), bytes, TEXTS_MAX_BYTES).toString('utf8'),
      );
      return new Map(
        Object.entries(Object(value)).map(([hash, text]) => [
          hash,
          Buffer.from(String(text), 'base64'),
        ]),
      );
    } catch {
      throw this.#damaged(key);
    }
  }

  #damaged(key: string): Refusal {
    return new Refusal('STATE_DAMAGED', {
      path: this.#state.path(STATE.journalTexts, key),
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
