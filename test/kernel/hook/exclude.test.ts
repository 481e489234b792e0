/** Settings of one owner and git: what is neither committed nor ignored is named in .git/info/exclude, and only there. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { inGit, planExclude, planInclude } from '#kernel/hook/exclude.ts';
import { carryOutHook } from '#kernel/hook/install.ts';
import { uid } from '#test/support/kernel.ts';
import { freshPath } from '#test/support/workspace.ts';

const LOCAL = '.claude/settings.local.json';

const put = (path: string, text: string): void => {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
};

const scene = (below = '') => {
  const home = freshPath('home');
  const repository = join(home, 'repo');
  const project = join(repository, below);
  mkdirSync(join(project, '.claude'), { recursive: true });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, HOME: home },
    });
  git('init', '-q', repository);
  const environment = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
  };
  const place = { disk, uid, environment };
  const exclude = join(repository, '.git/info/exclude');
  const file = join(project, LOCAL);
  return { home, repository, project, git, place, exclude, file };
};

const untracked = (git: (...args: readonly string[]) => string): string =>
  git('status', '--porcelain', '--untracked-files=all');

describe('settings of one owner in a repository', () => {
  it.each(['', 'sub', 'a b', 'we[i]rd*', '!bang', '#hash', 'back\\slash', 'ünï'])(
    'in the folder %j are kept out of commits, and git’s file comes back to the byte',
    async (below) => {
      const { git, place, exclude, file } = scene(below);
      put(file, '{}');
      const before = readFileSync(exclude, 'utf8');
      const found = await inGit(file, place);
      expect(found).toMatchObject({ isTracked: false, isIgnored: false });
      if (found === undefined) throw new Error('no repository');
      expect(untracked(git)).not.toBe('');
      carryOutHook(planExclude(found, place), true, place);
      expect(untracked(git)).toBe('');
      expect(await inGit(file, place)).toMatchObject({ isIgnored: true });
      carryOutHook(planInclude(found, place), false, place);
      expect(readFileSync(exclude, 'utf8')).toBe(before);
    },
  );

  it('are left alone where their host or their owner has named them, and where git has them', async () => {
    const { home, repository, git, place, file } = scene();
    put(file, '{}');
    const global = join(home, '.config/git/ignore');
    put(global, `**/${LOCAL}\n`);
    expect(await inGit(file, place)).toMatchObject({ isIgnored: true });
    writeFileSync(global, '');
    put(join(repository, '.gitignore'), '.claude/\n');
    expect(await inGit(file, place)).toMatchObject({ isIgnored: true });
    git('add', '-f', LOCAL);
    expect(await inGit(file, place)).toMatchObject({ isTracked: true, isIgnored: false });
  });

  it('go by the file that a link leads to, and are nothing to git outside a repository', async () => {
    const { home, repository, place } = scene();
    mkdirSync(join(home, 'outside'));
    symlinkSync(join(home, 'outside'), join(repository, '.linked'));
    expect(await inGit(join(repository, '.linked/settings.json'), place)).toBeUndefined();
    mkdirSync(join(repository, 'inside'));
    symlinkSync('inside', join(repository, '.within'));
    expect(await inGit(join(repository, '.within/x.json'), place)).toMatchObject({
      line: '/inside/x.json',
    });
  });

  it('of two hosts have a line each, and what others wrote since stays', async () => {
    const { project, git, place, exclude, file } = scene();
    const other = join(project, '.codex/hooks.json');
    const [one, two] = [await inGit(file, place), await inGit(other, place)];
    if (one === undefined || two === undefined) throw new Error('no repository');
    carryOutHook(planExclude(one, place), true, place);
    carryOutHook(planExclude(two, place), true, place);
    appendFileSync(exclude, '*.log');
    carryOutHook(planInclude(one, place), false, place);
    const after = readFileSync(exclude, 'utf8');
    expect(after.endsWith(`\n${two.line}\n*.log`)).toBe(true);
    expect(after).not.toContain(one.line);
    // A line that its owner wrote is theirs.
    appendFileSync(exclude, `\n${one.line}\n`);
    expect(planInclude(one, place)).toMatchObject({ after: readFileSync(exclude, 'utf8') });
    expect(existsSync(join(project, '.git'))).toBe(true);
    expect(git('status', '--porcelain')).toBe('');
  });

  it('in a work tree of their own are named in the file of the repository', async () => {
    const { home, git, place, exclude } = scene();
    git('-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'x');
    git('worktree', 'add', '-q', join(home, 'tree'));
    const file = join(home, 'tree', LOCAL);
    put(file, '{}');
    expect(await inGit(file, place)).toMatchObject({ path: exclude, line: `/${LOCAL}` });
  });
});
