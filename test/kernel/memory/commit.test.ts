/** Changes of memory as commits in a real repository. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { commitChanges } from '#kernel/memory/commit.ts';
import { openWorkspace } from '#test/support/kernel.ts';
import { commit, git, noGit } from '#test/support/repository.ts';
import { freshPath, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { skipLoudly } from '#test/support/yamo.ts';

const cannot = skipLoudly(noGit, 'commits of curations (no git)');

const BEFORE = '# Memory\n\n- tea\n';
const AFTER = '# Memory\n\n- coffee\n';
const SUBJECT = 'Curate MEMORY.md: 1 added, 1 taken out';

/** A workspace in a folder of a repository, as its owner has it. */
const kept = (folder = 'atlas'): { readonly ws: TempWorkspace; readonly top: string } => {
  const outer = makeWorkspace({ [`${folder}/MEMORY.md`]: BEFORE, 'notes.md': 'one\n' });
  chmodSync(outer.at(folder), 0o700);
  git(outer.path, 'init');
  commit(outer.path);
  return { ws: { ...outer, path: outer.at(folder) }, top: outer.path };
};

const owner = (name = 'Ada'): void => {
  const home = freshPath('home');
  mkdirSync(home);
  const identity =
    name === '' ? 'useConfigOnly = true' : `name = ${name}\n\temail = ada@example.org`;
  writeFileSync(join(home, '.gitconfig'), `[user]\n\t${identity}\n[commit]\n\tgpgSign = true\n`);
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_CONFIG_HOME', home);
};
afterEach(() => void vi.unstubAllEnvs());

const change = (before: string | undefined, after: string | undefined, file = 'MEMORY.md') => ({
  file,
  before: before === undefined ? undefined : Buffer.from(before),
  after: after === undefined ? undefined : Buffer.from(after),
});

const made = (ws: TempWorkspace, ...changes: readonly ReturnType<typeof change>[]) =>
  commitChanges(openWorkspace(ws), changes, SUBJECT, process.env);

describe.skipIf(cannot)('a change of memory', () => {
  it('is a commit of its file alone, by its owner; neither hooks nor filters run [Y102]', async () => {
    const { ws, top } = kept('at las');
    owner();
    for (const hook of ['pre-commit', 'post-commit', 'reference-transaction'])
      writeFileSync(join(top, '.git/hooks', hook), `#!/bin/sh\necho $0 >> '${top}/ran'\n`, {
        mode: 0o755,
      });
    git(top, 'config', 'filter.x.clean', `echo filter >> '${top}/ran'`);
    writeFileSync(join(top, '.git/info/attributes'), '* filter=x\n');
    writeFileSync(join(top, 'notes.md'), 'two\n');
    git(top, '-c', 'filter.x.clean=cat', 'add', 'notes.md');
    writeFileSync(join(ws.path, 'MEMORY.md'), AFTER);

    rmSync(join(top, 'ran'), { force: true });
    const done = await made(ws, change(BEFORE, AFTER));
    expect(existsSync(join(top, 'ran')) ? readFileSync(join(top, 'ran'), 'utf8') : '').toBe('');
    expect(done).toEqual({ commit: git(top, 'rev-parse', 'HEAD') });
    expect(git(top, 'log', '-1', '--format=%an <%ae> %cn|%s|%P')).toBe(
      `Ada <ada@example.org> Ada|${SUBJECT}|${git(top, 'rev-parse', 'HEAD~1')}`,
    );
    expect(git(top, 'diff', '--name-status', 'HEAD~1', 'HEAD')).toBe('M\tat las/MEMORY.md');
    expect(git(top, 'show', 'HEAD:at las/MEMORY.md')).toBe(AFTER.trimEnd());
    expect(git(top, 'rev-list', '--count', 'HEAD')).toBe('2');
    // What was staged is staged still, and nothing else is.
    expect(git(top, 'diff', '--cached', '--name-only')).toBe('notes.md');
    expect(git(top, 'fsck', '--strict')).toBe('');
  });

  it('has what was there before in a commit of its own, and what is staged of the file stays', async () => {
    const { ws, top } = kept();
    owner();
    writeFileSync(join(ws.path, 'MEMORY.md'), `${BEFORE}- staged\n`);
    git(top, 'add', 'atlas/MEMORY.md');
    const between = `${BEFORE}- noted by the agent\n`;
    await made(ws, change(between, AFTER));
    expect(git(top, 'log', '--format=%s', '-2')).toBe(`${SUBJECT}\nBefore: ${SUBJECT}`);
    expect(git(top, 'show', 'HEAD~1:atlas/MEMORY.md')).toBe(between.trimEnd());
    expect(git(top, 'show', ':atlas/MEMORY.md')).toBe(`${BEFORE}- staged`);
    // It is there already: no empty commit.
    const head = git(top, 'rev-parse', 'HEAD');
    expect(await made(ws, change(AFTER, AFTER))).toEqual({ commit: head });
  });

  it('is not committed, and says why, where that would surprise its owner', async () => {
    const reasonOf = async (ws: TempWorkspace, file = 'MEMORY.md'): Promise<unknown> => {
      const done = await made(ws, change(BEFORE, AFTER, file));
      return 'reason' in done ? done.reason : done;
    };
    owner();
    expect(await reasonOf(makeWorkspace())).toBe('git finds no repository here');
    const bare = makeWorkspace({ 'MEMORY.md': BEFORE });
    git(bare.path, 'init');
    expect(await reasonOf(bare)).toBe('there is no commit yet');
    const { ws, top } = kept();
    const head = git(top, 'rev-parse', 'HEAD');
    expect(await reasonOf(ws, 'USER.md')).toMatch(/atlas\/USER\.md is in no commit yet/);
    writeFileSync(join(top, '.git/MERGE_HEAD'), `${head}\n`);
    expect(await reasonOf(ws)).toMatch(/in the middle of something else/);
    git(top, 'update-ref', '--no-deref', '-d', 'MERGE_HEAD');
    owner('');
    expect(await reasonOf(ws)).toMatch(/no name or address of yours/);
    expect(git(top, 'rev-parse', 'HEAD')).toBe(head);
  });
});
