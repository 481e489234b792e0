/** Where a command of `yamo memory` works, and by whom it is run. */
import process from 'node:process';
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { disk } from '#kernel/fs/disk.ts';
import type { Changing } from '#kernel/memory/change.ts';
import {
  changing,
  type Changer,
  changingLater,
  lookingAt,
  type Day,
  type OwnedMemory,
  type Owner,
} from '#kernel/owner/memory.ts';
import type { Told } from '#kernel/owner/days-there.ts';
import { readMemoryFile } from '#kernel/memory/logs.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import type { FileText } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { layoutSaid, workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { Progress } from '#cli/io/progress.ts';
import { harmless, printError, styledError } from '#cli/io/terminal.ts';
import type { Words } from './words.ts';

type MemoryGiven = Given<'memory'>;

/** Who runs this command. */
export const owner = (): Owner => ({
  uid: process.geteuid?.() ?? 0,
  stateRoot: xdgFolder('XDG_STATE_HOME', process.env),
  environment: process.env,
});

const told = (given: MemoryGiven): Told => ({ date: given.text('date'), zone: given.text('tz') });

/** The workspace that the command is about. */
export const workspacePath = ({ positional }: Words): string =>
  workspaceOf({ positional, positionals: [] });

/** Runs `work` on the workspace, which is only looked at. Throws WORKSPACE_… refusals. */
export const looking = <Value>(
  given: MemoryGiven,
  words: Words,
  work: (workspace: Workspace, day: Day) => Value,
): Value => lookingAt(disk, workspacePath(words), owner(), told(given), work);

/** Runs `work` on the workspace to change it. Throws WORKSPACE_…, LAYOUT_… and STATE_… refusals. */
export const toChange = <Value>(
  given: MemoryGiven,
  words: Words,
  work: (changing: Changing, day: Day) => Value,
): Value =>
  changing(
    disk,
    workspacePath(words),
    { ...owner(), layout: layoutSaid(given) },
    told(given),
    work,
  );

/** The same for work that takes its time. */
export const toChangeLater = <Value>(
  given: MemoryGiven,
  words: Words,
  work: (memory: OwnedMemory) => Promise<Value>,
  more: Pick<Changer, 'anyLayout'> = {},
): Promise<Value> =>
  changingLater(
    disk,
    workspacePath(words),
    { ...owner(), layout: layoutSaid(given), ...more },
    told(given),
    work,
  );

/** `--days`, or so many. */
export const daysOf = (given: MemoryGiven, otherwise: number): number =>
  Number(given.text('days') ?? otherwise);

/**
 * Reads each of these files of memory. One that cannot be read is named and passed over, and the exit code says so: what
 * was found is not all that there is.
 */
export const readEach = <One extends { readonly file: string }>(
  workspace: Workspace,
  all: readonly One[],
  work: (one: One, read: FileText) => void,
): number => {
  const progress = new Progress();
  const passedOver: Refusal[] = [];
  for (const [index, one] of all.entries()) {
    progress.show(`${index} of ${all.length} files`);
    try {
      const read = readMemoryFile(workspace, one.file);
      if (read !== undefined) work(one, read);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      passedOver.push(error);
    }
  }
  progress.done();
  for (const { code, message } of passedOver)
    printError(`${styledError('yellow', '!')} ${harmless(message)} (${code})\n`);
  return passedOver.length > 0 ? EXIT.machine : EXIT.done;
};
