/** Real repositories, made by git itself: what the index is searched for, and what that finds. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { trackedByGit } from '#kernel/snapshot/tracked.ts';
import { GIT_INDEX_MAX_BYTES } from '#lib/spec/limits.ts';
import { failing, hooked } from '#test/support/disk.ts';
import { openWorkspace } from '#test/support/kernel.ts';
import { freshPath, makeUnbornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { skipLoudly } from '#test/support/yamo.ts';

const noGit = skipLoudly(
  spawnSync('git', ['--version']).status !== 0,
  'bootstrap instructions in git',
);

/** Nothing of the developer's own settings. */
const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: freshPath('home'),
  GIT_CONFIG_NOSYSTEM: '1',
  LANG: 'C.UTF-8',
};
const SETTINGS = ['init.defaultBranch=main', 'user.name=Ada', 'user.email=ada@example.org'];

const git = (folder: string, ...args: readonly string[]): void => {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  execFileSync('git', [...settings, ...args], { cwd: folder, env, stdio: 'ignore' });
};

/** Makes `folder` a repository in which every file is tracked. */
const track = (folder: string, ...init: readonly string[]): void => {
  git(folder, 'init', ...init);
  git(folder, 'add', '--force', '--all');
};

const above = ({ path }: TempWorkspace): string => dirname(path);

const tracked = (temp: TempWorkspace, disk: Disk = real): string | undefined =>
  trackedByGit(openWorkspace(temp, disk));

describe.skipIf(noGit)('bootstrap instructions in a repository', () => {
  it('that is the workspace itself are found', () => {
    const temp = makeUnbornWorkspace();
    track(temp.path);
    expect(tracked(temp)).toBe('BOOTSTRAP.md');
  });

  it('are found as soon as they are added, committed or not, and also when they are deleted', () => {
    const temp = makeUnbornWorkspace();
    track(temp.path);
    git(temp.path, 'commit', '-m', 'Birth');
    temp.remove('BOOTSTRAP.md');
    expect(tracked(temp)).toBe('BOOTSTRAP.md');
    git(temp.path, 'rm', '--cached', 'BOOTSTRAP.md');
    expect(tracked(temp)).toBeUndefined();
  });

  it('that begins above the workspace are found', () => {
    const temp = makeUnbornWorkspace();
    track(above(temp));
    expect(tracked(temp)).toBe('BOOTSTRAP.md');
  });

  it.each(['BOOTSTRAP.md', 'BOOTSTRAP.yamo'])('are named: %s', (file) => {
    const temp = makeUnbornWorkspace({ 'BOOTSTRAP.yamo': 'x' });
    git(temp.path, 'init');
    git(temp.path, 'add', file);
    expect(tracked(temp)).toBe(file);
  });

  it.each([
    ['in a worktree', ['worktree', 'add']],
    ['in a clone whose git folder lies elsewhere', ['clone', '--separate-git-dir=DIR', '.']],
  ])('%s are found by way of the .git file', (_where, [verb = '', ...rest]) => {
    const model = makeUnbornWorkspace();
    track(model.path);
    git(model.path, 'commit', '-m', 'Birth');
    const path = freshPath('ws');
    const args = rest.map((word) => word.replace('DIR', freshPath('git')));
    git(model.path, verb, ...args, path);
    expect(tracked({ ...model, path })).toBe('BOOTSTRAP.md');
  });

  it('are found in a submodule, whose .git file names a relative place', () => {
    const temp = makeUnbornWorkspace();
    track(temp.path);
    renameSync(temp.at('.git'), join(above(temp), 'modules'));
    temp.write('.git', 'gitdir: ../modules\n');
    expect(tracked(temp)).toBe('BOOTSTRAP.md');
  });

  it.each([['2'], ['3'], ['4']])('are found in an index of version %s', (version) => {
    const temp = makeUnbornWorkspace({ 'BOOK.md': 'shares its first letters', 'late.md': 'x' });
    track(above(temp));
    // Version 3 is written only where an entry has more flags.
    git(above(temp), 'rm', '--cached', 'ws/late.md');
    git(above(temp), 'add', '--intent-to-add', 'ws/late.md');
    if (version === '2') git(above(temp), 'add', 'ws/late.md');
    git(above(temp), 'update-index', '--index-version', version);
    expect(real.lstat(join(above(temp), '.git/index'))?.isFile()).toBe(true);
    expect(versionOf(above(temp))).toBe(Number(version));
    expect(tracked(temp)).toBe('BOOTSTRAP.md');
    git(above(temp), 'rm', '--cached', 'ws/BOOTSTRAP.md');
    expect(tracked(temp)).toBeUndefined();
  });

  it('are found among names of every length, and in a path longer than its length field', () => {
    const names = Array.from({ length: 40 }, (_, length) => `a${'b'.repeat(length)}.md`);
    const temp = makeUnbornWorkspace(Object.fromEntries(names.map((name) => [name, 'x'])));
    const deep = Array.from({ length: 20 }, () => 'd'.repeat(210)).join('/');
    // The name alone would find this one.
    temp.write('archive/BOOTSTRAP.yamo', 'x');
    temp.write('z.md', 'x');
    track(temp.path);
    // A file cannot be opened by a path of this length, but the index can hold its name.
    const blob = execFileSync('git', ['rev-parse', ':z.md'], { cwd: temp.path, env });
    const entry = `100644,${blob.toString('utf8').trim()},${deep}/z.md`;
    git(temp.path, 'update-index', '--add', '--cacheinfo', entry);
    for (const version of ['2', '4']) {
      git(temp.path, 'update-index', '--index-version', version);
      expect(tracked(temp)).toBe('BOOTSTRAP.md');
    }
  });

  it('are found where objects have SHA-256 names', () => {
    const temp = makeUnbornWorkspace({ 'archive/BOOTSTRAP.yamo': 'x' });
    track(temp.path, '--object-format=sha256');
    expect(tracked(temp)).toBe('BOOTSTRAP.md');
    git(temp.path, 'rm', '--cached', 'BOOTSTRAP.md');
    expect(tracked(temp)).toBeUndefined();
  });

  it.each(['archive/BOOTSTRAP.md', 'MY-BOOTSTRAP.md', 'BOOTSTRAP.md.bak', 'bootstrap.md'])(
    'are not taken for tracked because %s is',
    (other) => {
      const temp = makeUnbornWorkspace({ [other]: 'x' });
      git(temp.path, 'init');
      git(temp.path, 'add', other);
      expect(tracked(temp)).toBeUndefined();
    },
  );

  it('of another workspace in the same repository do not count', () => {
    const temp = makeUnbornWorkspace();
    mkdirSync(join(above(temp), 'a/ws'), { recursive: true });
    for (const other of ['BOOTSTRAP.md', 'a/ws/BOOTSTRAP.md'])
      writeFileSync(join(above(temp), other), 'x');
    git(above(temp), 'init');
    git(above(temp), 'add', 'BOOTSTRAP.md', 'a');
    expect(tracked(temp)).toBeUndefined();
  });

  it('that are not added, or are ignored, are not tracked', () => {
    const temp = makeUnbornWorkspace({ '.gitignore': 'BOOTSTRAP.*\n' });
    git(temp.path, 'init');
    expect(tracked(temp)).toBeUndefined();
    git(temp.path, 'add', '.');
    expect(tracked(temp)).toBeUndefined();
  });

  it('below a nearer repository belong to that one', () => {
    const temp = makeUnbornWorkspace();
    track(above(temp));
    git(temp.path, 'init');
    expect(tracked(temp)).toBeUndefined();
  });

  it('are not found, nor is the boot stopped, where the index is too large to be searched', () => {
    const temp = makeUnbornWorkspace();
    track(temp.path);
    const huge: Disk = {
      ...real,
      fstat: (fd) => Object.assign(real.fstat(fd), { size: BigInt(GIT_INDEX_MAX_BYTES) + 1n }),
    };
    expect(tracked(temp)).toBe('BOOTSTRAP.md');
    expect(tracked(temp, huge)).toBeUndefined();
  });

  it.each(['open index', 'fstat index', 'read index', 'lstat .git'])(
    'are not known, when %s fails: this is a warning and no barrier',
    (call) => {
      const temp = makeUnbornWorkspace();
      track(temp.path);
      expect(tracked(temp, failing(call, 'EACCES'))).toBeUndefined();
    },
  );

  it('change nothing when they are looked for, and no descriptor is left open', () => {
    const temp = makeUnbornWorkspace();
    track(above(temp));
    const open = new Set<string>();
    const changing: string[] = [];
    const disk = hooked({
      after: ({ call, on, text }) => {
        if (call === 'open') open.add(on);
        else if (call === 'close') open.delete(on);
        else if (!['lstat', 'fstat', 'read', 'realpath'].includes(call)) changing.push(text);
      },
    });
    expect(tracked(temp, disk)).toBe('BOOTSTRAP.md');
    expect([...open, ...changing]).toEqual(['ws']);
  });
});

