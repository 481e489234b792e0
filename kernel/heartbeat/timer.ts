/**
 * The clock of the system in place of one of ours (RFC-0009 §2.7): a timer of systemd for this user, or a line for cron.
 * It looks every few minutes whether a heartbeat is due, so that one waits for a busy session, or for a machine that
 * slept, and not for its turn; what is due is decided by the files.
 */
import { basename, join } from 'node:path';
import { HEARTBEAT_TICK_SECONDS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { asRefusal, errnoOf } from '#kernel/fs/disk.ts';
import { replaceFile } from '#kernel/fs/replace.ts';
import { runSystemctl } from '#kernel/systemd/systemctl.ts';
import {
  cronLineOf,
  inUnitFolder,
  placeVariables,
  refuseOdd,
  removeIfThere,
  systemctlOf,
  type UnitHost,
  unitFolder,
  unitText,
  unitWord,
} from '#kernel/systemd/unit.ts';
import type { Environment } from '#kernel/process/xdg.ts';

/** What is to be run, for which workspace. */
export interface TimerRequest {
  /** Absolute. */
  readonly workspace: string;
  /** What tells it from other workspaces, also when it was renamed. */
  readonly key: string;
  /** Node, the program, and what it is to do. */
  readonly command: readonly string[];
  readonly everySeconds: number;
}

/** What was installed, or is to be by hand. */
type Installed =
  | { readonly by: 'systemd'; readonly unit: string; readonly files: readonly string[] }
  | { readonly by: 'cron'; readonly line: string };

/** Throws TIMER_UNUSABLE. */
export const installTimer = async (request: TimerRequest, host: UnitHost): Promise<Installed> => {
  refuseOdd([request.workspace, ...request.command]);
  const systemctl = systemctlOf(host);
  if (systemctl === undefined) return { by: 'cron', line: cronLine(request, host.environment) };
  await takeAway(request.key, host, systemctl);
  const unit = unitName(request);
  const texts = { service: serviceOf(request, host.environment), timer: timerOf(request) };
  const folder = unitFolder(host.environment);
  inUnitFolder(host, (directory) => {
    for (const [kind, text] of Object.entries(texts))
      replaceFile(directory, { name: `${unit}.${kind}`, bytes: Buffer.from(text) });
  });
  await runSystemctl(systemctl, ['daemon-reload'], host);
  await runSystemctl(systemctl, ['enable', '--now', `${unit}.timer`], host);
  return {
    by: 'systemd',
    unit,
    files: ['service', 'timer'].map((kind) => join(folder, `${unit}.${kind}`)),
  };
};

/** The names of the units that were taken back. Throws TIMER_UNUSABLE. */
export const uninstallTimer = async (key: string, host: UnitHost): Promise<readonly string[]> =>
  takeAway(key, host, systemctlOf(host));

/** The names of the timers for the workspace of this key. Throws TIMER_UNUSABLE. */
export const timersOf = (
  key: string,
  { disk, environment }: Pick<UnitHost, 'disk' | 'environment'>,
): readonly string[] => {
  const folder = unitFolder(environment);
  try {
    return disk
      .readdir(folder)
      .filter((name) => name.startsWith('yamo-heartbeat-') && name.endsWith(`-${key}.timer`))
      .map((name) => name.slice(0, -'.timer'.length));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw asRefusal(error, (reason) => new Refusal('TIMER_UNUSABLE', { reason }));
  }
};

const takeAway = async (
  key: string,
  host: UnitHost,
  systemctl: string | undefined,
): Promise<readonly string[]> => {
  const units = timersOf(key, host);
  for (const unit of units) {
    if (systemctl !== undefined)
      await runSystemctl(systemctl, ['disable', '--now', `${unit}.timer`], host);
    inUnitFolder(host, (directory) => {
      for (const kind of ['timer', 'service']) removeIfThere(directory, `${unit}.${kind}`);
    });
  }
  if (units.length > 0 && systemctl !== undefined)
    await runSystemctl(systemctl, ['daemon-reload'], host);
  return units;
};

const unitName = ({ workspace, key }: TimerRequest): string => {
  const name = basename(workspace)
    .replaceAll(/[^A-Za-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, NAME_MAX_CHARS);
  return `yamo-heartbeat-${name === '' ? 'workspace' : name}-${key}`;
};

const NAME_MAX_CHARS = 40;

/** How often it looks: often enough to be on time, rarely enough to be nothing. */
const tickOf = (everySeconds: number): number =>
  Math.min(HEARTBEAT_TICK_SECONDS, Math.max(60, Math.floor(everySeconds / 6 / 60) * 60));

const serviceOf = ({ workspace, command }: TimerRequest, environment: Environment): string =>
  [
    '# Written by yamo heartbeat --install; yamo heartbeat --uninstall takes it back.',
    '[Unit]',
    `Description=Heartbeat of ${unitText(workspace)}`,
    '',
    '[Service]',
    'Type=oneshot',
    `ExecStart=${command.map((word) => unitWord(word)).join(' ')}`,
    ...placeVariables(environment).map((pair) => `Environment=${unitWord(pair, false)}`),
    '# That it looked is no news.',
    'LogLevelMax=notice',
    'SyslogLevel=notice',
    '',
  ].join('\n');

const timerOf = ({ workspace, everySeconds }: TimerRequest): string =>
  [
    '# Written by yamo heartbeat --install; yamo heartbeat --uninstall takes it back.',
    '[Unit]',
    `Description=Looks whether a heartbeat of ${unitText(workspace)} is due`,
    '',
    '[Timer]',
    'OnActiveSec=1min',
    `OnUnitInactiveSec=${tickOf(everySeconds)}s`,
    'AccuracySec=30s',
    '',
    '[Install]',
    'WantedBy=timers.target',
    '',
  ].join('\n');

const cronLine = ({ command, everySeconds }: TimerRequest, environment: Environment): string => {
  const minutes = Math.max(1, Math.round(tickOf(everySeconds) / 60));
  return cronLineOf(`*/${minutes} * * * *`, command, environment);
};
