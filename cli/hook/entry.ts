/** How hosts are to start this very yamo. */
import { delimiter, join, sep } from 'node:path';
import process from 'node:process';
import type { HostName } from '#lib/hook/event.ts';
import type { HookEntry } from '#lib/hook/hook-command.ts';
import { shellWord } from '#lib/spec/shell-word.ts';
import { disk } from '#kernel/fs/disk.ts';
import type { HookScope } from '#kernel/hook/host-files.ts';
import { versionOf } from '#kernel/process/child.ts';
import { packageRoot } from '#kernel/process/package.ts';
import { findProgram } from '#kernel/process/program.ts';

/** The first Claude Code that takes `onFailure`; an earlier one may refuse the whole file. */
const TAKES_ON_FAILURE = [2, 1, 295] as const;

const self = (): string => disk.realpath(process.argv[1] ?? 'yamo');

/** Is the `yamo` on the PATH this one? Not among the programs of packages, where `npx` finds it and no host does. */
export const isOnPath = (): boolean => {
  const places = (process.env['PATH'] ?? '').split(delimiter);
  const lasting = places.filter((place) => !place.split(sep).includes('node_modules'));
  const found = findProgram('yamo', lasting.join(delimiter));
  return 'path' in found && disk.realpath(found.path) === self();
};

/** By the PATH where it finds this yamo, and in what others share; else by the paths of this installation. */
const startsFor = (host: HostName, scope: HookScope): readonly string[] => {
  if (host === 'openclaw') return [join(packageRoot(), 'integrations', 'openclaw')];
  const absolute = `${shellWord(process.execPath)} ${shellWord(self())}`;
  if (scope === 'project') return ['yamo'];
  return isOnPath() ? ['yamo', absolute] : [absolute];
};

/** Everything that may rightly stand in a settings file: the first is what is written. */
export const entriesFor = async (
  host: HostName,
  scope: HookScope,
): Promise<readonly [HookEntry, ...HookEntry[]]> => {
  const forAll = scope === 'project';
  // What the colleagues have cannot be told.
  const version =
    host === 'claude-code' && !forAll
      ? await versionOf('claude', process.env['PATH'] ?? '')
      : undefined;
  const knowsOnFailure = forAll ? false : version && isFrom(version, TAKES_ON_FAILURE);
  const [first = '', ...more] = startsFor(host, scope);
  const entry = (start: string): HookEntry => ({ host, start, forAll, knowsOnFailure });
  return [entry(first), ...more.map(entry)];
};

/** Is a version this one, or one after it? */
export const isFrom = (version: readonly number[], first: readonly number[]): boolean => {
  const at = first.findIndex((number, index) => number !== version[index]);
  return at < 0 || (version[at] ?? 0) > (first[at] ?? 0);
};
