/** What other programs have left in a workspace is told at the start (RFC-0009 §1); no file is opened for it. */
import { MEMORY_DIR } from '#lib/spec/files.ts';
import { copiedFile, mergeConflict } from '#lib/memory/foreign-marks.ts';
import type { Notify } from '#kernel/contract/events.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import { printable } from '#kernel/gate/broker.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';

/** So many names are told; of the others their number. */
const NAMES_MAX = 3;

/** Tells of merges that stopped in what was loaded and, to an owner's own session, of copies that synchronisers and editors made. */
export const reportForeignMarks = (
  workspace: Workspace,
  loaded: readonly { readonly file: string; readonly text: string }[],
  { kind, notice }: { readonly kind: 'main' | 'shared'; readonly notice: Notify },
): void => {
  for (const { file, text } of loaded) {
    const line = mergeConflict(text);
    if (line !== undefined)
      notice('§1', `${file}:${line} holds a merge conflict: both sides of it were loaded.`);
  }
  const copies = { main: copiesIn, shared: () => [] }[kind](workspace);
  if (copies.length === 0) return;
  const more = copies.length > NAMES_MAX ? `, and ${copies.length - NAMES_MAX} more` : '';
  const named = copies.slice(0, NAMES_MAX).map((name) => JSON.stringify(printable(name)));
  notice(
    '§1',
    `Copies that another program made of files here are read by no session: ${named.join(', ')}${more}.`,
  );
};

const copiesIn = (workspace: Workspace): readonly string[] => {
  try {
    const logs = workspace.memory()?.names() ?? [];
    const names = [...workspace.root.names(), ...logs.map((name) => `${MEMORY_DIR}/${name}`)];
    return names.filter((name) => copiedFile(name) !== undefined).toSorted();
  } catch (error) {
    // What cannot be listed is told by who needs it.
    if (errnoOf(error) === undefined) throw error;
    return [];
  }
};
