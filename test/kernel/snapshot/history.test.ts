/** What git remembers of a workspace, in repositories that git itself has made. */
import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import process from 'node:process';

import { array, assert, boolean, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readHistory } from '#kernel/snapshot/history.ts';
import { commitsIn } from '#kernel/snapshot/history-log.ts';
import { snapshotAtRevision } from '#kernel/snapshot/revision.ts';
import { labelledCredentials } from '#lib/secrets/credential.ts';
import type { Change, GitHistory, ProviderKey } from '#lib/workspace/snapshot.ts';
import { laterRefusalOf } from '#test/support/kernel.ts';
import { commit, git, noGit } from '#test/support/repository.ts';
import { freshPath, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { skipLoudly } from '#test/support/yamo.ts';

/** What git may see of this process. */
const ASKING = { environment: process.env };

const skip = skipLoudly(noGit, 'the history of a workspace');

const findSecrets = async (text: string): Promise<readonly ProviderKey[]> =>
  labelledCredentials(text);

const historyOf = ({ path }: Pick<TempWorkspace, 'path'>): Promise<GitHistory> =>
  readHistory(path, { ...ASKING, findSecrets });

const repository = (
  files: Parameters<typeof makeWorkspace>[0] = {},
  ...init: readonly string[]
): TempWorkspace => {
  const temp = makeWorkspace(files);
  git(temp.path, 'init', ...init);
  return temp;
};

/** A change in a few words: `deleted memory/2026-03-01.md +0 -2`. */
const inWords = ({ kind, file, from, linesAdded, linesRemoved }: Change): string =>
  `${kind} ${from === undefined ? '' : `${from} -> `}${file} +${linesAdded} -${linesRemoved}`;

const wordsOf = async (temp: Pick<TempWorkspace, 'path'>): Promise<readonly string[]> =>
  (await historyOf(temp)).changes.map(inWords).toSorted();

describe.skipIf(skip)('the changes', () => {
  it('are those of the layout, newest first, with commit, time and lines', async () => {
    const temp = repository({
      'SOUL.md': 'a\nb\n',
      'src/main.ts': 'x',
      'memory/2026-03-01.md': 'x\n',
    });
    const first = commit(temp.path);
    temp.write('SOUL.md', 'a\nc\nd\n');
    temp.write('src/main.ts', 'y');
    const second = commit(temp.path);
    const { changes, partial } = await historyOf(temp);
    expect(partial).toBeUndefined();
    expect(changes.map((change) => `${change.commit} ${inWords(change)}`)).toEqual([
      `${second} changed SOUL.md +2 -1`,
      `${first} added SOUL.md +2 -0`,
      `${first} added memory/2026-03-01.md +1 -0`,
    ]);
    const time = Number(git(temp.path, 'log', '-1', '--format=%at'));
    expect(changes[0]?.time).toBe(time);
  });

  it("are relative to the workspace, and none of its neighbours' [R-80]", async () => {
    const temp = repository({
      'BOOTSTRAP.md': 'x\n',
      'a [b]/SOUL.md': 'x\n',
      'a [b]c/SOUL.md': 'x\n',
    });
    commit(temp.path);
    expect(await wordsOf({ path: temp.at('a [b]') })).toEqual(['added SOUL.md +1 -0']);
  });

  it('tell a file that is moved from one that is deleted', async () => {
    const log = Array.from({ length: 20 }, (_, line) => `- ${line}\n`).join('');
    const temp = repository({
      'memory/2026-03-01.md': log,
      'memory/2026-03-02.md': `${log}x\n`,
      'memory/2026-03-03.md': 'other\n',
    });
    commit(temp.path);
    temp.write('memory/archive/x', '');
    renameSync(temp.at('memory/2026-03-01.md'), temp.at('memory/archive/2026-03-01.md'));
    temp.write('attic/x', '');
    renameSync(temp.at('memory/2026-03-02.md'), temp.at('attic/2026-03-02.md'));
    temp.remove('memory/2026-03-03.md');
    const moved = commit(temp.path);
    const { changes } = await historyOf(temp);
    const words = changes.filter((change) => change.commit === moved).map(inWords);
    expect(words.toSorted()).toEqual([
      'added memory/archive/x +0 -0',
      'deleted memory/2026-03-03.md +0 -1',
      'renamed memory/2026-03-01.md -> memory/archive/2026-03-01.md +0 -0',
      'renamed memory/2026-03-02.md -> attic/2026-03-02.md +0 -0',
    ]);
  });

  it('never call bootstrap instructions renamed: they are deleted and made [§2.6]', async () => {
    const text = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('');
    const temp = repository({ 'BOOTSTRAP.md': text });
    commit(temp.path);
    renameSync(temp.at('BOOTSTRAP.md'), temp.at('SOUL.md'));
    commit(temp.path);
    renameSync(temp.at('SOUL.md'), temp.at('bootstrap.yamo'));
    commit(temp.path);
    expect(await wordsOf(temp)).toEqual([
      'added BOOTSTRAP.md +20 -0',
      'added SOUL.md +0 -0',
      'added bootstrap.yamo +0 -0',
      'deleted BOOTSTRAP.md +0 -0',
      'deleted SOUL.md +0 -0',
    ]);
  });

  it('of branches are told once, and a merge tells only what it did itself', async () => {
    const temp = repository({ 'SOUL.md': '1\n2\n3\n' });
    commit(temp.path);
    git(temp.path, 'checkout', '-b', 'side');
    temp.write('SOUL.md', '1\n2\n3\nside\n');
    temp.write('BOOTSTRAP.md', 'instructions\n');
    commit(temp.path);
    temp.remove('BOOTSTRAP.md');
    commit(temp.path);
    git(temp.path, 'checkout', 'main');
    temp.write('SOUL.md', 'main\n1\n2\n3\n');
    commit(temp.path);
    git(temp.path, 'merge', '--no-commit', '--no-ff', 'side');
    temp.write('MEMORY.md', 'made by the merge\n');
    const merge = commit(temp.path, 'Merge');
    const { changes } = await historyOf(temp);
    expect(changes.filter((change) => change.commit === merge).map(inWords)).toEqual([
      'added MEMORY.md +1 -0',
      'changed SOUL.md +1 -0',
    ]);
    expect(await wordsOf(temp)).toEqual(
      expect.arrayContaining(['added BOOTSTRAP.md +1 -0', 'deleted BOOTSTRAP.md +0 -1']),
    );
    expect(changes).toHaveLength(7);

    git(temp.path, 'checkout', '-b', 'clean');
    temp.write('TOOLS.md', 'x\n');
    const clean = commit(temp.path);
    git(temp.path, 'checkout', 'main');
    temp.write('src.txt', 'not of the layout');
    commit(temp.path);
    git(temp.path, 'merge', '--no-ff', '-m', 'Merge', 'clean');
    const { changes: later } = await historyOf(temp);
    expect(later.filter(({ file }) => file === 'TOOLS.md').map((change) => change.commit)).toEqual([
      clean,
    ]);
    expect(later).toHaveLength(8);
  });

  it('of a branch that was thrown away in its merge are told too', async () => {
    const temp = repository({ 'SOUL.md': 'x\n' });
    commit(temp.path);
    git(temp.path, 'checkout', '-b', 'side');
    temp.write('MEMORY.md', 'Password: tr0ub4dor&3\n');
    const side = commit(temp.path);
    git(temp.path, 'checkout', 'main');
    temp.write('SOUL.md', 'y\n');
    commit(temp.path);
    git(temp.path, 'merge', '-s', 'ours', '-m', 'Merge', 'side');
    const { changes, secrets } = await historyOf(temp);
    expect(changes.map(inWords)).toContain('added MEMORY.md +1 -0');
    expect(secrets).toEqual([
      { commit: side, file: 'MEMORY.md', line: 1, kind: 'password', value: 'tr0ub4dor&3' },
    ]);
  });

  it('are not hidden by settings of the repository', async () => {
    const temp = repository({ 'a/SOUL.md': 'x\n', 'a/memory/2026-03-01.md': 'x\n' });
    commit(temp.path);
    for (const [key, value] of [
      ['log.showRoot', 'false'],
      ['diff.relative', 'false'],
      ['diff.noprefix', 'true'],
      ['diff.renames', 'false'],
      ['core.quotePath', 'true'],
      ['color.ui', 'always'],
      ['diff.orderFile', '/nonexistent'],
      ['log.follow', 'true'],
      ['format.pretty', 'oneline'],
    ] as const)
      git(temp.path, 'config', key, value);
    expect(await wordsOf({ path: temp.at('a') })).toEqual([
      'added SOUL.md +1 -0',
      'added memory/2026-03-01.md +1 -0',
    ]);
  });

  it('are known of files with any name', async () => {
    const names = [
      'a b',
      'new\nline',
      '"quoted"',
      'tab\tbed',
      "it's",
      'ünïcode',
      '-n',
      ':(top)x',
      '*',
    ];
    const temp = repository(Object.fromEntries(names.map((name) => [`memory/${name}.md`, 'x\n'])));
    const bytes = Buffer.concat([
      Buffer.from(temp.at('memory/')),
      Buffer.from([0xff]),
      Buffer.from('.md'),
    ]);
    writeFileSync(bytes, 'x\n');
    commit(temp.path);
    const { changes } = await historyOf(temp);
    expect(changes.map(({ file }) => file).toSorted()).toEqual(
      [...names, '\uFFFD'].map((name) => `memory/${name}.md`).toSorted(),
    );
    expect(changes.every(({ linesAdded }) => linesAdded === 1)).toBe(true);
  });

  it.each([
    [
      'in a repository with SHA-256 names',
      async () => repository({ 'SOUL.md': 'x\n' }, '--object-format=sha256'),
    ],
    [
      'in a worktree',
      async () => {
        const model = repository({ 'README.txt': 'x' });
        commit(model.path);
        const path = freshPath('ws');
        git(model.path, 'worktree', 'add', path);
        writeFileSync(`${path}/SOUL.md`, 'x\n');
        return { path };
      },
    ],
    [
      'by way of a .git file',
      async () => repository({ 'SOUL.md': 'x\n' }, `--separate-git-dir=${freshPath('git')}`),
    ],
  ])('are known %s', async (_where, make) => {
    const { path } = await make();
    commit(path);
    expect(await wordsOf({ path })).toContain('added SOUL.md +1 -0');
  });

  it('are none where nothing is committed, and where nothing of the layout is', async () => {
    const temp = repository({ 'README.txt': 'x' });
    expect(await historyOf(temp)).toEqual({ changes: [], secrets: [] });
    commit(temp.path);
    expect(await historyOf(temp)).toEqual({ changes: [], secrets: [] });
  });

  it('are said to be unknown where there is no repository', async () => {
    expect(await historyOf(makeWorkspace())).toEqual({
      changes: [],
      secrets: [],
      partial: 'the workspace lies in no git repository',
    });
  });

  it('are not asked of a repository whose settings place its work tree elsewhere', async () => {
    const temp = repository({ 'SOUL.md': 'x\n' });
    commit(temp.path);
    git(temp.path, 'config', 'core.worktree', makeWorkspace().path);
    expect(await historyOf(temp)).toEqual({
      changes: [],
      secrets: [],
      partial: 'the workspace lies outside the work tree of its repository',
    });
    expect(await laterRefusalOf(() => snapshotAtRevision(temp.path, 'HEAD', ASKING))).toBe(
      'GIT_UNAVAILABLE',
    );
  });

  it('of a shallow clone are said to be a part, and where it begins nothing was added', async () => {
    const temp = repository({ 'SOUL.md': 'x\n', 'MEMORY.md': 'Password: tr0ub4dor&3\n' });
    commit(temp.path);
    temp.write('SOUL.md', 'y\n');
    const middle = commit(temp.path);
    temp.write('MEMORY.md', 'nothing\n');
    commit(temp.path);
    const path = freshPath('clone');
    git(temp.path, 'clone', '--depth=2', `file://${temp.path}`, path);
    expect(await wordsOf({ path })).toEqual(['changed MEMORY.md +1 -1']);
    const { secrets, partial } = await historyOf({ path });
    expect(partial).toBe('the clone is shallow, and older commits are not in it');
    expect(secrets.map(({ commit: where, file }) => [where, file])).toEqual([
      [middle, 'MEMORY.md'],
    ]);
  });
});

describe.skipIf(skip)('credentials of old versions [§4.2]', () => {
  it('are found where the file on disk no longer has them, once each, newest commit first', async () => {
    const temp = repository({ 'MEMORY.md': '# M\n\nPassword: 0ldest-one\n' });
    const first = commit(temp.path);
    temp.write('MEMORY.md', 'Password: sec0nd-one\nPIN: 4711\n');
    temp.write('memory/2026-03-01.md', 'Password: in-a-l0g\n');
    const second = commit(temp.path);
    temp.write('MEMORY.md', 'Password: sec0nd-one\nPIN: 4711\nMore.\n');
    const third = commit(temp.path);
    temp.write('MEMORY.md', 'PIN: 4711\n');
    temp.remove('memory/2026-03-01.md');
    const { secrets } = await historyOf(temp);
    expect(secrets).toEqual([
      { commit: third, file: 'MEMORY.md', line: 1, kind: 'password', value: 'sec0nd-one' },
      {
        commit: second,
        file: 'memory/2026-03-01.md',
        line: 1,
        kind: 'password',
        value: 'in-a-l0g',
      },
      { commit: first, file: 'MEMORY.md', line: 3, kind: 'password', value: '0ldest-one' },
    ]);
  });

  it('are not old where the file was only moved, and the version on disk is not read from git', async () => {
    const log = `Password: still-h3re!9\n${'- x\n'.repeat(20)}`;
    const temp = repository({ 'memory/2026-03-01.md': log, 'SOUL.md': 'Password: in-s0ul\n' });
    commit(temp.path);
    temp.write('memory/archive/.keep', '');
    renameSync(temp.at('memory/2026-03-01.md'), temp.at('memory/archive/2026-03-01.md'));
    commit(temp.path);
    const seen: string[] = [];
    const { secrets } = await readHistory(temp.path, {
      ...ASKING,
      findSecrets: async (text) => {
        seen.push(text);
        return labelledCredentials(text);
      },
    });
    expect(secrets).toEqual([]);
    // Under its old name this is a version that is not on disk.
    expect(seen).toEqual([log]);
  });

  it('are found in text that is none, and not in links', async () => {
    const temp = repository({
      'MEMORY.md': Buffer.from('caf\xe9\nPassword: latin-0ne\n\0', 'latin1'),
    });
    symlinkSync('Password: a-l1nk-target', temp.at('SOUL.md'));
    commit(temp.path);
    temp.remove('MEMORY.md');
    temp.remove('SOUL.md');
    const { secrets } = await historyOf(temp);
    expect(secrets.map(({ value, line }) => [value, line])).toEqual([['latin-0ne', 2]]);
  });

  it('are searched for in everything of the layout, also in what a rename took away', async () => {
    const files = ['BOOTSTRAP.md', 'Bootstrap.txt', 'TOOLS.md', 'USER.md', 'memory/notes/x.md'];
    const temp = repository(
      Object.fromEntries(files.map((file, n) => [file, `Password: p4ssword-${n}\n`])),
    );
    commit(temp.path);
    for (const file of files) temp.remove(file);
    const { secrets } = await historyOf(temp);
    expect(secrets.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
  });
});

describe.skipIf(skip)('a history that is longer than what is read', () => {
  const ALL = { commits: 9, versions: 9, versionsBytes: 999, versionBytes: 99 };

  it.each([
    [
      'commits',
      { commits: 2 },
      ['p4ss-2', 'p4ss-1'],
      'only the newest 2 commits that touch the layout were read',
    ],
    [
      'versions',
      { versions: 1 },
      ['p4ss-2'],
      'of 3 old versions only the newest were searched for credentials',
    ],
    [
      'bytes',
      { versionsBytes: 40 },
      ['p4ss-2', 'p4ss-1'],
      'of 3 old versions only the newest were searched for credentials',
    ],
    [
      'bytes of one version',
      { versionBytes: 17 },
      ['p4ss-2', 'p4ss-1'],
      'versions of more than 17 bytes were not looked into',
    ],
  ])(
    'is read from its newest end and said to be a part: %s',
    async (_what, limits, values, partial) => {
      const temp = repository();
      for (const text of [
        'Password: p4ss-0\n\n',
        'Password: p4ss-1\n',
        'Password: p4ss-2\n',
        'nothing\n',
      ]) {
        temp.write('MEMORY.md', text);
        commit(temp.path);
      }
      const history = await readHistory(temp.path, {
        ...ASKING,
        findSecrets,
        limits: { ...ALL, ...limits },
      });
      expect(history.secrets.map(({ value }) => value)).toEqual(values);
      expect(history.partial).toBe(partial);
    },
  );
});

/** A commit that adds SOUL.md. */
const logged = (name: string): string =>
  `commit ${name.repeat(40)} 1 \0\n:000000 100644 ${'0'.repeat(40)} ${'d'.repeat(40)} A\0SOUL.md\0`;

describe('what git says of commits', () => {
  it('is read without an error, whatever it is', () => {
    const token = oneof(
      constantFrom(
        `commit ${'a'.repeat(40)} 1772000000 ${'b'.repeat(40)}`,
        `commit ${'a'.repeat(40)}  `,
        `\n:100644 100644 ${'c'.repeat(40)} ${'d'.repeat(40)} M`,
        `:100644 100644 ${'c'.repeat(40)} ${'d'.repeat(40)} R100`,
        '1\t2\tSOUL.md',
        '-\t-\t',
        'SOUL.md',
        '',
      ),
      string({ unit: 'binary' }),
    );
    assert(
      property(array(token), boolean(), (tokens, isWhole) => {
        for (const { files } of commitsIn(Buffer.from(tokens.join('\0')), isWhole))
          for (const file of files) expect(file.linesAdded).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('does not count where it was cut', () => {
    const output = Buffer.from(logged('a') + logged('b'));
    expect(commitsIn(output, true).map(({ commit: name }) => name[0])).toEqual(['a', 'b']);
    expect(commitsIn(output.subarray(0, -4), false).map(({ commit: name }) => name[0])).toEqual([
      'a',
    ]);
  });
});
