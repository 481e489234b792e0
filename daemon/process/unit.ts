/** The daemon as a unit of systemd for its user: started at each login, and again when it fails; elsewhere a line for cron. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DRAIN_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
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
  unitWord,
} from '#kernel/systemd/unit.ts';
import { type Environment, xdgFolder } from '#kernel/process/xdg.ts';
import { runningDaemon } from '#daemon/phases/home.ts';

/** What was installed, or is to be by hand. */
type InstalledUnit =
  | { readonly by: 'systemd'; readonly unit: string; readonly file: string }
  | { readonly by: 'cron'; readonly line: string };

/** Has `command` run from now on; it takes the place of one that was installed before. Throws TIMER_UNUSABLE, DAEMON_BY_HAND. */
export const installUnit = async (
  command: readonly string[],
  host: UnitHost,
): Promise<InstalledUnit> => {
  const { environment } = host;
  refuseOdd(command);
  const systemctl = systemctlOf(host);
  if (systemctl === undefined)
    return { by: 'cron', line: cronLineOf('@reboot', command, environment) };
  const unit = unitOf(environment);
  if (installedUnit(host) !== undefined) await runSystemctl(systemctl, ['stop', unit], host);
  const running = runningDaemon(host);
  if (running !== undefined) throw new Refusal('DAEMON_BY_HAND', { pid: running.pid });
  const bytes = Buffer.from(unitTextOf(command, environment));
  inUnitFolder(host, (directory) => replaceFile(directory, { name: unit, bytes }));
  await runSystemctl(systemctl, ['daemon-reload'], host);
  await runSystemctl(systemctl, ['enable', '--now', unit], host);
  return { by: 'systemd', unit, file: join(unitFolder(environment), unit) };
};

/** Ends it and takes it back. Its name; `undefined` where there was none. Throws TIMER_UNUSABLE. */
export const uninstallUnit = async (host: UnitHost): Promise<string | undefined> => {
  const unit = installedUnit(host);
  if (unit === undefined) return undefined;
  const systemctl = systemctlOf(host);
  if (systemctl !== undefined) await runSystemctl(systemctl, ['disable', '--now', unit], host);
  inUnitFolder(host, (directory) => removeIfThere(directory, unit));
  if (systemctl !== undefined) await runSystemctl(systemctl, ['daemon-reload'], host);
  return unit;
};

/** The name of the unit that is installed; `undefined` if none is. Throws TIMER_UNUSABLE. */
export const installedUnit = ({ disk, environment }: UnitHost): string | undefined => {
  const unit = unitOf(environment);
  try {
    return disk.lstat(join(unitFolder(environment), unit)) && unit;
  } catch (error) {
    throw asRefusal(error, (reason) => new Refusal('TIMER_UNUSABLE', { reason }));
  }
};

/** One daemon for each user and state home, so one unit for each. */
const unitOf = (environment: Environment): string => {
  if ((environment['XDG_STATE_HOME'] ?? '') === '') return 'yamo.service';
  const root = xdgFolder('XDG_STATE_HOME', environment);
  return `yamo-${createHash('sha256').update(root).digest('hex').slice(0, ROOT_DIGITS)}.service`;
};

const ROOT_DIGITS = 8;
/** What is left to a daemon that ends, beside the time of its turns. */
const END_SECONDS = 15;

const unitTextOf = (command: readonly string[], environment: Environment): string =>
  [
    '# Written by yamo start --install; yamo start --uninstall takes it back.',
    '[Unit]',
    'Description=Agents that yamo serves',
    '',
    '[Service]',
    'Type=exec',
    `ExecStart=${command.map((word) => unitWord(word)).join(' ')}`,
    ...placeVariables(environment).map((pair) => `Environment=${unitWord(pair, false)}`),
    'Restart=on-failure',
    'RestartSec=60s',
    '# What cannot be meant does not become right by time.',
    'RestartPreventExitStatus=2',
    'SuccessExitStatus=143',
    `TimeoutStopSec=${DRAIN_MS / 1000 + END_SECONDS}s`,
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n');
