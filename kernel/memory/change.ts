/**
 * Changes of the files of memory by their owner (RFC-0009 §5.2, §5.3): several files as one change, in the journal before
 * the first of them, each compared before it is replaced, and put back where not all of them can be changed.
 */
import { lossOf } from '#lib/memory/loss.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { archivedDayOf } from '#lib/text/day.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { createFile, refuseIfMoved, replaceFile, sweepTemporaries } from '#kernel/fs/replace.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { inArchive, readBytes } from './archive.ts';
import type { Exclusively } from './daily-log.ts';
import { findChange, changeText, isAnnounced, savedOverText, type Site, utf8Of } from './found.ts';
import { type ChangeEntry, type JournalNote, type MemoryChange, MemoryJournal } from './journal.ts';
import { keepMemory, storedMemory, lookAtMemory, MEMORY, type Seen, takeUntold } from './kept.ts';
import { LogsLeft } from './logs-left.ts';
import { settleProposal } from './proposals.ts';

/** What changes are made with. */
export interface Changing extends Site {
  readonly exclusively: Exclusively;
  /** Where many changes are made one after the other. */
  readonly run?: ChangeBatch;
}

/** What need not be found out again for each change of a run: it would take longer the more were made. */
export class ChangeBatch {
  /** Entries of the journal that no kill has left half done. */
  readonly settled = new Set<number>();
  /** Folders in which a killed kernel has left nothing, by their paths. */
  readonly swept = new Set<string>();
}

/**
 * Changes files as one, and notes it in the journal. Where a file is not what `before` says nothing is changed. Throws
 * FILE_MOVED, MEMORY_UNWRITABLE, FILE_…, STATE_… refusals, WORKSPACE_WRITING; MEMORY_LOSS without the owner's `consent`.
 */
export const changeMemory = (
  changing: Changing,
  note: JournalNote,
  changes: readonly MemoryChange[],
  { consent = false }: { readonly consent?: boolean } = {},
): ChangeEntry =>
  withJournal(changing, (journal) => {
    const { workspace, run = new ChangeBatch() } = changing;
    if (!consent) refuseLoss(changes);
    for (const { file, before } of changes)
      if (!isSame(bytesOf(workspace, file), before)) throw new Refusal('FILE_MOVED', { file });
    const entry = journal.begin(note, changes);
    try {
      for (const { file } of changes) sweepFolder(workspace, file, run);
      for (const change of changes) put(workspace, change);
      syncRemovals(workspace, changes);
    } catch (error) {
      // Where that fails too the entry stays, and the next command continues with it.
      putBack(workspace, changes);
      journal.drop(entry);
      throw error;
    }
    const ended = end(changing, journal, entry);
    run.settled.add(entry.id);
    if (changes.some(({ file }) => file === MEMORY)) keepNow(changing);
    for (const { file } of changes) leftIn(changing).settle(file);
    return ended;
  });

/**
 * Notes a change that somebody else is about to make, under the write lock; returns what is to be called when it is made.
 * Throws STATE_… refusals, WORKSPACE_WRITING.
 */
export const noteChange = (
  changing: Changing,
  note: JournalNote,
  changes: readonly MemoryChange[],
): (() => void) => {
  const entry = withJournal(changing, (journal) => journal.begin(note, changes));
  return () => {
    const journal = MemoryJournal.open(changing.home);
    try {
      changing.exclusively(() => {
        end(changing, journal, entry);
        keepNow(changing);
      });
    } catch (error) {
      // The change is made: the next command finds that out by itself.
      if (!(error instanceof Refusal)) throw error;
    } finally {
      journal.close();
    }
  };
};

/** MEMORY.md as the kernel itself has left it. Throws STATE_UNUSABLE. */
const keepNow = ({ workspace, home }: Changing): void => {
  const now = lookAtMemory(workspace);
  if (!('fault' in now)) keepMemory(home, now, storedMemory(home)?.untold);
};

/** How the journal is opened. */
interface Opening {
  /** Hosts may be about to write what they were allowed to: that stays announced. */
  readonly isHook?: boolean;
  /** MEMORY.md as it was read just now. */
  readonly seen?: Seen | undefined;
}

