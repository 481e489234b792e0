/** `yamo memory undo`: the journal of memory, and taking back what is in it. */
import { EXIT } from '#lib/spec/exits.ts';
import { archivedDayOf } from '#lib/text/day.ts';
import { findSavedOver, leftIn, withJournal } from '#kernel/memory/change.ts';
import { commitChanges, type Committed } from '#kernel/memory/commit.ts';
import type { MemoryChange, Recorded } from '#kernel/memory/journal.ts';
import {
  journalOf,
  noEntry,
  planNext,
  planUndo,
  undoEntry as takeBack,
  type Undoing,
} from '#kernel/owner/undo-memory.ts';
import type { OwnedMemory } from '#kernel/owner/memory.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { Given } from '#cli/args/options.ts';
import { patchOf } from '#cli/io/patch.ts';
import { harmless, jsonLine, print, printError, styled } from '#cli/io/terminal.ts';
import { isToCommit, tellCommitted } from './commit.ts';
import { looking, owner, toChange, toChangeLater } from './owner.ts';
import type { RunAction, Words } from './words.ts';

/** Throws JOURNAL_…, UNDO_CHANGED, SETTINGS_INVALID, FILE_…, MEMORY_UNWRITABLE, WORKSPACE_…, LAYOUT_… and STATE_… refusals. */
export const undo: RunAction = async (given, words) => {
  const id = words.about === undefined ? undefined : Number(words.about);
  if (given.flag('list')) return list(given, words);
  if (given.flag('purge'))
    return id === undefined
      ? 'Say which entry: yamo memory undo ID --purge.'
      : purge(given, words, id);
  const commit = await isToCommit(given);
  const takenBack = async ({ opened: changing, day }: OwnedMemory): Promise<number> => {
    // What nobody has found yet can be taken back, too.
    for (const line of findSavedOver(changing, day.machineDay)) printError(`${line}\n`);
    const plan = planUndo(changing, id);
    if (given.flag('dry-run')) {
      if (given.flag('json'))
        print(
          jsonLine({
            would: plan.entry.id,
            files: filesOf(plan.changes),
            patch: pictureOf(plan.changes),
          }),
        );
      else print(pictureOf(plan.changes));
      return EXIT.done;
    }
    const undone: Undoing[] = [];
    const ids: number[] = [];
    let next: Undoing | undefined = plan;
    while (next !== undefined) {
      ids.push(takeBack(changing, next, { consent: given.flag('consent') }).id);
      undone.push(next);
      next = id === undefined ? planNext(changing, plan.entry) : undefined;
    }
    const commits = commit ? await committed(changing.workspace, undone) : [];
    tell(undone, ids, given.flag('json'), commits);
    return EXIT.done;
  };
  return toChangeLater(given, words, takenBack, { anyLayout: true });
};

/** Each as a commit of its own. */
const committed = async (
  workspace: Workspace,
  undone: readonly Undoing[],
): Promise<readonly Committed[]> => {
  const done: Committed[] = [];
  for (const { entry, changes } of undone)
    done.push(
      await commitChanges(
        workspace,
        changes,
        `Undo entry ${entry.id} (${entry.kind})`,
        process.env,
      ),
    );
  return done;
};

const tell = (
  undone: readonly Undoing[],
  ids: readonly number[],
  json: boolean,
  commits: readonly Committed[],
): void => {
  const changes = undone.flatMap((one) => one.changes);
  const entries = undone.map(({ entry }) => entry.id);
  const kind = undone[0]?.entry.kind ?? '';
  if (json) {
    const more = commits.length === 0 ? {} : { commits };
    print(jsonLine({ undone: entries, files: filesOf(changes), journal: ids, ...more }));
  } else {
    print(
      `${styled('green', '✓')} ${entries.length === 1 ? 'entry' : 'entries'} ${entries.toReversed().join(', ')} (${kind}) undone: ${namesOf(changes)}\n`,
    );
    for (const one of commits) tellCommitted(one);
  }
};

const filesOf = (changes: readonly MemoryChange[]): readonly string[] =>
  changes.map(({ file }) => file);

/** One by one, or how many. */
const namesOf = (files: readonly { readonly file: string }[]): string =>
  files.length <= NAMES_SHOWN ? files.map(({ file }) => file).join(', ') : `${files.length} files`;

const NAMES_SHOWN = 2;

const list = (given: Given<'memory'>, words: Words): number =>
  looking(given, words, (workspace) => {
    const entries = journalOf(workspace, owner());
    if (given.flag('json'))
      for (const { entry, isUndone } of entries) print(jsonLine({ ...entry, undone: isUndone }));
    else if (entries.length === 0) print('The journal of this memory is empty.\n');
    else for (const one of entries) print(lineOf(one));
    return EXIT.done;
  });

const lineOf = ({ entry, isUndone }: Recorded): string => {
  const { id, at, kind, files, undoes, purged, state, why, found, announced } = entry;
  const marks = [
    undoes === undefined ? [] : `of ${undoes}`,
    found === true ? 'outside yamo' : [],
    state === 'done' ? [] : announced === true ? 'announced' : 'interrupted',
    isUndone ? 'undone' : [],
    purged === true ? 'texts gone' : [],
  ].flat();
  const more = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
  const reason = why === undefined ? '' : `  ${harmless(why)}`;
  return `${String(id).padStart(4)}  ${at.slice(0, 16).replace('T', ' ')} UTC  ${kind.padEnd(7)}  ${namesOf(files)}${more}${styled('dim', reason)}\n`;
};

const purge = (given: Given<'memory'>, words: Words, id: number): number =>
  toChange(given, words, (changing) =>
    withJournal(changing, (journal) => {
      const entry = journal.entry(id);
      if (entry === undefined) throw noEntry(id);
      journal.purge(entry);
      for (const { file } of entry.files) leftIn(changing).forget(file);
      if (given.flag('json')) print(jsonLine({ purged: id }));
      else print(`${styled('green', '✓')} the texts of entry ${id} are gone\n`);
      return EXIT.done;
    }),
  );

/** Whole files in a word, changed ones as a patch. */
const pictureOf = (changes: readonly MemoryChange[]): string =>
  changes
    .map(({ file, before, after }) => {
      if (before === undefined) return `restore ${file}\n`;
      if (after === undefined) return `remove ${file}\n`;
      if (archivedDayOf(file) !== undefined) return `replace ${file}\n`;
      return harmless(patchOf([{ file, before: textOf(before), after: textOf(after) }]));
    })
    .join('');

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
