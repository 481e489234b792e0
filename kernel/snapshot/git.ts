/** What git knows of a workspace. Git itself is run only where its files cannot answer by themselves. */
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { BOOTSTRAP_FILES, FILES, MEMORY_DIR } from '#lib/spec/files.ts';
import { dailyFile, dayOf } from '#lib/text/day.ts';
import type { GitFacts } from '#lib/workspace/snapshot.ts';
import { readAll } from '#kernel/fs/bytes.ts';
import { closeQuietly, type Disk, disk as real, OPEN } from '#kernel/fs/disk.ts';
import { type GitRequest, runGit } from '#kernel/process/git.ts';
import type { Environment } from '#kernel/process/xdg.ts';
import { readSmall, type Repository, repositoryAt, type Tracked, trackedBelow } from './tracked.ts';

/** Both are absent where the workspace lies in no repository. */
export interface GitScan {
  readonly git?: GitFacts;
  readonly pushHooks?: readonly string[];
  /** Why git could not be asked what it ignores; `git.ignored` is then empty. */
  readonly gitUnavailable?: string;
}

export interface GitScanOptions {
  readonly environment: Environment;
  readonly disk?: Disk;
  readonly repositories?: Repositories;
  readonly signal?: AbortSignal | undefined;
}

/** Answers are a few names. */
const ANSWER_MAX_BYTES = 64 * 1024;
/** It takes milliseconds. A hostile FIFO in the place of a file would hold up every audit until then. */
const ANSWER_MAX_MS = 10_000;
const ANSWER_LIMITS = { maxBytes: ANSWER_MAX_BYTES, maxMs: ANSWER_MAX_MS };
/** A hook is a script; one that is larger is not looked into. */
const HOOK_MAX_BYTES = 1024 * 1024;
/** Git knows some thirty names of hooks; `core.hooksPath` may name any folder of the machine. */
const HOOKS_MAX = 256;

/**
 * What git knows of the workspace at `place`, a path without symbolic links; `missing` are the names of the layout that it has not.
 * Throws nothing: what cannot be read is not known.
 */
export const gitFacts = async (
  place: string,
  missing: readonly string[],
  { environment, disk = real, repositories = new Repositories(disk), signal }: GitScanOptions,
): Promise<GitScan> => {
  const repository = repositories.above(place);
  if (repository === undefined) return {};
  const tracked = layoutIn(trackedBelow(disk, place));
  const asking = { ...ANSWER_LIMITS, environment, signal };
  const hooks = await hooksFolder(disk, repository, asking);
  const pushHooks = hooks === undefined ? [] : hooksThatPush(disk, hooks);
  const answer =
    missing.length > 0 && hasPatterns(disk, repository, place)
      ? await ignoredOf(place, missing, asking)
      : { ignored: new Set<string>() };
  return {
    git: { ignored: answer.ignored, tracked },
    pushHooks,
    ...('gitUnavailable' in answer && { gitUnavailable: answer.gitUnavailable }),
  };
};

/**
 * The repositories of many workspaces. It lasts as long as one audit of them all: a folder above two of them is looked
 * at once. No git is run.
 */
