/** What git knows of a workspace: what it ignores, what it tracks, where hooks push. */
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { gitFacts, Repositories } from '#kernel/snapshot/git.ts';
import { commit, git, noGit } from '#test/support/repository.ts';
import { freshPath, makeBornWorkspace, makeWorkspace } from '#test/support/workspace.ts';
import { skipLoudly } from '#test/support/yamo.ts';

/** What git may see of this process. */
const ASKING = { environment: process.env };

const skip = skipLoudly(noGit, 'what git knows of a workspace');

const pathOf = (path: string): string | undefined => new Repositories(disk).pathOf(path);

const ignoredWith = async (gitignore: string, missing: readonly string[]) => {
  const temp = makeWorkspace({ '.gitignore': gitignore });
  git(temp.path, 'init');
  return [...((await gitFacts(temp.path, missing, ASKING)).git?.ignored ?? [])];
};

const hooksWith = async (script: string, name = 'post-commit') => {
  const temp = makeWorkspace({ 'SOUL.md': 'x' });
  git(temp.path, 'init');
  temp.write(`.git/hooks/${name}`, script, 0o755);
  return (await gitFacts(temp.path, [], ASKING)).pushHooks;
};

describe.skipIf(skip)('what git ignores', () => {
  it('is known of files that a checkout lacks for this reason [R-84]', async () => {
    const missing = ['USER.md', 'MEMORY.md', 'SOUL.md', 'memory'];
    expect(await ignoredWith('USER.md\nMEMORY.*\n', missing)).toEqual(['USER.md', 'MEMORY.md']);
    expect(await ignoredWith('*.md\n!SOUL.md\n', ['SOUL.md', 'USER.md'])).toEqual(['USER.md']);
    expect(await ignoredWith('# USER.md\n', ['USER.md'])).toEqual([]);
  });

  it.each(['memory', 'memory/', '/memory/*', 'memory/*.md', 'memory/20*', '**/memory/'])(
    'includes the folder of daily logs, which git does not keep without files: %s',
    async (pattern) => {
      expect(await ignoredWith(`${pattern}\n`, ['memory'])).toEqual(['memory']);
    },
  );

  it('is said by a file above the workspace and by info/exclude as well', async () => {
    const above = makeWorkspace({ '.gitignore': 'USER.md\n', 'agents/robin/SOUL.md': 'x' });
    git(above.path, 'init');
    above.write('.git/info/exclude', '# a comment\nMEMORY.md\n');
    const { git: known } = await gitFacts(
      above.at('agents/robin'),
      ['USER.md', 'MEMORY.md', 'TOOLS.md'],
      ASKING,
    );
    expect(known?.ignored).toEqual(new Set(['USER.md', 'MEMORY.md']));
    above.remove('.gitignore');
    const later = await gitFacts(above.at('agents/robin'), ['USER.md', 'MEMORY.md'], ASKING);
    expect(later.git?.ignored).toEqual(new Set(['MEMORY.md']));
  });

  it('is also known in a worktree', async () => {
    const temp = makeBornWorkspace();
    git(temp.path, 'init');
    commit(temp.path);
    temp.write('.git/info/exclude', 'MEMORY.md\n');
    const path = freshPath('ws');
    git(temp.path, 'worktree', 'add', path);
    expect((await gitFacts(path, ['MEMORY.md'], ASKING)).git?.ignored).toEqual(
      new Set(['MEMORY.md']),
    );
  });
});

describe.skipIf(skip)('what git tracks', () => {
  it('is every name of the layout in its index, below the workspace alone [R-80]', async () => {
    const above = makeWorkspace({
      'BOOTSTRAP.md': 'x',
      'a b/SOUL.md': 'x',
      'a b/BOOTSTRAP.yamo': 'x',
      'a b/notes.md': 'x',
      'a b/memory/2026-03-01.md': 'x',
      'a b/memory/2026-02-30.md': 'x',
      'a b/memory/heartbeat-state.json': '{}',
    });
    git(above.path, 'init');
    git(above.path, 'add', '.');
    expect((await gitFacts(above.at('a b'), [], ASKING)).git?.tracked).toEqual(
      new Set(['BOOTSTRAP.yamo', 'SOUL.md', 'memory/heartbeat-state.json', 'memory/2026-03-01.md']),
    );
  });

  it('is read without git, so that it is known where git refuses', async () => {
    const temp = makeWorkspace({ 'SOUL.md': 'x', '.gitignore': 'USER.md\n' });
    git(temp.path, 'init');
    git(temp.path, 'add', '.');
    temp.write('.git/config', '[core\n');
    expect(await gitFacts(temp.path, ['USER.md'], ASKING)).toEqual({
      git: { ignored: new Set(), tracked: new Set(['SOUL.md']) },
      pushHooks: [],
      gitUnavailable: 'the settings of the repository are damaged',
    });
  });

  it('is nothing where there is no repository, or an empty one', async () => {
    const temp = makeBornWorkspace();
    expect(await gitFacts(temp.path, ['USER.md'], ASKING)).toEqual({});
    expect(await gitFacts(freshPath('nowhere'), ['USER.md'], ASKING)).toEqual({});
    git(temp.path, 'init');
    expect(await gitFacts(temp.path, [], ASKING)).toEqual({
      git: { ignored: new Set(), tracked: new Set() },
      pushHooks: [],
    });
  });
});

