/**
 * Changes of MEMORY.md that nobody journaled before they were made (RFC-0009 §5.3): an editor's, a program's, a host's tool's
 * whose result was not known. They are found by comparison with the bytes kept last, and are told.
 */
import { lossOf } from '#lib/memory/loss.ts';
import { LOG_REVIEW_DAYS } from '#lib/spec/limits.ts';
import { daysFrom } from '#lib/text/days.ts';
import { stripBom } from '#kernel/fs/bytes.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { type ChangeEntry, type MemoryChange, MemoryJournal } from './journal.ts';
import {
  storeFault,
  keepMemory,
  type StoredMemory,
  storedMemory,
  lookAtMemory,
  MEMORY,
  type Seen,
  type UntoldChange,
} from './kept.ts';
import { type LeftLog, missingLines, type SavedOver } from './logs-left.ts';

/** Where a change is looked for. */
export interface Site {
  readonly workspace: Workspace;
  readonly home: StateHome;
}

/**
 * Notices what MEMORY.md has become since it was kept, and keeps that. The caller holds the write lock, and no entry of
 * the kernel's own is open. `seen`: it was read just now. Throws STATE_… refusals.
 */
export const findChange = (
  { workspace, home }: Site,
  journal: MemoryJournal,
  seen?: Seen,
): void => {
  const now = seen ?? lookAtMemory(workspace);
  if ('fault' in now) {
    // It was saved while it was read: the next look finds it.
    if (now.fault !== 'FILE_MOVED') storeFault(home, now.fault);
    return;
  }
  const kept = storedMemory(home);
  const found =
    kept === undefined || isSame(kept.bytes, now.bytes)
      ? kept?.untold
      : journaled(journal, { file: MEMORY, before: kept.bytes, after: now.bytes }, kept);
  keepMemory(home, now, found);
};

/** The change stands in the journal when this returns; what is to be told of it. */
const journaled = (
  journal: MemoryJournal,
  change: MemoryChange,
  { untold }: StoredMemory,
): UntoldChange | undefined => {
  const about = journal.list().filter(({ files }) => files.some(({ file }) => file === MEMORY));
  const announced = about.find((entry) => isAnnounced(entry) && isOf(journal, entry, change));
  const last = about.findLast((entry) => entry.state === 'done');
  if (announced !== undefined) {
    // With the bytes as they came: a host may have kept the ends of lines of the file.
    if (journal.isOf(announced, change)) journal.done(announced);
    else {
      journal.drop(announced);
      journal.done(journal.begin(noteOf(announced), [change]));
    }
    return untold;
  }
  // Whoever journaled it was killed before it was kept.
  const known = last !== undefined && journal.isOf(last, change) ? last : undefined;
  if (known !== undefined && known.found !== true) return untold;
  const entry =
    known ??
    journal.done(
      journal.begin({ kind: 'write', at: new Date().toISOString(), found: true }, [change]),
    );
  const { added, lost } = linesOf(change);
  return {
    id: entry.id,
    added: (untold?.added ?? 0) + added,
    lost: (untold?.lost ?? 0) + lost,
  };
};

/** A host was allowed to write it, and may not have done so yet. */
export const isAnnounced = ({ announced, state }: ChangeEntry): boolean =>
  announced === true && state === 'begun';

const noteOf = ({ kind, at }: ChangeEntry): Pick<ChangeEntry, 'kind' | 'at'> => ({ kind, at });

/** Is this what was announced, but for the ends of its lines? */
const isOf = (journal: MemoryJournal, entry: ChangeEntry, change: MemoryChange): boolean => {
  if (journal.isOf(entry, change)) return true;
  const [announced] = journal.changes(entry);
  return (
    isSame(announced?.before, change.before) && plain(announced?.after) === plain(change.after)
  );
};

const plain = (bytes: Uint8Array | undefined): string | undefined =>
  bytes && stripBom(utf8Of(bytes)).replaceAll('\r\n', '\n').trimEnd();

/** Lines that came and went. */
const linesOf = ({ before, after }: MemoryChange): Pick<UntoldChange, 'added' | 'lost'> => ({
  added: lossOf(utf8Of(after), utf8Of(before)).lost,
  lost: lossOf(utf8Of(before), utf8Of(after)).lost,
});

export const utf8Of = (bytes: Uint8Array | undefined): string =>
  bytes === undefined ? '' : Buffer.from(bytes).toString('utf8');

const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === undefined || other === undefined ? one === other : Buffer.from(one).equals(other);

/** Journals what is gone of the kernel's own lines, once; what its human is told. */
export const savedOverText = (journal: MemoryJournal, { file, own, now }: SavedOver): string => {
  const gone = missingLines(own, utf8Of(now)).length;
  const what = `${file} was ${now === undefined ? 'removed' : 'saved over'} outside yamo`;
  if (gone === 0) return `${what}; the lines that the kernel wrote there are all in it.`;
  const change = { file, before: Buffer.from(own), after: now };
  // Whoever journaled it was killed before it was settled.
  const known = journal.list().findLast((entry) => entry.lines === true);
  const entry =
    known !== undefined && journal.isOf(known, change)
      ? known
      : journal.done(
          journal.begin({ kind: 'write', at: new Date().toISOString(), found: true, lines: true }, [
            change,
          ]),
        );
  return `${what}: ${gone} ${gone === 1 ? 'line' : 'lines'} of the kernel's own are gone (yamo memory undo ${entry.id} puts them back at its end).`;
};

/** What the kernel had written in logs that were saved over in the past days, and that its human was told of. Throws STATE_… refusals. */
export const toldLogs = (home: StateHome): readonly LeftLog[] => {
  const journal = MemoryJournal.peek(home);
  if (journal === undefined) return [];
  try {
    const today = dayIn(new Date().toISOString());
    const told: LeftLog[] = [];
    /** What was done to them since: they were put back, away, or removed on purpose. */
    const settled = new Set<string>();
    for (const id of journal.ids().toReversed()) {
      const entry = journal.entry(id);
      if (entry === undefined || daysFrom(dayIn(entry.at), today) > LOG_REVIEW_DAYS) break;
      const isOpen = entry.lines === true && entry.purged !== true;
      for (const { file, before } of isOpen ? journal.changes(entry) : [])
        if (!settled.has(file)) told.push({ file, own: utf8Of(before) });
      for (const { file } of entry.files) settled.add(file);
    }
    return told;
  } finally {
    journal.close();
  }
};

/** Of a time as the journal has it. */
const dayIn = (at: string): string => at.slice(0, 'YYYY-MM-DD'.length);

/** What their human is told of a change that was found. */
export const changeText = ({ id, added, lost }: UntoldChange): string =>
  `MEMORY.md was changed outside yamo: ${added} added, ${lost} taken out (yamo memory undo ${id} takes it back).`;