export class Repositories {
  readonly #disk: Disk;
  readonly #known = new Map<string, Repository | undefined>();

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** The nearest one at or above a folder, whose path has no symbolic links. */
  above(folder: string): Repository | undefined {
    if (this.#known.has(folder)) return this.#known.get(folder);
    const parent = dirname(folder);
    const found =
      repositoryAt(this.#disk, folder) ?? (parent === folder ? undefined : this.above(parent));
    this.#known.set(folder, found);
    return found;
  }

  /** Where a workspace lies in its repository, with `/`; empty for the top, `undefined` without a repository. */
  pathOf(workspace: string): string | undefined {
    const place = realPath(this.#disk, workspace);
    const repository = this.above(place);
    return repository && relative(repository.top, place).split(sep).join('/');
  }
}

/** The path without symbolic links; absolute as it stands where that cannot be found out. */
export const realPath = (disk: Disk, path: string): string => {
  try {
    return disk.realpath(path);
  } catch {
    return resolve(path);
  }
};

/** The names of the layout among those that are tracked. All are ASCII, so bytes and characters are the same. */
const layoutIn = (tracked: Tracked | undefined): ReadonlySet<string> => {
  if (tracked === undefined) return new Set();
  const fixed = [...BOOTSTRAP_FILES, ...FILES.map(({ name }) => name)];
  const daily = tracked.names()?.filter((name) => dayOf(name) !== undefined) ?? [];
  return new Set([...fixed.filter((name) => tracked.has(name)), ...daily]);
};

/** Is there any pattern that could ignore a file in the workspace's root? Most repositories save us a process here. */
const hasPatterns = (disk: Disk, { top, folder }: Repository, path: string): boolean => {
  for (let place = path; ; place = dirname(place)) {
    if (isThere(disk, join(place, '.gitignore'))) return true;
    if (place === top || place === dirname(place)) break;
  }
  const exclude = readSmall(disk, join(commonFolder(disk, folder), 'info/exclude'));
  return /^[^#\s]/mu.test(exclude?.toString('utf8') ?? '');
};

const isThere = (disk: Disk, path: string): boolean => {
  try {
    return disk.lstat(path) !== undefined;
  } catch {
    return true;
  }
};

/** A worktree has hooks and excludes together with all the others. */
const commonFolder = (disk: Disk, folder: string): string => {
  const named = readSmall(disk, join(folder, 'commondir'))?.toString('utf8').trim();
  return named === undefined || named === '' ? folder : resolve(folder, named);
};

/** A folder is missing from a checkout because what lies in it is ignored: git keeps no empty ones. */
const MEMORY_PROBE = dailyFile('2026-01-01');

const probeOf = (name: string): string => (name === MEMORY_DIR ? MEMORY_PROBE : name);

const ignoredOf = async (
  path: string,
  missing: readonly string[],
  asking: GitRequest,
): Promise<Pick<GitFacts, 'ignored'> & Pick<GitScan, 'gitUnavailable'>> => {
  const input = missing.map((name) => `${probeOf(name)}\0`).join('');
  const answer = await runGit(path, ['check-ignore', '--no-index', '-z', '--stdin'], {
    ...asking,
    input,
  });
  if (answer.is === 'unavailable') return { ignored: new Set(), gitUnavailable: answer.reason };
  const said = new Set(answer.output.toString('utf8').split('\0'));
  return { ignored: new Set(missing.filter((name) => said.has(probeOf(name)))) };
};

/** Where git looks for hooks: `core.hooksPath` of the repository, else `hooks`. */
const hooksFolder = async (
  disk: Disk,
  { top, folder }: Repository,
  asking: GitRequest,
): Promise<string | undefined> => {
  const common = commonFolder(disk, folder);
  const usual = join(common, 'hooks');
  const settings = readSmall(disk, join(common, 'config'))?.toString('latin1') ?? '';
  if (!/hookspath|include/i.test(settings)) return usual;
  const args = ['config', '--local', '--includes', '-z', '--get', 'core.hooksPath'];
  const answer = await runGit(top, args, asking);
  if (answer.is === 'unavailable' || answer.exitCode !== 0) return usual;
  const named = answer.output.toString('utf8').split('\0')[0] ?? '';
  // `~` is another home for each user, and an empty path means no hooks.
  if (named === '' || named.startsWith('~')) return undefined;
  return isAbsolute(named) ? named : resolve(top, named);
};

const hooksThatPush = (disk: Disk, folder: string): readonly string[] => {
  let names: readonly string[];
  try {
    names = disk.readdir(folder);
  } catch {
    return [];
  }
  return names
    .filter((name) => !name.endsWith('.sample'))
    .toSorted()
    .slice(0, HOOKS_MAX)
    .filter((name) => isPushing(readHook(disk, join(folder, name))));
};

/** The text of a hook, which is often a link to a script of the work tree; empty where it is none. */
const readHook = (disk: Disk, path: string): string => {
  let fd: number;
  try {
    fd = disk.open(path, OPEN.follow);
  } catch {
    return '';
  }
  try {
    const stat = disk.fstat(fd);
    if (!stat.isFile() || stat.size > BigInt(HOOK_MAX_BYTES)) return '';
    return readAll(disk, fd, Number(stat.size)).toString('utf8');
  } catch {
    return '';
  } finally {
    closeQuietly(disk, fd);
  }
};

/** `git push`, with whatever stands between, on one line that is no comment; not `git stash push`, not `pre-push`. */
const isPushing = (script: string): boolean =>
  script
    .replaceAll(/\\\r?\n/gu, ' ')
    .split(/[\r\n]+|&&|\|\||;/u)
    .some((command) => {
      const said = command.replace(/(?:^|\s)#.*$/u, '');
      const words: readonly string[] = said.match(/[\w-]+/gu) ?? [];
      const git = words.indexOf('git');
      if (git === -1) return false;
      return words.some(
        (word, index) => index > git && word === 'push' && words[index - 1] !== 'stash',
      );
    });
