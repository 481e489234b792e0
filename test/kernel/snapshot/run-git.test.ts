/** Repositories that want to do harm when they are looked at: git is run, and nothing else is. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { runGit } from '#kernel/process/git.ts';
import { gitFacts } from '#kernel/snapshot/git.ts';
import { readHistory } from '#kernel/snapshot/history.ts';
import { snapshotAtRevision } from '#kernel/snapshot/revision.ts';
import { commit, git, noGit } from '#test/support/repository.ts';
import { snapshot } from '#test/support/snapshot.ts';
import { freshPath, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { skipLoudly } from '#test/support/yamo.ts';

const skip = skipLoudly(noGit, 'git for the auditor');
/** What git may see of this process. */
const ASKING = { environment: process.env };
const ASK = { ...ASKING, maxBytes: 100_000 };
const findSecrets = async (): Promise<readonly never[]> => [];

afterEach(() => vi.unstubAllEnvs());

/** Everything that the auditor asks git. */
const scan = async (path: string): Promise<readonly unknown[]> => [
  await gitFacts(path, ['USER.md', 'memory'], ASKING),
  await readHistory(path, { ...ASKING, findSecrets }),
  await snapshotAtRevision(path, 'HEAD', ASKING).catch((error: unknown) => error),
];

/** A program that writes its name into `mark` and gives up. */
const trap = (folder: string, mark: string): string => {
  const path = join(folder, 'trap');
  writeFileSync(path, `#!/bin/sh\necho "$0 $*" >> '${mark}'\nexit 1\n`, { mode: 0o755 });
  return path;
};

const marksIn = (mark: string): string => (existsSync(mark) ? readFileSync(mark, 'utf8') : '');

const HOOKS = [
  'post-index-change',
  'reference-transaction',
  'post-checkout',
  'pre-commit',
  'fsmonitor-watchman',
];

/** A repository whose settings, attributes and hooks name a program wherever git lets them. */
const setTraps = (temp: TempWorkspace, program: string): void => {
  const own = (key: string, value: string): void => void git(temp.path, 'config', key, value);
  for (const key of [
    'core.fsmonitor',
    'core.pager',
    'core.editor',
    'core.askPass',
    'core.sshCommand',
    'core.gitProxy',
    'core.alternateRefsCommand',
    'credential.helper',
    'diff.external',
    'diff.evil.command',
    'diff.evil.textconv',
    'filter.evil.clean',
    'filter.evil.smudge',
    'filter.evil.process',
    'gpg.program',
    'gpg.ssh.program',
    'pager.log',
    'pager.diff-tree',
    'pager.cat-file',
    'remote.origin.uploadpack',
    'sequence.editor',
    'uploadpack.packObjectsHook',
  ])
    own(key, program);
  for (const name of ['diff-tree', 'cat-file', 'rev-list', 'ls-tree'])
    own(`alias.${name}`, `!${program}`);
  for (const key of ['log.showSignature', 'filter.evil.required', 'core.untrackedCache'])
    own(key, 'true');
  own('core.hooksPath', 'hooks-of-evil');
  for (const folder of ['hooks-of-evil', '.git/hooks']) {
    mkdirSync(temp.at(folder), { recursive: true });
    for (const hook of HOOKS) {
      writeFileSync(temp.at(`${folder}/${hook}`), readFileSync(program), { mode: 0o755 });
      chmodSync(temp.at(`${folder}/${hook}`), 0o755);
    }
  }
  temp.write('.git/info/attributes', '* filter=evil diff=evil\n');
};

