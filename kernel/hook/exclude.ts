/** Settings of one owner kept out of commits: a line of `.git/info/exclude`, where the host or its owner has not done so. */
import { dirname, join, relative, resolve } from 'node:path';
import { runOwnersGit } from '#kernel/process/git.ts';
import {
  type HookChange,
  type HookMachine,
  planReturn,
  readSettingsText,
  realPathOf,
} from './install.ts';

/** Some paths. */
const ANSWER_MAX_BYTES = 64 * 1024;

/** What git says of a settings file. */
export interface InGit {
  /** It is committed, or will be. */
  readonly isTracked: boolean;
  readonly isIgnored: boolean;
  /** `.git/info/exclude`, wherever that is for this work tree. */
  readonly path: string;
  /** The line that names the file there. */
  readonly line: string;
}

/** `undefined` where there is no repository, or no git. Throws what lies in the way of the file. */
export const inGit = async (
  path: string,
  { disk, environment }: HookMachine,
): Promise<InGit | undefined> => {
  const real = realPathOf(disk, path);
  const folder = disk.lstat(dirname(real)) === undefined ? dirname(dirname(real)) : dirname(real);
  const name = relative(folder, real);
  const ask = async (...args: readonly string[]) => {
    const answer = await runOwnersGit(folder, args, { environment, maxBytes: ANSWER_MAX_BYTES });
    return answer.is === 'answer'
      ? { exit: answer.exitCode, text: answer.output.toString('utf8') }
      : undefined;
  };
  const about = await ask('rev-parse', '--git-path', 'info/exclude', '--show-prefix');
  const [exclude = '', prefix = ''] = about?.text.split('\n') ?? [];
  if (about?.exit !== 0 || exclude === '') return undefined;
  const tracked = await ask('--literal-pathspecs', 'ls-files', '--error-unmatch', '--', name);
  const named = await ask('config', '--global', '--includes', '--type=path', 'core.excludesFile');
  const own = named?.exit === 0 ? named.text.trim() : join(gitFolder(environment), 'ignore');
  const ignored = await ask('-c', `core.excludesFile=${own}`, 'check-ignore', '-q', '--', name);
  return {
    isTracked: tracked?.exit === 0,
    isIgnored: ignored?.exit === 0,
    path: resolve(folder, exclude),
    line: `/${`${prefix}${name}`.replaceAll(/[\\*?[\] ]/g, String.raw`\$&`)}`,
  };
};

const gitFolder = ({ HOME = '', XDG_CONFIG_HOME = '' }: HookMachine['environment']): string =>
  join(XDG_CONFIG_HOME === '' ? join(HOME, '.config') : XDG_CONFIG_HOME, 'git');

/** The line put in. Throws HOOK_SETTINGS. */
export const planExclude = ({ path, line }: InGit, { disk }: HookMachine): HookChange => {
  const before = readSettingsText(disk, path);
  const start = before === undefined || before === '' || before.endsWith('\n') ? '' : '\n';
  return { path, key: keyOf(path, line), before, after: `${before ?? ''}${start}${line}\n` };
};

/** The line taken out again, if it was ours. Throws HOOK_SETTINGS, STATE_… refusals. */
export const planInclude = ({ path, line }: InGit, place: HookMachine): HookChange =>
  planReturn({ path, key: keyOf(path, line) }, place, (before, kept) => {
    const lines = before.split('\n');
    const at = kept === undefined ? -1 : lines.indexOf(line);
    return at < 0 ? before : lines.toSpliced(at, 1).join('\n');
  });

/** Each host and each folder has a line of its own. */
const keyOf = (path: string, line: string): string => `${path}\n${line}`;