const versionOf = (top: string): number => {
  const fd = real.open(join(top, '.git/index'), 0);
  const head = Buffer.alloc(8);
  real.read(fd, head, 0, 0);
  real.close(fd);
  return head.readUInt32BE(4);
};

describe('what is no index', () => {
  it('is not there without a repository', () => {
    expect(tracked(makeUnbornWorkspace())).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['rubbish', 'rubbish'],
    ['a head without entries', 'DIRC\0\0\0\u0002\0\0\0\u0009'],
    ['an unknown version', 'DIRC\0\0\0\u0009\0\0\0\u0001'],
    ['far too many entries', `DIRC\0\0\0\u0002ÿÿÿÿ${'x'.repeat(500)}`],
  ])('holds no bootstrap instructions: %s', (_what, text) => {
    const temp = makeUnbornWorkspace();
    temp.write('.git/index', Buffer.from(text, 'latin1'));
    expect(tracked(temp)).toBeUndefined();
  });

  it('but where it cannot be understood, the name alone is enough for the warning', () => {
    const temp = makeUnbornWorkspace();
    temp.write('.git/index', 'DIRC\0\0\0\u0009 something of a later git BOOTSTRAP.md\0');
    expect(tracked(temp)).toBe('BOOTSTRAP.md');
  });

  it.each([
    ['a .git file without a place', 'nothing here'],
    ['a .git file that names a place where nothing is', 'gitdir: /nonexistent/git\n'],
  ])('%s', (_what, text) => {
    expect(tracked(makeUnbornWorkspace({ '.git': text }))).toBeUndefined();
  });

  it('and an index that is a link is not followed', () => {
    const temp = makeUnbornWorkspace({ 'other-index': 'DIRC BOOTSTRAP.md\0' });
    mkdirSync(temp.at('.git'));
    symlinkSync('../other-index', temp.at('.git/index'));
    expect(tracked(temp)).toBeUndefined();
  });
});