describe.skipIf(skip)('a hook that pushes [§4.4]', () => {
  it.each([
    '#!/bin/sh\ngit push\n',
    '#!/bin/sh\ncd "$DIR" && /usr/bin/git -C "$DIR" push --quiet origin main &\n',
    '#!/bin/sh\r\ngit \\\r\n  push origin\r\n',
    '#!/usr/bin/env node\nexecFileSync("git", ["push", "origin"]);\n',
    'git stash push; git push\n',
  ])('is named: %j', async (script) => {
    expect(await hooksWith(script)).toEqual(['post-commit']);
  });

  it.each([
    '#!/bin/sh\n# git push\n',
    '#!/bin/sh\nexit 0 # then git push\n',
    '#!/bin/sh\ngit lfs pre-push "$@"\n',
    "#!/bin/sh\nprintf '%s' \"remove the 'pre-push' file in the hooks directory of git\"\n",
    '#!/bin/sh\ngit stash push\n',
    '#!/bin/sh\ngit status; docker push x\n',
    '',
  ])('is not taken for one: %j', async (script) => {
    expect(await hooksWith(script)).toEqual([]);
  });

  it('that is a sample is none', async () => {
    expect(await hooksWith('git push\n', 'post-commit.sample')).toEqual([]);
  });

  it('is found where core.hooksPath leads, also from a folder below and from a worktree', async () => {
    const temp = makeWorkspace({ 'agents/robin/SOUL.md': 'x' });
    git(temp.path, 'init');
    commit(temp.path);
    temp.write('.git/hooks/post-commit', 'git push\n', 0o755);
    expect((await gitFacts(temp.at('agents/robin'), [], ASKING)).pushHooks).toEqual([
      'post-commit',
    ]);
    const worktree = freshPath('ws');
    git(temp.path, 'worktree', 'add', worktree);
    expect((await gitFacts(worktree, [], ASKING)).pushHooks).toEqual(['post-commit']);
    git(temp.path, 'config', 'core.hooksPath', 'my hooks');
    expect((await gitFacts(temp.path, [], ASKING)).pushHooks).toEqual([]);
    temp.write('my hooks/post-merge', 'git push\n', 0o755);
    expect((await gitFacts(temp.path, [], ASKING)).pushHooks).toEqual(['post-merge']);
    expect((await gitFacts(temp.at('agents/robin'), [], ASKING)).pushHooks).toEqual(['post-merge']);
  });

  it('is found when it is a link to a script; what is no file is not read', async () => {
    const temp = makeWorkspace({ 'scripts/backup.sh': 'git push\n' });
    git(temp.path, 'init');
    mkdirSync(temp.at('.git/hooks/post-rewrite'), { recursive: true });
    symlinkSync('../../scripts/backup.sh', temp.at('.git/hooks/post-commit'));
    symlinkSync('/dev/zero', temp.at('.git/hooks/post-merge'));
    symlinkSync('gone', temp.at('.git/hooks/pre-push'));
    expect((await gitFacts(temp.path, [], ASKING)).pushHooks).toEqual(['post-commit']);
  });
});

describe.skipIf(skip)('the place of a workspace in its repository', () => {
  it('is relative to the top, and known without git', () => {
    const temp = makeWorkspace({ 'agents/robin/SOUL.md': 'x' });
    expect(pathOf(temp.path)).toBeUndefined();
    git(temp.path, 'init');
    expect(pathOf(temp.path)).toBe('');
    expect(pathOf(temp.at('agents/robin'))).toBe('agents/robin');
    expect(pathOf(relative('.', temp.at('agents')))).toBe('agents');
    renameSync(temp.at('.git'), join(dirname(temp.path), 'elsewhere'));
    temp.write('.git', 'gitdir: ../elsewhere\n');
    expect(pathOf(temp.at('agents'))).toBe('agents');
  });

  it('is found by way of a link to the workspace', () => {
    const temp = makeWorkspace({ 'agents/robin/SOUL.md': 'x' });
    git(temp.path, 'init');
    const link = freshPath('link');
    symlinkSync(temp.at('agents/robin'), link);
    expect(pathOf(link)).toBe('agents/robin');
  });

  it('is found with one look at what lies above many of them', () => {
    const temp = makeWorkspace({ 'agents/robin/SOUL.md': 'x', 'agents/wren/SOUL.md': 'x' });
    git(temp.path, 'init');
    const looks: string[] = [];
    const lstat = (path: string): ReturnType<typeof disk.lstat> => {
      looks.push(path.slice(temp.path.length + 1));
      return disk.lstat(path);
    };
    const repositories = new Repositories({ ...disk, lstat });
    expect(repositories.pathOf(temp.at('agents/robin'))).toBe('agents/robin');
    expect(repositories.pathOf(temp.at('agents/wren'))).toBe('agents/wren');
    expect(looks).toEqual(['agents/robin/.git', 'agents/.git', '.git', 'agents/wren/.git']);
  });
});
