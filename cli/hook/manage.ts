/** `yamo hook install`, `uninstall` and `status`: our hooks in the settings of a host, as their owner asks for it. */
import { join } from 'node:path';
import process from 'node:process';
import { HOST_NAMES, type HostName } from '#lib/hook/event.ts';
import { HOSTS } from '#lib/hook/hosts.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { shellWord } from '#lib/spec/shell-word.ts';
import { readSettings, settingsPlace } from '#kernel/contract/settings.ts';
import { disk } from '#kernel/fs/disk.ts';
import {
  carryOutHook,
  type HookChange,
  installedIn,
  planInstall,
  planUninstall,
  switchedOffIn,
} from '#kernel/hook/install.ts';
import { type HookFile, hookFile, type Scope } from '#kernel/hook/host-files.ts';
import { forgetAllKept } from '#kernel/hook/forget.ts';
import { findProgram } from '#kernel/process/program.ts';
import { packageRoot } from '#kernel/process/package.ts';
import type { Given } from '#cli/args/options.ts';
import { patchOf } from '#cli/io/patch.ts';
import { harmless, print, printError, styled } from '#cli/io/terminal.ts';

/** A host's hooks in one settings file. */
export interface HookStatus {
  readonly host: HostName;
  readonly scope: Scope;
  readonly path: string;
  /** `stale`: what stands there starts another yamo, or one that is gone; `off`: the host does not ask, or not all. */
  readonly state: 'installed' | 'stale' | 'off' | 'unreadable';
  readonly detail?: string;
}

const place = () => ({ disk, uid: process.geteuid?.() ?? 0, environment: process.env });

/** With the paths of this very installation, for hosts know no PATH. */
const commandFor = (host: HostName): string => {
  const root = packageRoot();
  if (host === 'openclaw') return join(root, 'integrations', 'openclaw');
  const [, program = 'yamo'] = process.argv;
  return `${shellWord(process.execPath)} ${shellWord(disk.realpath(program))} hook --host ${host}`;
};

/** Runs the action. Throws HOOK_SETTINGS, SETTINGS_INVALID, STATE_… refusals. */
export const manageHooks = async (given: Given<'hook'>): Promise<number> => {
  const [action, name, ...more] = given.positionals;
  if (action === 'status' && name === undefined) return status(given);
  const host = HOST_NAMES.find((one) => one === name);
  if ((action !== 'install' && action !== 'uninstall') || host === undefined || more.length > 0)
    return misuse(
      `Say install HOST, uninstall HOST or status; a host is ${HOST_NAMES.join(', ')}.`,
    );
  if (given.flag('project') && given.flag('user'))
    return misuse('--project and --user exclude each other.');
  const scope = given.flag('user') || host === 'hermes' || host === 'openclaw' ? 'user' : 'project';
  const file = hookFile(host, scope, { environment: process.env }, process.cwd());
  if (file === undefined || (given.flag('project') && scope === 'user'))
    return misuse(`${HOSTS[host].title} has its hooks for its user only: --user`);
  const isInstall = action === 'install';
  const change = isInstall
    ? planInstall(file, commandFor(host), place())
    : planUninstall(file, place());
  show(change, given);
  if (given.flag('dry-run')) return EXIT.done;
  carryOutHook(change, isInstall, place());
  if (!isInstall) forgetAllKept(place());
  if (isInstall && given.flag('main')) await makeMain(given.text('settings'));
  if (!given.flag('json')) {
    print(`${doneText(change, isInstall, given.flag('main'))}\n`);
    const off = isInstall ? switchedOffIn(file, place(), process.cwd()) : undefined;
    if (off !== undefined) print(`But ${off}.\n`);
  }
  return EXIT.done;
};

const misuse = (text: string): number => {
  printError(`${text}\nSee: yamo hook --help\n`);
  return EXIT.usage;
};

const show = (change: HookChange, given: Given<'hook'>): void => {
  const { host, scope, path, before, after } = change;
  const isChanged = before !== after;
  if (given.flag('json')) {
    print(`${JSON.stringify({ event: 'hook', host, scope, path, changes: isChanged })}\n`);
    return;
  }
  if (isChanged) print(harmless(patchOf([{ file: path.slice(1), before, after: after ?? '' }])));
};

