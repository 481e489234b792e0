/** Forgetting a place of memory: the owner takes its lines out of the file, with an entry in the journal (RFC-0009 §5.4). */
import type { Disk } from '#kernel/fs/disk.ts';
import type { SearchHit } from '#lib/protocol/protocol.ts';
import { archivedDayOf } from '#lib/text/day.ts';
import { textFault } from '#kernel/fs/bytes.ts';
import { pack, unpack } from '#kernel/memory/archive.ts';
import { bytesOf, changeMemory, withJournal } from '#kernel/memory/change.ts';
import type { ChangeEntry, MemoryChange } from '#kernel/memory/journal.ts';
import { changing, type Owner } from './memory.ts';
import { forgetInState } from '#kernel/memory/forgotten.ts';
import { Forgotten } from '#lib/memory/forgotten.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { Refusal } from '#lib/spec/refusals.ts';

/** What would be taken out of the files, and their texts before and after: of a log that was put away that of the log. */
export interface Forgetting {
  readonly changes: readonly MemoryChange[];
  readonly texts: readonly {
    readonly file: string;
    readonly before: string;
    readonly after: string;
  }[];
}

/** Lines of a file of memory. */
export type ForgottenPlace = Pick<SearchHit, 'file' | 'line' | 'to'>;

/** Throws FILE_… refusals. */
export const planForget = (workspace: Workspace, places: readonly ForgottenPlace[]): Forgetting => {
  const plans = [...Map.groupBy(places, ({ file }) => file)].map(([file, all]) => {
    const bytes = bytesOf(workspace, file);
    if (bytes === undefined) throw new Refusal('FILE_MOVED', { file });
    const isArchived = archivedDayOf(file) !== undefined;
    const log = isArchived ? unpack(file, bytes) : bytes;
    const reason = textFault(log);
    if (reason !== undefined) throw new Refusal('FILE_NOT_TEXT', { file, reason });
    const before = log.toString('utf8');
    // Lines with their ends, as the index counts them.
    const lines = before.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
    const isKept = (at: number): boolean =>
      !all.some(({ line, to = line }) => line - 1 <= at && at < to);
    const after = lines.filter((_, at) => isKept(at)).join('');
    const rest = Buffer.from(after);
    const change = { file, before: bytes, after: isArchived ? pack(rest) : rest };
    return { change, text: { file, before, after } };
  });
  return { changes: plans.map(({ change }) => change), texts: plans.map(({ text }) => text) };
};

/** What became of it. */
export interface WasForgotten {
  readonly entry: ChangeEntry;
  /** What still has it, in sentences. */
  readonly left: readonly string[];
  /** The words, wherever else they are looked for. */
  readonly words: Forgotten;
}

/**
 * Takes it out, if the files are still what the plan was made from, and out of the kernel's state: that entry of the journal
 * alone has it, and not even that where it is purged. Throws FILE_MOVED, WORKSPACE_… and STATE_… refusals.
 */
export const forgetPlaces = (
  disk: Disk,
  path: string,
  owner: Owner,
  {
    changes,
    texts,
    id,
    isPurged,
  }: Forgetting & { readonly id: string; readonly isPurged: boolean },
): WasForgotten =>
  changing(disk, path, owner, {}, (work) => {
    const note = { kind: 'forget', at: new Date().toISOString(), why: id } as const;
    const entry = changeMemory(work, note, changes);
    const gone = texts.flatMap(({ before, after }) => {
      const rest = new Set(linesOf(after));
      return linesOf(before).filter((line) => line.trim() !== '' && !rest.has(line));
    });
    const words = new Forgotten(gone);
    const left = forgetInState(work, gone, words, entry);
    if (isPurged) withJournal(work, (journal) => journal.purge(entry));
    return { entry, left, words };
  });

const linesOf = (text: string): readonly string[] => text.split(/\r\n|\r|\n/);