describe.skipIf(skip)('a hostile repository', () => {
  it('runs no program of its own when it is audited', async () => {
    const temp = makeBornWorkspace({ '.gitignore': '/USER.md\n' });
    git(temp.path, 'init');
    commit(temp.path);
    temp.write('SOUL.md', 'Another soul.\n');
    commit(temp.path);
    const mark = freshPath('mark');
    setTraps(temp, trap(dirname(mark), mark));
    temp.write('.gitattributes', '* filter=evil diff=evil\n');
    const before = snapshot(temp.at('.git'));

    const [facts, history, then] = await scan(temp.path);

    expect(marksIn(mark)).toBe('');
    expect(snapshot(temp.at('.git'))).toEqual(before);
    expect(facts).toMatchObject({ git: { ignored: new Set(['USER.md']) } });
    expect(history).toMatchObject({
      changes: expect.arrayContaining(
        [{ file: 'SOUL.md' }].map((one) => expect.objectContaining(one)),
      ),
    });
    expect(then).toMatchObject({ source: 'revision' });

    // The traps are good: git as it is walks into them.
    spawnSync('git', ['status'], { cwd: temp.path });
    spawnSync('git', ['log', '-p', '--ext-diff'], { cwd: temp.path });
    expect(marksIn(mark)).not.toBe('');
  });

  it.each([
    ['over a local transport', (program: string) => dirname(program)],
    ['over a transport that is a program', (program: string) => `ext::${program} %S`],
    ['over ssh', () => 'ssh://example.invalid/x'],
  ])('does not fetch what it lacks %s', async (_how, url) => {
    const temp = makeBornWorkspace();
    git(temp.path, 'init');
    commit(temp.path);
    const blob = git(temp.path, 'rev-parse', 'HEAD:SOUL.md');
    temp.write('SOUL.md', 'Another soul.\n');
    commit(temp.path);
    const mark = freshPath('mark');
    const program = trap(dirname(mark), mark);
    rmSync(temp.at(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`));
    for (const [key, value] of [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.url', url(program)],
      ['remote.origin.uploadpack', program],
      ['core.sshCommand', program],
      ['protocol.allow', 'always'],
      ['protocol.ext.allow', 'always'],
      ['protocol.file.allow', 'always'],
    ] as const)
      git(temp.path, 'config', key, value);

    const [, history] = await scan(temp.path);
    expect(marksIn(mark)).toBe('');
    expect(history).toMatchObject({ partial: expect.stringContaining('objects are missing') });
    const old = await runGit(temp.path, ['cat-file', '--batch'], { ...ASK, input: `${blob}\n` });
    expect(old.is === 'answer' && old.output.toString()).toBe(`${blob} missing\n`);
    expect(marksIn(mark)).toBe('');

    spawnSync('git', ['-c', 'protocol.ext.allow=always', 'cat-file', '-p', blob], {
      cwd: temp.path,
    });
    expect(marksIn(mark)).not.toBe('');
  });

  it('that is laid out in the workspace itself, without .git, is not asked', async () => {
    const temp = makeBornWorkspace();
    git(temp.path, 'init', '--bare');
    const mark = freshPath('mark');
    git(temp.path, 'config', 'core.fsmonitor', trap(dirname(mark), mark));
    git(temp.path, 'config', 'core.bare', 'false');
    git(temp.path, 'config', 'core.worktree', '.');
    expect(await gitFacts(temp.path, ['USER.md'], ASKING)).toEqual({});
    const answer = await runGit(temp.path, ['rev-parse', 'HEAD'], ASK);
    expect(answer).toMatchObject({ is: 'unavailable', reason: expect.stringContaining('itself') });
    expect(marksIn(mark)).toBe('');
  });

  it('does not bring its own git, by way of the search path', async () => {
    const temp = makeBornWorkspace();
    git(temp.path, 'init');
    const mark = freshPath('mark');
    const program = trap(dirname(mark), mark);
    const inWorkspace = temp.at('bin');
    const ofPackages = join(freshPath('app'), 'node_modules/.bin');
    for (const folder of [inWorkspace, ofPackages]) {
      mkdirSync(folder, { recursive: true });
      symlinkSync(program, join(folder, 'git'));
    }
    symlinkSync(program, temp.at('git'));
    const path = ['.', '', inWorkspace, ofPackages, process.env['PATH'] ?? ''].join(delimiter);
    vi.stubEnv('PATH', path);
    const answer = await runGit(temp.path, ['rev-parse', '--is-inside-work-tree'], ASK);
    expect(answer).toMatchObject({ is: 'answer', exitCode: 0 });
    expect(marksIn(mark)).toBe('');
  });

  it('that blocks git for ever is given up in the end, and when the audit is stopped', async () => {
    const temp = makeBornWorkspace();
    git(temp.path, 'init');
    rmSync(temp.at('.git/config'));
    execFileSync('mkfifo', [temp.at('.git/config')]);
    const answer = await runGit(temp.path, ['rev-parse', 'HEAD'], {
      ...ASK,
      signal: AbortSignal.timeout(200),
    });
    expect(answer).toEqual({ is: 'unavailable', reason: 'it was stopped' });
    const slow = await runGit(temp.path, ['rev-parse', 'HEAD'], { ...ASK, maxMs: 200 });
    expect(slow).toMatchObject({ reason: 'git took too long, or was ended by someone' });
    const late = await runGit(temp.path, ['rev-parse', 'HEAD'], {
      ...ASK,
      signal: AbortSignal.abort(),
    });
    expect(late).toEqual({ is: 'unavailable', reason: 'it was stopped' });
  });

  it.skipIf(process.getuid?.() !== 0)(
    'of another owner is refused as git refuses it, unless the user has made an exception',
    async () => {
      const temp = makeBornWorkspace({ '.gitignore': 'USER.md\n' });
      git(temp.path, 'init');
      for (const file of ['', '.git']) chownSync(temp.at(file), 12_345, 12_345);
      const asked = () => gitFacts(temp.path, ['USER.md'], ASKING);
      const home = freshPath('home');
      mkdirSync(home);
      vi.stubEnv('HOME', home);
      expect(await asked()).toMatchObject({
        git: { ignored: new Set() },
        gitUnavailable: expect.stringContaining('another user'),
      });
      expect(await readHistory(temp.path, { ...ASKING, findSecrets })).toMatchObject({
        changes: [],
        partial: expect.stringContaining('another user'),
      });
      writeFileSync(join(home, '.gitconfig'), `[safe]\n\tdirectory = ${temp.path}\n`);
      expect(await asked()).toMatchObject({ git: { ignored: new Set(['USER.md']) } });
    },
  );
});

describe.skipIf(skip)('git', () => {
  it('is asked about the workspace, not about what the variables of the caller name', async () => {
    const temp = makeBornWorkspace();
    const other = makeBornWorkspace();
    for (const { path } of [temp, other]) git(path, 'init');
    const trace = freshPath('trace');
    vi.stubEnv('GIT_DIR', other.at('.git'));
    vi.stubEnv('GIT_WORK_TREE', other.path);
    vi.stubEnv('GIT_TRACE', trace);
    vi.stubEnv('GIT_LITERAL_PATHSPECS', '1');
    const answer = await runGit(temp.path, ['rev-parse', '--show-toplevel'], ASK);
    expect(answer.is === 'answer' && answer.output.toString()).toBe(`${temp.path}\n`);
    expect(existsSync(trace)).toBe(false);
  });

  it('that is not installed is a reason and no crash', async () => {
    const temp = makeBornWorkspace({ '.gitignore': 'USER.md\n' });
    git(temp.path, 'init');
    vi.stubEnv('PATH', freshPath('nowhere'));
    expect(await runGit(temp.path, ['version'], ASK)).toEqual({
      is: 'unavailable',
      reason: 'git was not found, ENOENT',
    });
    expect(await gitFacts(temp.path, ['USER.md'], ASKING)).toMatchObject({
      gitUnavailable: 'git was not found, ENOENT',
    });
  });

  it('is cut off when it says more than was asked for', async () => {
    const temp = makeBornWorkspace();
    git(temp.path, 'init');
    commit(temp.path);
    const answer = await runGit(temp.path, ['cat-file', '-p', 'HEAD:SOUL.md'], {
      ...ASKING,
      maxBytes: 7,
    });
    expect(answer).toMatchObject({ is: 'answer', isWhole: false });
    expect(answer.is === 'answer' && answer.output.byteLength).toBe(7);
  });

  it.each([
    ['no repository', (temp: TempWorkspace) => temp.remove('.git'), 'git finds no repository here'],
    [
      'damaged settings',
      (temp: TempWorkspace) => temp.write('.git/config', '[core\n'),
      'the settings of the repository are damaged',
    ],
    [
      'a form of a later git',
      (temp: TempWorkspace) => temp.write('.git/config', '[core]\nrepositoryformatversion = 99\n'),
      'this git is too old for the form of the repository',
    ],
    [
      'a .git file that leads nowhere',
      (temp: TempWorkspace) => {
        temp.remove('.git');
        temp.write('.git', 'gitdir: /nonexistent\n');
      },
      'git finds no repository here',
    ],
  ])('says in our words what is wrong: %s', async (_what, spoil, reason) => {
    const temp = makeBornWorkspace();
    git(temp.path, 'init');
    spoil(temp);
    const answer = await runGit(temp.path, ['rev-parse', '--is-shallow-repository'], ASK);
    expect(answer).toMatchObject({ is: 'unavailable', reason });
  });

  it('cannot be given an argument that no process can have', async () => {
    const temp = makeBornWorkspace();
    expect(await runGit(temp.path, ['rev-parse', 'a\0b'], ASK)).toMatchObject({
      is: 'unavailable',
    });
    expect(await runGit(freshPath('nowhere'), ['version'], ASK)).toMatchObject({
      is: 'unavailable',
    });
  });
});
