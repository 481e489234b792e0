/** Units of systemd for the user who runs us: where they lie, how their words are written, and who is told of them. */
import { join } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import { shellWord } from '#lib/spec/shell-word.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, type Disk, errnoOf } from '#kernel/fs/disk.ts';
import { findProgram } from '#kernel/process/program.ts';
import { makePrivate } from '#kernel/process/private-folder.ts';
import type { Environment } from '#kernel/process/xdg.ts';

/** Whose units they are. */
export interface UnitHost {
  readonly disk: Disk;
  readonly uid: number;
  readonly environment: Environment;
}

/** Variables that say where things are, for a process that no shell starts. Never a key. */
const PLACES = ['PATH', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME'];

/** Where units of this user are. */
export const unitFolder = (environment: Environment): string => {
  const given = environment['XDG_CONFIG_HOME'] ?? '';
  const base = given.startsWith('/') ? given : join(environment['HOME'] ?? '/', '.config');
  return join(base, 'systemd', 'user');
};

/** `undefined` where systemd does not run for this user. */
export const systemctlOf = ({ disk, uid, environment }: UnitHost): string | undefined => {
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
export const refuseOdd = (words: readonly string[]): void => {
  if (words.some((word) => /[\p{Cc}]/u.test(word)))
    throw new Refusal('TIMER_UNUSABLE', {
      reason: 'a control character in a path',
    });
};

/** Those variables of the environment, each with its value. */
export const placeVariables = (environment: Environment): readonly string[] =>
  PLACES.flatMap((name) => {
    const value = environment[name] ?? '';
    return value === '' || /[\p{Cc}]/u.test(value) ? [] : [`${name}=${value}`];
  });

/** A percent sign is the beginning of a specifier. */
export const unitText = (text: string): string => text.replaceAll('%', '%%');

/** A word as systemd reads it (systemd.service, "COMMAND LINES"): a dollar is one of a variable in commands alone. */
export const unitWord = (word: string, inCommand = true): string => {
  const quoted = unitText(word)
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`);
  return `"${inCommand ? quoted.replaceAll('$', '$$$$') : quoted}"`;
};

/** The same for cron, `when` in its words. */
export const cronLineOf = (
  when: string,
  command: readonly string[],
  environment: Environment,
): string => {
  const words = ['/usr/bin/env', ...placeVariables(environment), ...command]
    .map(shellWord)
    .join(' ');
  // To cron a percent sign is the end of the command.
  return `${when} ${words.replaceAll('%', String.raw`\%`)}`;
};

/** Works in the folder of units, which is made where it is missing. Throws TIMER_UNUSABLE. */
export const inUnitFolder = (
  { disk, environment }: Pick<UnitHost, 'disk' | 'environment'>,
  work: (directory: Directory) => void,
): void => {
  const path = unitFolder(environment);
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

/** Throws errors of calls. */
export const removeIfThere = (directory: Directory, name: string): void => {
  try {
    directory.disk.unlink(directory.at(name));
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
};
