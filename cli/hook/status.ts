/** What stands in the settings of hosts, for `yamo hook status` and `yamo doctor`. */
import process from 'node:process';
import { HOST_NAMES, type HostName } from '#lib/hook/event.ts';
import { isForAll } from '#lib/hook/hook-command.ts';
import { HOSTS } from '#lib/hook/hosts.ts';
import { isInstalled } from '#lib/hook/settings-edit.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { HookSettings } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import { type HookFile, readTogether, type HookScope } from '#kernel/hook/host-files.ts';
import {
  hookFileFault,
  installedIn,
  readSettingsText,
  switchedOffIn,
} from '#kernel/hook/install.ts';
import type { UndecidedSessions } from '#kernel/hook/untold.ts';
import { harmless, styled } from '#cli/io/terminal.ts';
import { entriesFor } from './entry.ts';

/** A host's hooks in one settings file. */
export interface HookStatus {
  readonly host: HostName;
  readonly scope: HookScope;
  readonly path: string;
  /**
   * `stale`: what stands there starts another yamo, or one that is gone; `earlier`: an earlier version put it into a file
   * that is committed; `off`: the host does not ask, or not all; `unreadable`: by the host, or by us.
   */
  readonly state: 'installed' | 'stale' | 'earlier' | 'off' | 'unreadable';
  readonly detail?: string;
}

export const place = () => ({ disk, uid: process.geteuid?.() ?? 0, environment: process.env });

/** Every settings file in which our hooks stand, or which its host cannot read, in this project and for this user. */
export const hookStatuses = async (project = process.cwd()): Promise<readonly HookStatus[]> => {
  const all: HookStatus[] = [];
  for (const host of HOST_NAMES)
    for (const file of readTogether(host, place(), project))
      all.push(...(await statusOf(file, project)));
  return all;
};

const statusOf = async (file: HookFile, project: string): Promise<readonly HookStatus[]> => {
  const is = (state: HookStatus['state'], detail?: string): readonly HookStatus[] => [
    { ...file, state, ...(detail !== undefined && { detail }) },
  ];
  try {
    const fault = hookFileFault(file, place());
    if (fault !== undefined) return is('unreadable', fault);
    const commands = installedIn(file, { disk });
    if (commands.length === 0) return [];
    const forAll = commands.some(isForAll);
    if (file.scope === 'project' && !forAll)
      return is('earlier', 'an earlier version put them into a file that is committed');
    const off = switchedOffIn(file, place(), project);
    if (off !== undefined) return is('off', off);
    const text = readSettingsText(disk, file.path) ?? '';
    const entries = await entriesFor(file.host, forAll ? 'project' : file.scope);
    return entries.some((entry) => isInstalled(text, entry))
      ? is('installed')
      : is('stale', 'it starts another yamo, or they are not as this version writes them');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return is('unreadable', String(error.facts['reason'] ?? error.message));
  }
};

/** One of them, in a line. */
export const hookLine = ({ host, scope, path, state, detail }: HookStatus): string => {
  const sign = state === 'installed' ? styled('green', '✓') : styled('yellow', '·');
  const fix =
    state === 'stale' || state === 'earlier'
      ? `; yamo hook install ${host}${scope === 'user' ? ' --user' : ''}`
      : '';
  return `${sign} ${HOSTS[host].title.padEnd(12)} ${harmless(path)}${detail === undefined ? '' : `: ${detail}`}${fix}`;
};

/** Where nobody can tell who takes part, a line for each workspace. */
export const untoldLines = (all: readonly UndecidedSessions[]): readonly string[] =>
  all.map(
    ({ workspace, untold, answers, reasons }) =>
      `· ${harmless(workspace)}: yamo cannot tell who takes part in ${untold} of the last ${answers} ${answers === 1 ? 'event' : 'events'} (${harmless(reasons.join('; '))}), so they are shared: MEMORY.md stays closed. If a channel is yours alone, name it in directChannels`,
  );

/** What of the settings lets programs and tools pass unseen, a line for each that lists any. */
export const listedLines = (hook: Pick<HookSettings, 'programs' | 'tools'>): readonly string[] =>
  (['programs', 'tools'] as const).flatMap((name) =>
    hook[name].length === 0
      ? []
      : [`· hook.${name}: ${harmless(hook[name].join(', '))}: ${CAN_READ}`],
  );

/** What whoever lists a program or a tool should know (R-100). */
export const CAN_READ = 'each can read MEMORY.md, and yamo cannot see it';
