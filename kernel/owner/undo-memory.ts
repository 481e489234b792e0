/** Taking back a change of memory that is in the journal (RFC-0009 §5.3): with what was changed since, or not at all. */
import { isUtf8 } from 'node:buffer';
import { Refusal } from '#lib/spec/refusals.ts';
import { archivedDayOf, dayOf } from '#lib/text/day.ts';
import { mergeTexts } from '#lib/text/merge.ts';
import { dailyTitle } from '#lib/workspace/daily.ts';
import { bytesOf, type Changing, changeMemory, withJournal } from '#kernel/memory/change.ts';
import {
  type ChangeEntry,
  type MemoryChange,
  MemoryJournal,
  type Recorded,
  withUndone,
} from '#kernel/memory/journal.ts';
import { missingLines } from '#kernel/memory/logs-left.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome } from '#kernel/state/home.ts';
import type { Owner } from './memory.ts';

/** The journal of a workspace that is only looked at. Throws STATE_… refusals. */
export const journalOf = (workspace: Workspace, { uid, stateRoot }: Owner): readonly Recorded[] => {
  const home = StateHome.peek(stateRoot, workspace, uid);
  try {
    const journal = home && MemoryJournal.peek(home);
    const entries = journal?.list() ?? [];
    journal?.close();
    return withUndone(entries);
  } finally {
    home?.close();
  }
};

/** What undoing an entry would change. */
export interface Undoing {
  readonly entry: ChangeEntry;
  readonly changes: readonly MemoryChange[];
}

/**
 * Works out how entry `id` is taken back, or the last one that is not. Throws JOURNAL_UNKNOWN, JOURNAL_PURGED,
 * UNDO_CHANGED, FILE_… and STATE_… refusals, WORKSPACE_WRITING.
 */
export const planUndo = (changing: Changing, id?: number): Undoing =>
  withJournal(changing, (journal) => {
    const all = withUndone(journal.list());
    const found =
      id === undefined ? all.findLast(isOpen) : all.find(({ entry }) => entry.id === id);
    if (found === undefined) throw noEntry(id);
    if (found.isUndone)
      throw new Refusal('JOURNAL_UNKNOWN', { reason: `entry ${found.entry.id} is undone already` });
    return undoingOf(changing, journal, found.entry);
  });

/** Of this number, or that is not undone. */
export const noEntry = (id?: number): Refusal =>
  new Refusal('JOURNAL_UNKNOWN', {
    reason: `the journal of memory has no entry ${id ?? 'that is not undone'}`,
  });

/** The next entry of the run that one was of, such as many logs that were put away; `undefined` if there is none. Throws as `planUndo`. */
export const planNext = (changing: Changing, { at, kind }: ChangeEntry): Undoing | undefined =>
  withJournal(changing, (journal) => {
    const found = withUndone(journal.list()).findLast(isOpen)?.entry;
    return found !== undefined && found.at === at && found.kind === kind
      ? undoingOf(changing, journal, found)
      : undefined;
  });

const isOpen = ({ entry, isUndone }: Recorded): boolean => entry.kind !== 'undo' && !isUndone;

const undoingOf = (
  { workspace }: Changing,
  journal: MemoryJournal,
  entry: ChangeEntry,
): Undoing => {
  const changes = journal
    .changes(entry)
    .flatMap((change) =>
      entry.lines === true
        ? (putBackLines(workspace, change) ?? [])
        : (takenBack(workspace, entry.id, change) ?? []),
    );
  if (changes.length === 0)
    throw new Refusal('JOURNAL_UNKNOWN', { reason: `nothing of entry ${entry.id} is left` });
  return { entry, changes };
};

/**
 * Takes it back, as a change of its own. It takes nothing out of MEMORY.md but what the entry had put there, which is
 * no loss; but for an undo, which had put back what was there before. Throws as `changeMemory`.
 */
export const undoEntry = (
  changing: Changing,
  { entry, changes }: Undoing,
  given: { readonly consent?: boolean } = {},
): ChangeEntry =>
  changeMemory(
    changing,
    { kind: 'undo', at: new Date().toISOString(), undoes: entry.id },
    changes,
    { consent: given.consent === true || entry.kind !== 'undo' },
  );

/** The kernel's own lines that a log has lost, behind what stands there now; `undefined` if it has them all. Throws FILE_… refusals. */
const putBackLines = (
  workspace: Workspace,
  { file, before }: MemoryChange,
): MemoryChange | undefined => {
  const now = bytesOf(workspace, file);
  const text = now?.toString('utf8') ?? dailyTitle(dayOf(file) ?? '');
  const gone = missingLines(
    Buffer.from(before ?? []).toString('utf8'),
    now === undefined ? '' : text,
  );
  if (gone.length === 0) return undefined;
  const lines = gone.map((line) => (line.startsWith('## ') ? `\n${line}\n` : `${line}\n`));
  const end = Buffer.from((text === '' || text.endsWith('\n') ? '' : '\n') + lines.join(''));
  return { file, before: now, after: Buffer.concat([now ?? Buffer.from(text), end]) };
};

/** How one file goes back; `undefined` if it is back already. Throws UNDO_CHANGED, FILE_… refusals. */
const takenBack = (
  workspace: Workspace,
  id: number,
  { file, before, after }: MemoryChange,
): MemoryChange | undefined => {
  const now = bytesOf(workspace, file);
  if (isSame(now, before)) return undefined;
  if (isSame(now, after)) return { file, before: now, after: before };
  const merged = archivedDayOf(file) === undefined ? merge(after, before, now) : undefined;
  if (merged === undefined) throw new Refusal('UNDO_CHANGED', { file, id });
  return { file, before: now, after: Buffer.from(merged) };
};

/** What was changed since goes with it, where the two do not meet. */
const merge = (
  base: Uint8Array | undefined,
  mine: Uint8Array | undefined,
  theirs: Uint8Array | undefined,
): string | undefined => {
  if (base === undefined || mine === undefined || theirs === undefined) return undefined;
  const texts = [base, mine, theirs];
  if (!texts.every(isUtf8)) return undefined;
  const [one = '', other = '', third = ''] = texts.map((bytes) => Buffer.from(bytes).toString());
  return mergeTexts(one, other, third)?.merged;
};

const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === undefined || other === undefined ? one === other : Buffer.from(one).equals(other);