const doneText = (
  { path, host, scope, before, after }: HookChange,
  isInstall: boolean,
  isMain: boolean,
): string => {
  if (before === after)
    return isInstall ? `${path} has the hooks already.` : `${path} has no hooks of yamo.`;
  if (!isInstall) return `Taken back, in ${path}.`;
  const notes = NOTES[host];
  const shared = isMain ? '' : ` ${SHARED[scope]}`;
  const { program } = HOSTS[host];
  const absent =
    'path' in findProgram(program, process.env['PATH'] ?? '')
      ? ''
      : `\nBut there is no program ${program} on your PATH.`;
  return `Installed, in ${path}.${shared}${absent}${notes === undefined ? '' : `\n${notes}`}`;
};

/** What holds until the owner names a folder as their own. */
const SHARED: Readonly<Record<Scope, string>> = {
  project:
    'Until you add this folder to hook.mainProjects (or install with --main), yamo treats it as shared: MEMORY.md stays closed.',
  user: 'Until you add a folder to hook.mainProjects, yamo treats it as shared: MEMORY.md stays closed.',
};

const NOTES: Readonly<Partial<Record<HostName, string>>> = {
  codex: 'Codex runs hooks that you have trusted: say so in /hooks.',
  gemini:
    'Gemini CLI reads the settings of a project in folders that it trusts; --user holds in all.',
  hermes: 'Hermes asks once for each hook, at its next start at a terminal.',
  openclaw:
    'Say who you are on its channels: the setting primaryHuman. Then restart the gateway: openclaw gateway restart',
};

/** Names this folder as one in which only the primary human works. Throws SETTINGS_INVALID. */
const makeMain = async (settingsFile: string | undefined): Promise<void> => {
  const { hook } = await readSettings(disk, process.env, settingsFile);
  const here = disk.realpath(process.cwd());
  if (hook.mainProjects.includes(here)) return;
  const { changeSettings } = await import('#kernel/owner/settings-change.ts');
  const path = settingsPlace(process.env, settingsFile);
  changeSettings(disk, path, ['hook', 'mainProjects'], [...hook.mainProjects, here]);
  print(`Sessions in ${here} are main, by ${path}.\n`);
};

/** Every settings file in which our hooks stand, in this project and for this user. */
export const hookStatuses = (project = process.cwd()): readonly HookStatus[] => {
  const files = HOST_NAMES.flatMap((host) =>
    (['user', 'project'] as const).flatMap(
      (scope) => hookFile(host, scope, { environment: process.env }, project) ?? [],
    ),
  );
  // In the home of the user both are one.
  const all = new Map(files.toReversed().map((file) => [file.path, file]));
  return [...all.values()].toReversed().flatMap((file) => statusOf(file, project) ?? []);
};

const statusOf = (file: HookFile, project: string): HookStatus | undefined => {
  try {
    const commands = installedIn(file, { disk });
    if (commands.length === 0) return undefined;
    const off = switchedOffIn(file, place(), project);
    if (off !== undefined) return { ...file, state: 'off', detail: off };
    const isCurrent = planInstall(file, commandFor(file.host), place());
    return isCurrent.before === isCurrent.after
      ? { ...file, state: 'installed' }
      : {
          ...file,
          state: 'stale',
          detail: 'it starts another yamo, or not all of its hooks are there',
        };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...file, state: 'unreadable', detail: String(error.facts['reason'] ?? error.message) };
  }
};

const status = (given: Given<'hook'>): number => {
  const all = hookStatuses();
  if (given.flag('json')) {
    for (const one of all) print(`${JSON.stringify({ event: 'hook', ...one })}\n`);
  } else if (all.length === 0)
    print('No hooks are installed here or for you: yamo hook install HOST\n');
  else for (const one of all) print(`${hookLine(one)}\n`);
  return all.some(({ state }) => state !== 'installed') ? EXIT.refused : EXIT.done;
};

/** One of them, in a line. */
export const hookLine = ({ host, scope, path, state, detail }: HookStatus): string => {
  const sign = state === 'installed' ? styled('green', '✓') : styled('yellow', '·');
  const fix =
    state === 'stale' ? `; yamo hook install ${host}${scope === 'user' ? ' --user' : ''}` : '';
  return `${sign} ${HOSTS[host].title.padEnd(12)} ${harmless(path)}${detail === undefined ? '' : `: ${detail}`}${fix}`;
};
