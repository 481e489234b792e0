/** Forgetting a place of memory: the owner takes its lines out of the file, with an entry in the journal (RFC-0009 §5.4). */
import type { Disk } from '#kernel/fs/disk.ts';
import type { SearchHit } from '#lib/protocol/protocol.ts';
import { archivedDayOf } from '#lib/text/day.ts';
import { textFault } from '#kernel/fs/bytes.ts';
import { pack, unpack } from '#kernel/memory/archive.ts';
import { bytesOf, changeMemory, withJournal } from '#kernel/memory/change.ts';
import type { ChangeEntry, MemoryChange } from '#kernel/memory/journal.ts';
import { changing, type Owner } from './memory.ts';
import { stateOf } from '#kernel/state/store.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { Refusal } from '#lib/spec/refusals.ts';

/** What would be taken out of a file, and its text before and after: of a log that was put away that of the log. */
interface Forgetting {
  readonly change: MemoryChange;
  readonly before: string;
  readonly after: string;
}

/** Throws FILE_… refusals. */
export const planForget = (
  workspace: Workspace,
  { file, line, to = line }: SearchHit,
): Forgetting => {
  const bytes = bytesOf(workspace, file);
  if (bytes === undefined) throw new Refusal('FILE_MOVED', { file });
  const isArchived = archivedDayOf(file) !== undefined;
  const log = isArchived ? unpack(file, bytes) : bytes;
  const reason = textFault(log);
  if (reason !== undefined) throw new Refusal('FILE_NOT_TEXT', { file, reason });
  const before = log.toString('utf8');
  // Lines with their ends, as the index counts them.
  const lines = before.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
  const after = [...lines.slice(0, line - 1), ...lines.slice(to)].join('');
  const rest = Buffer.from(after);
  return { change: { file, before: bytes, after: isArchived ? pack(rest) : rest }, before, after };
};

/**
 * Takes it out, if the file is still what the plan was made from; of the journal that entry alone has it. Throws FILE_MOVED,
 * WORKSPACE_… and STATE_… refusals.
 */
export const forgetPlace = (
  disk: Disk,
  path: string,
  owner: Owner,
  { change, id, before, after }: Forgetting & { readonly id: string },
): ChangeEntry =>
  changing(disk, path, owner, {}, (work) => {
    const note = { kind: 'forget', at: new Date().toISOString(), why: id } as const;
    const entry = changeMemory(work, note, [change]);
    const rest = new Set(linesOf(after));
    const gone = linesOf(before).filter((line) => line.trim() !== '' && !rest.has(line));
    withJournal(work, (journal) => journal.purgeLines(gone, entry));
    // They may say the same.
    stateOf(work.home).removeAll('with what is forgotten');
    return entry;
  });

const linesOf = (text: string): readonly string[] => text.split(/\r\n|\r|\n/);
