/** A workspace as it is in a commit, held against the same workspace on disk. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import process from 'node:process';

import { describe, expect, it, vi } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { listWorkspace } from '#kernel/snapshot/listing.ts';
import { snapshotAtRevision } from '#kernel/snapshot/revision.ts';
import { takeSnapshot } from '#kernel/snapshot/take.ts';
import type { Item, Snapshot } from '#lib/workspace/snapshot.ts';
import { laterRefusalOf, refusalFrom, uid } from '#test/support/kernel.ts';
import { commit, git, noGit } from '#test/support/repository.ts';
import { freshPath, makeBornWorkspace, makeWorkspace } from '#test/support/workspace.ts';
import { skipLoudly } from '#test/support/yamo.ts';

/** What git may see of this process. */
const ASKING = { environment: process.env };

const skip = skipLoudly(noGit, 'workspaces in a revision');

const onDisk = async (path: string): Promise<Snapshot> => {
  const host = { disk, uid, stateRoot: freshPath('state'), environment: process.env, isCi: false };
  const { snapshot } = await takeSnapshot(host, listWorkspace(disk, path), {});
  return snapshot;
};

/** What a commit and a disk both know of an item. */
const known = ({ name, type, bytes, target, content }: Item): unknown =>
  type === 'directory' ? { name, type } : { name, type, bytes, target, content };

const comparable = ({ items }: Snapshot): readonly unknown[] =>
  [...items.values()].filter(({ name }) => name !== '.git').map(known);

