/** Forgetting a place of memory: the owner takes its lines out of the file, with an entry in the journal (RFC-0009 §5.4). */
import type { Disk } from '#kernel/fs/disk.ts';
import type { SearchHit } from '#lib/protocol/protocol.ts';
import { archivedDayOf } from '#lib/text/day.ts';
import { bytesOf, changeMemory } from '#kernel/memory/change.ts';
import type { JournalEntry, MemoryChange } from '#kernel/memory/journal.ts';
import { changing, type Owner } from './memory.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { Refusal } from '#lib/spec/refusals.ts';

/** What would be taken out. Throws MESH_ARCHIVED, FILE_… refusals. */
export const planForget = (
  workspace: Workspace,
  { file, line, to = line }: SearchHit,
): MemoryChange => {
  if (archivedDayOf(file) !== undefined) throw new Refusal('MESH_ARCHIVED', { file });
  const before = bytesOf(workspace, file);
  if (before === undefined) throw new Refusal('FILE_MOVED', { file });
  // Lines with their ends, as the index counts them.
  const lines = before.toString('utf8').match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
  const after = [...lines.slice(0, line - 1), ...lines.slice(to)].join('');
  return { file, before, after: Buffer.from(after) };
};

/** Takes it out, if the file is still what the plan was made from. Throws FILE_MOVED, WORKSPACE_… and STATE_… refusals. */
export const forgetPlace = (
  disk: Disk,
  path: string,
  owner: Owner,
  { change, id }: { readonly change: MemoryChange; readonly id: string },
): JournalEntry =>
  changing(disk, path, owner, {}, (work) =>
    changeMemory(work, { kind: 'forget', at: new Date().toISOString(), why: id }, [change]),
  );