/**
 * Runs `work` on the journal while nobody else changes the files, after what a kill left was settled and what was changed
 * outside was found. MEMORY.md is opened: for main sessions, and for commands of its owner. Throws STATE_… refusals,
 * WORKSPACE_WRITING.
 */
export const withJournal = <Value>(
  changing: Changing,
  work: (journal: MemoryJournal) => Value,
  { isHook = false, seen }: Opening = {},
): Value =>
  changing.exclusively(() => {
    const { home, run = new ChangeBatch() } = changing;
    const journal = MemoryJournal.open(home);
    try {
      const entries = journal
        .ids()
        .flatMap((id) => (run.settled.has(id) ? [] : (journal.entry(id) ?? [])));
      const begun = entries.filter(({ state }) => state === 'begun');
      for (const { id, state } of entries) if (state === 'done') run.settled.add(id);
      for (const entry of begun) if (!isAnnounced(entry)) settle(changing, journal, entry);
      findChange(changing, journal, seen);
      if (!isHook)
        for (const { id } of begun.filter(isAnnounced)) {
          const entry = journal.entry(id);
          if (entry !== undefined && isAnnounced(entry)) journal.drop(entry);
        }
      return work(journal);
    } finally {
      journal.close();
    }
  });

/** Finds what MEMORY.md has become, and what is to be told of it, once. `seen`: as it was read just now. Throws as `withJournal`. */
export const takeFound = (changing: Changing, seen: Seen | undefined): string | undefined => {
  const untold = withJournal(changing, () => takeUntold(changing.home), { seen });
  return untold && changeText(untold);
};

/** What the kernel left in the logs of a workspace. */
export const leftIn = ({ workspace, home }: Omit<Changing, 'exclusively'>): LogsLeft =>
  new LogsLeft(workspace, home);

/**
 * Finds logs of the past days that another program saved over, once; what is gone of the kernel's own lines stands in the
 * journal, to be put back. Returns a line for each, for its human. Throws as `withJournal`.
 */
export const findSavedOver = (changing: Changing, today: string): readonly string[] => {
  const left = leftIn(changing);
  if (!left.mayDiffer()) return [];
  return withJournal(
    changing,
    (journal) => {
      const found = left.savedOver(today);
      const said = found.map((one) => savedOverText(journal, one));
      for (const { file } of found) left.settle(file);
      return said;
    },
    { isHook: true },
  );
};

/** Work of the owner's own command on MEMORY.md, which is no change from outside. Throws as `withJournal`, and what `work` throws. */
export const keepingMemory = <Value>(changing: Changing, work: () => Value): Value =>
  changing.exclusively(() => {
    withJournal(changing, () => undefined);
    const value = work();
    keepNow(changing);
    return value;
  });

/** What was proposed and is made waits no longer; it is the entry that says so last. Throws STATE_UNUSABLE. */
const end = ({ home }: Site, journal: MemoryJournal, entry: ChangeEntry): ChangeEntry => {
  if (entry.proposal !== undefined) settleProposal(home, entry.proposal);
  return journal.done(entry);
};

/** A kill came in between: what was done as a whole counts as done, what was done in part goes back. A file that somebody has changed since stays. */
const settle = (site: Site, journal: MemoryJournal, entry: ChangeEntry): void => {
  const { workspace } = site;
  const changes = journal.changes(entry);
  if (changes.every((change) => isMade(workspace, change))) {
    end(site, journal, entry);
    return;
  }
  putBack(workspace, changes);
  journal.drop(entry);
};

const isMade = (workspace: Workspace, { file, after }: MemoryChange): boolean =>
  isSame(bytesOf(workspace, file), after);

/** The files that were changed go back, the last one first. A call that failed may have done its work. */
const putBack = (workspace: Workspace, changes: readonly MemoryChange[]): void => {
  for (const { file } of changes) at(workspace, file, false, sweepTemporaries);
  for (const change of changes.toReversed())
    if (isMade(workspace, change)) put(workspace, reversed(change));
  syncRemovals(workspace, changes.map(reversed));
};

