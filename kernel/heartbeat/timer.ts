/**
 * The clock of the system in place of one of ours (RFC-0009 §2.7): a timer of systemd for this user, or a line for cron.
 * It looks every few minutes whether a heartbeat is due, so that one waits for a busy session, or for a machine that
 * slept, and not for its turn; what is due is decided by the files.
 */
import { basename, join } from 'node:path';
import { HEARTBEAT_TICK_SECONDS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { shellWord } from '#lib/spec/shell-word.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, type Disk, errnoOf } from '#kernel/fs/disk.ts';
import { replaceFile } from '#kernel/fs/replace.ts';
import { findProgram } from '#kernel/process/program.ts';
import { makePrivate } from '#kernel/process/private-folder.ts';
import { runSystemctl } from './systemctl.ts';

type Environment = Readonly<Record<string, string | undefined>>;

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

export interface TimerHost {
  readonly disk: Disk;
  readonly uid: number;
  readonly environment: Environment;
}

/** What was installed, or is to be by hand. */
type Installed =
  | { readonly by: 'systemd'; readonly unit: string; readonly files: readonly string[] }
  | { readonly by: 'cron'; readonly line: string };

/** Variables that say where things are, for a process that no shell starts. Never a key. */
const PLACES = ['PATH', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME'];

/** Throws TIMER_UNUSABLE. */
export const installTimer = async (request: TimerRequest, host: TimerHost): Promise<Installed> => {
  refuseOdd(request);
  const systemctl = systemctlOf(host);
  if (systemctl === undefined) return { by: 'cron', line: cronLine(request, host.environment) };
  await takeAway(request.key, host, systemctl);
  const unit = unitName(request);
  const texts = { service: serviceOf(request, host.environment), timer: timerOf(request) };
  const folder = unitFolder(host.environment);
  inFolder(folder, host.disk, (directory) => {
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
export const uninstallTimer = async (key: string, host: TimerHost): Promise<readonly string[]> =>
  takeAway(key, host, systemctlOf(host));

/** The names of the timers for the workspace of this key. Throws TIMER_UNUSABLE. */
export const timersOf = (
  key: string,
  { disk, environment }: Pick<TimerHost, 'disk' | 'environment'>,
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
  host: TimerHost,
  systemctl: string | undefined,
): Promise<readonly string[]> => {
  const units = timersOf(key, host);
  for (const unit of units) {
    if (systemctl !== undefined)
      await runSystemctl(systemctl, ['disable', '--now', `${unit}.timer`], host);
    inFolder(unitFolder(host.environment), host.disk, (directory) => {
      for (const kind of ['timer', 'service']) removeIfThere(directory, `${unit}.${kind}`);
    });
  }
  if (units.length > 0 && systemctl !== undefined)
    await runSystemctl(systemctl, ['daemon-reload'], host);
  return units;
};

/** Where units of this user are. */
const unitFolder = (environment: Environment): string => {
  const given = environment['XDG_CONFIG_HOME'] ?? '';
  const base = given.startsWith('/') ? given : join(environment['HOME'] ?? '/', '.config');
  return join(base, 'systemd', 'user');
};

/** `undefined` where systemd does not run for this user. */
const systemctlOf = ({ disk, uid, environment }: TimerHost): string | undefined => {
  const runtime = environment['XDG_RUNTIME_DIR'] ?? `/run/user/${uid}`;
  const found = findProgram('systemctl', environment['PATH'] ?? '');
  try {
    return 'path' in found && disk.lstat(join(runtime, 'systemd')) !== undefined
      ? found.path
      : undefined;
  } catch {
    return undefined;
  }
};

/** Throws TIMER_UNUSABLE for what no unit can name. */
const refuseOdd = ({ workspace, command }: TimerRequest): void => {
  if ([workspace, ...command].some((word) => /[\p{Cc}]/u.test(word)))
    throw new Refusal('TIMER_UNUSABLE', {
      reason: 'a control character in a path',
    });
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
    ...placesOf(environment).map((pair) => `Environment=${unitWord(pair, false)}`),
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

const placesOf = (environment: Environment): readonly string[] =>
  PLACES.flatMap((name) => {
    const value = environment[name] ?? '';
    return value === '' || /[\p{Cc}]/u.test(value) ? [] : [`${name}=${value}`];
  });

/** A percent sign is the beginning of a specifier. */
const unitText = (text: string): string => text.replaceAll('%', '%%');

/** A word as systemd reads it (systemd.service, "COMMAND LINES"): a dollar is one of a variable in commands alone. */
const unitWord = (word: string, inCommand = true): string => {
  const quoted = unitText(word)
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`);
  return `"${inCommand ? quoted.replaceAll('$', '$$$$') : quoted}"`;
};

const cronLine = ({ command, everySeconds }: TimerRequest, environment: Environment): string => {
  const minutes = Math.max(1, Math.round(tickOf(everySeconds) / 60));
  const words = ['/usr/bin/env', ...placesOf(environment), ...command].map(shellWord).join(' ');
  // To cron a percent sign is the end of the command.
  return `*/${minutes} * * * * ${words.replaceAll('%', String.raw`\%`)}`;
};

/** Throws TIMER_UNUSABLE. */
const inFolder = (path: string, disk: Disk, work: (directory: Directory) => void): void => {
  try {
    makePrivate(disk, path);
    const directory = Directory.open(disk, path);
    try {
      work(directory);
    } finally {
      directory.close();
    }
  } catch (error) {
    throw asRefusal(
      error,
      (reason) => new Refusal('TIMER_UNUSABLE', { reason: `${path}: ${reason}` }),
    );
  }
};

const removeIfThere = (directory: Directory, name: string): void => {
  try {
    directory.disk.unlink(directory.at(name));
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
};
