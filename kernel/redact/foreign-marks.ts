/** What other programs have left in a workspace is told at the start (RFC-0009 §1); no file is opened for it. */
import { MEMORY_DIR } from '#lib/spec/files.ts';
import { copiedFile, mergeConflict, noteDayOf } from '#lib/memory/foreign-marks.ts';
import type { Notify } from '#kernel/contract/events.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';
import { printable } from '#lib/text/unseen.ts';
import { tryCall } from '#kernel/process/try-call.ts';

/** So many names are told; of the others their number. */
const NAMES_MAX = 3;

/** Tells of merges that stopped in what was loaded and, in main sessions, of copies of other programs and notes of the days beside their logs. */
export const reportForeignMarks = (
  workspace: Workspace,
  loaded: readonly { readonly file: string; readonly text: string }[],
  { kind, notice, days }: Told,
): void => {
  for (const { file, text } of loaded) {
    const line = mergeConflict(text);
    if (line !== undefined)
      notice('§1', `${file}:${line} holds a merge conflict: both sides of it were loaded.`);
  }
  const names = kind.permissions.view === 'workspace' ? namesIn(workspace) : [];
  const copies = names.filter((name) => copiedFile(name) !== undefined);
  const notes = names.filter((name) => days.includes(noteDayOf(name) ?? ''));
  if (copies.length > 0)
    notice(
      '§1',
      `Copies that another program made of files here are read by no session: ${named(copies)}.`,
    );
  if (notes.length > 0)
    notice('§2.5', `Not loaded, since a boot loads the log of a day alone: ${named(notes)}.`);
};

interface Told {
  readonly kind: SessionKind;
  readonly notice: Notify;
  /** Those whose logs were loaded. */
  readonly days: readonly string[];
}

const named = (names: readonly string[]): string => {
  const more = names.length > NAMES_MAX ? `, and ${names.length - NAMES_MAX} more` : '';
  const quoted = names.slice(0, NAMES_MAX).map((name) => JSON.stringify(printable(name)));
  return quoted.join(', ') + more;
};

const namesIn = (workspace: Workspace): readonly string[] => {
  // What cannot be listed is told by who needs it.
  return (
    tryCall(() => {
      const logs = workspace.memory()?.names() ?? [];
      return [...workspace.root.names(), ...logs.map((name) => `${MEMORY_DIR}/${name}`)].toSorted();
    }) ?? []
  );
};