/** What was added and taken out unasked in the past `ms` milliseconds. Throws STATE_… refusals, WORKSPACE_WRITING. */
export const unaskedSince = (
  changing: Changing,
  ms: number,
): { readonly added: number; readonly removed: number } => {
  const from = Date.now() - ms;
  const recent = withJournal(changing, (journal) => journal.list()).flatMap(
    ({ at, unasked, proposal }) =>
      unasked === true && proposal !== undefined && Date.parse(at) >= from ? [proposal] : [],
  );
  return {
    added: recent.reduce((sum, { add }) => sum + add.length, 0),
    removed: recent.reduce((sum, { remove }) => sum + remove.length, 0),
  };
};

/** Throws MEMORY_LOSS. */
export const refuseLoss = (changes: readonly MemoryChange[]): void => {
  const memory = changes.find(({ file }) => file === MEMORY);
  if (memory === undefined) return;
  const { lost, lines, isMost } = lossOf(utf8Of(memory.before), utf8Of(memory.after));
  if (isMost) throw new Refusal('MEMORY_LOSS', { lost, lines });
};

const reversed = ({ file, before, after }: MemoryChange): MemoryChange => ({
  file,
  before: after,
  after: before,
});

/** The bytes of a file of memory; `undefined` if it is absent. Throws FILE_… refusals. */
export const bytesOf = (workspace: Workspace, file: string): Buffer | undefined =>
  at(workspace, file, false, (directory, name) => readBytes(directory, name, file)?.bytes);

const isSame = (one: Buffer | undefined, other: Uint8Array | undefined): boolean =>
  one === undefined || other === undefined ? one === other : one.equals(other);

/** No boot looks into the archive for what a killed kernel left; nobody else writes now. Throws MEMORY_UNWRITABLE. */
const sweepFolder = (workspace: Workspace, file: string, { swept }: ChangeBatch): void => {
  const folder = folderOf(file);
  if (swept.has(folder)) return;
  at(workspace, file, false, sweepTemporaries);
  swept.add(folder);
};

/** What is gone is so for good, once for each folder. Throws MEMORY_UNWRITABLE. */
const syncRemovals = (workspace: Workspace, changes: readonly MemoryChange[]): void => {
  const removed = changes.filter(({ after }) => after === undefined);
  const oneOfEach = new Map(removed.map(({ file }) => [folderOf(file), file]));
  for (const file of oneOfEach.values())
    at(workspace, file, false, (directory) => directory.sync());
};

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1);

/** Changes one file, durably; that it is gone, with `syncRemovals`. Throws FILE_MOVED, MEMORY_UNWRITABLE, FILE_… refusals. */
const put = (workspace: Workspace, { file, before, after }: MemoryChange): void => {
  at(workspace, file, after !== undefined, (directory, name) => {
    const now = readBytes(directory, name, file);
    if (!isSame(now?.bytes, before)) throw new Refusal('FILE_MOVED', { file });
    if (now === undefined) {
      if (after !== undefined) createFile(directory, name, after);
    } else if (after === undefined) {
      refuseIfMoved(file, directory.disk.lstat(directory.at(name)), now.stat);
      directory.disk.unlink(directory.at(name));
    } else replaceFile(directory, { name, bytes: after, previous: now.stat });
  });
};

/** Runs `work` where a file of memory lies; `undefined` without that folder. `make`: it is made then. */
const at = <Value>(
  workspace: Workspace,
  file: string,
  make: boolean,
  work: (directory: Directory, name: string) => Value,
): Value | undefined => {
  try {
    const name = file.slice(file.lastIndexOf('/') + 1);
    if (archivedDayOf(file) !== undefined)
      return inArchive(workspace, (directory) => work(directory, name), make);
    if (make && file.includes('/')) workspace.ensureMemory();
    const place = workspace.place(file);
    return place && work(place.directory, place.name);
  } catch (error) {
    throw asRefusal(error, (errno) => new Refusal('MEMORY_UNWRITABLE', { file, errno }));
  }
};