describe.skipIf(skip)('a workspace in a revision', () => {
  it('is the workspace that was committed, to the byte', async () => {
    const temp = makeBornWorkspace({
      'MEMORY.md': '\uFEFF# M\r\nPassword: tr0ub4dor&3\r\n',
      'USER.md': Buffer.from('caf\xe9', 'latin1'),
      'TOOLS.md': 'a\0b',
      'notes/deep/x.md': 'not listed',
      'picture.png': Buffer.from([0x89, 0x50]),
      'memory/2026-03-01.md': '# 2026-03-01\n',
      'memory/a b\n"c".md': 'x',
      'memory/archive/2025/x.md': 'x',
      'memory/picture.png': 'x',
      '.trash/BOOTSTRAP.md': 'x',
      'empty.md': '',
      'same.md': 'x',
    });
    symlinkSync('USER.md', temp.at('link-inside.md'));
    symlinkSync('notes/deep/x.md', temp.at('link-to-unlisted.md'));
    symlinkSync('../outside.md', temp.at('link-outside.md'));
    symlinkSync('gone.md', temp.at('link-dangling.md'));
    symlinkSync('../SOUL.md', temp.at('memory/link.md'));
    writeFileSync(`${temp.path}/../outside.md`, 'x');
    git(temp.path, 'init');
    commit(temp.path);
    const before = await onDisk(temp.path);
    for (const file of ['SOUL.md', 'memory']) temp.remove(file);
    temp.write('USER.md', 'changed\n');

    const then = await snapshotAtRevision(temp.path, 'HEAD', ASKING);

    expect(comparable(then)).toEqual(comparable(before));
    expect(comparable(then)).toHaveLength(23);
    expect(then.source).toBe('revision');
    expect(then.partial).toBeUndefined();
  });

  it('is the folder alone, whatever its name, also where its name is a pattern', async () => {
    const temp = makeWorkspace({
      'SOUL.md': 'top\n',
      'a [b]*/SOUL.md': 'robin\n',
      'a [b]*/memory/2026-03-01.md': 'x\n',
      'a b/SOUL.md': 'other\n',
    });
    git(temp.path, 'init');
    commit(temp.path);
    const { items } = await snapshotAtRevision(temp.at('a [b]*'), 'HEAD', ASKING);
    expect([...items.keys()]).toEqual(['SOUL.md', 'memory', 'memory/2026-03-01.md']);
    expect(items.get('SOUL.md')?.content).toEqual({ is: 'text', text: 'robin\n' });
  });

  it('is empty where the folder was not there yet', async () => {
    const temp = makeWorkspace({ 'SOUL.md': 'x' });
    git(temp.path, 'init');
    commit(temp.path);
    mkdirSync(temp.at('later'));
    expect((await snapshotAtRevision(temp.at('later'), 'HEAD', ASKING)).items.size).toBe(0);
  });

  it('is named as git names commits', async () => {
    const temp = makeWorkspace({ 'SOUL.md': 'one' });
    git(temp.path, 'init');
    const first = commit(temp.path, 'one');
    git(temp.path, 'tag', '-a', '-m', 'x', 'v1');
    temp.write('SOUL.md', 'two');
    commit(temp.path, 'two');
    for (const name of [
      first,
      first.slice(0, 8),
      'HEAD~1',
      'v1',
      'HEAD^',
      'main@{1}',
      'HEAD^{/one}',
    ]) {
      const { items } = await snapshotAtRevision(temp.path, name, ASKING);
      expect(items.get('SOUL.md')?.content, name).toEqual({ is: 'text', text: 'one' });
    }
  });

  it('has a submodule as a folder that is not looked into', async () => {
    const inner = makeWorkspace({ 'SOUL.md': 'x' });
    git(inner.path, 'init');
    commit(inner.path);
    const temp = makeWorkspace({ 'SOUL.md': 'x' });
    git(temp.path, 'init');
    git(temp.path, 'submodule', 'add', inner.path, 'memory');
    commit(temp.path);
    const { items } = await snapshotAtRevision(temp.path, 'HEAD', ASKING);
    expect(items.get('memory')).toMatchObject({ type: 'directory', content: { is: 'not read' } });
    expect([...items.keys()].filter((name) => name.startsWith('memory/'))).toEqual([]);
  });

  it('has the credentials that the disk would have', async () => {
    const key = ['ghp', '0123456789abcdefABCDEF0123456789abcd'].join('_');
    const temp = makeWorkspace({ 'MEMORY.md': `x\n${key}\n` });
    git(temp.path, 'init', '--object-format=sha256');
    commit(temp.path);
    const { providerKeys } = await onDisk(temp.path);
    expect(providerKeys.get('MEMORY.md')).toHaveLength(1);
    expect((await snapshotAtRevision(temp.path, 'HEAD', ASKING)).providerKeys).toEqual(
      providerKeys,
    );
  });

  it('says so where a partial clone lacks a file', async () => {
    const temp = makeWorkspace({ 'SOUL.md': 'x', 'USER.md': 'y' });
    git(temp.path, 'init');
    commit(temp.path);
    const blob = git(temp.path, 'rev-parse', 'HEAD:SOUL.md');
    rmSync(temp.at(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`));
    const { items } = await snapshotAtRevision(temp.path, 'HEAD', ASKING);
    expect(items.get('SOUL.md')?.content).toEqual({ is: 'unreadable', errno: 'ENOENT' });
    expect(items.get('USER.md')?.content).toEqual({ is: 'text', text: 'y' });
  });

  it.each([
    'nope',
    '',
    '--help',
    '-1',
    'HEAD^{tree}',
    'HEAD:SOUL.md',
    'HEAD~99',
    'HEAD@{99}',
    'a b',
    'HEAD..HEAD',
    '$(touch x)',
  ])('that git does not know is refused: %j', async (revision) => {
    const temp = makeWorkspace({ 'SOUL.md': 'x' });
    git(temp.path, 'init');
    commit(temp.path);
    const refusal = await refusalFrom(() => snapshotAtRevision(temp.path, revision, ASKING));
    expect(refusal.code).toBe('REVISION_UNKNOWN');
    expect(refusal.facts).toEqual({ path: temp.path, revision });
  });

  it('is not known without git, or without a repository', async () => {
    const temp = makeWorkspace({ 'SOUL.md': 'x' });
    const refused = (): Promise<unknown> =>
      laterRefusalOf(() => snapshotAtRevision(temp.path, 'HEAD', ASKING));
    expect(await refused()).toBe('GIT_UNAVAILABLE');
    git(temp.path, 'init');
    expect(await refused()).toBe('REVISION_UNKNOWN');
    vi.stubEnv('PATH', freshPath('nowhere'));
    expect(await refused()).toBe('GIT_UNAVAILABLE');
    vi.unstubAllEnvs();
    temp.write('.git/config', '[core\n');
    expect(await refused()).toBe('GIT_UNAVAILABLE');
  });
});
