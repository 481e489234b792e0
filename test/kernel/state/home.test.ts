import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { type Disk, disk } from '#kernel/fs/disk.ts';
import type { BootstrapRecord } from '#lib/workspace/bootstrap-record.ts';
import { readBootstrapRecord, writeBootstrapRecord } from '#kernel/state/bootstrap-record.ts';
import { driftOf, forgetBaselines, keepBaseline } from '#kernel/state/baseline.ts';
import { StateHome } from '#kernel/state/home.ts';
import { rememberedZone, rememberZone } from '#kernel/state/zone.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import { hooked } from '#test/support/disk.ts';
import { openHome, openWorkspace, refusalOf, stateRootOf, uid } from '#test/support/kernel.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';

const opened = (temp: TempWorkspace): StateHome => openHome(temp, openWorkspace(temp));

describe('where the state lies (R-76)', () => {
  it.each([
    [{ XDG_STATE_HOME: '/var/s', HOME: '/home/ada' }, '/var/s/yamo'],
    [{ XDG_STATE_HOME: 'relative', HOME: '/home/ada' }, '/home/ada/.local/state/yamo'],
    [{ XDG_STATE_HOME: '', HOME: '/home/ada' }, '/home/ada/.local/state/yamo'],
    [{ HOME: '/home/ada' }, '/home/ada/.local/state/yamo'],
  ])('%j: %s', (environment, root) => {
    expect(xdgFolder('XDG_STATE_HOME', environment)).toBe(root);
  });

  it('is made with mode 0700, all the way', () => {
    const temp = makeWorkspace();
    const { path } = opened(temp);
    for (const folder of [path, dirname(path), dirname(dirname(path))])
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(temp.list()).toEqual([]);
  });

  it('makes no home that is not there', () => {
    const temp = makeWorkspace();
    const home = join(dirname(temp.path), 'not-mounted');
    const root = xdgFolder('XDG_STATE_HOME', { HOME: home });
    const open = (): StateHome => StateHome.open(root, openWorkspace(temp), uid);
    expect(refusalOf(open)).toBe('STATE_UNUSABLE');
    expect(existsSync(home)).toBe(false);
    mkdirSync(home);
    expect(open().path).toContain(join(home, '.local/state/yamo'));
  });

  it.each([[''], ['/state'], ['/memory/state']])('is not inside the workspace: %j', (below) => {
    const temp = makeWorkspace();
    const workspace = openWorkspace(temp);
    const open = (): StateHome => StateHome.open(temp.path + below, workspace, uid);
    expect(refusalOf(open)).toBe('STATE_IN_WORKSPACE');
    expect(temp.list()).toEqual([]);
  });

  it('may lie beside a workspace whose name it begins with', () => {
    const temp = makeWorkspace();
    expect(StateHome.open(`${temp.path}-state`, openWorkspace(temp), uid).path).toContain('-state');
  });

  it('is not inside the workspace by way of a link', () => {
    const temp = makeWorkspace({ 'inner/keep.md': '' });
    const link = join(dirname(temp.path), 'link');
    symlinkSync(temp.at('inner'), link);
    const open = (): StateHome => StateHome.open(link, openWorkspace(temp), uid);
    expect(refusalOf(open)).toBe('STATE_IN_WORKSPACE');
    expect(temp.list()).toEqual(['inner/', 'inner/keep.md']);
  });

  it.each([[0o750], [0o705], [0o777]])('is refused, when others can enter it: mode %o', (mode) => {
    const temp = makeWorkspace();
    chmodSync(opened(temp).path, mode);
    expect(refusalOf(() => opened(temp))).toBe('STATE_UNUSABLE');
  });

  it('is refused, when it belongs to somebody else', () => {
    const temp = makeWorkspace();
    opened(temp);
    const open = (): StateHome => StateHome.open(stateRootOf(temp), openWorkspace(temp), uid + 1);
    expect(refusalOf(open)).toBe('STATE_UNUSABLE');
  });

  it('is refused, when it is a link or a file', () => {
    const temp = makeWorkspace();
    const { path } = opened(temp);
    renameSync(path, `${path}.away`);
    symlinkSync(`${path}.away`, path);
    expect(refusalOf(() => opened(temp))).toBe('STATE_UNUSABLE');
    rmSync(path);
    writeFileSync(path, '');
    expect(refusalOf(() => opened(temp))).toBe('STATE_UNUSABLE');
  });

  it('is only looked for, not made, by a look', () => {
    const temp = makeWorkspace();
    expect(StateHome.peek(stateRootOf(temp), openWorkspace(temp), uid)).toBeUndefined();
    expect(existsSync(stateRootOf(temp))).toBe(false);
    const { path } = opened(temp);
    expect(StateHome.peek(stateRootOf(temp), openWorkspace(temp), uid)?.path).toBe(path);
  });
});

describe('whose state it is', () => {
  it('follows the directory, not its name', () => {
    const temp = makeWorkspace();
    rememberZone(opened(temp), 'Europe/Berlin');
    const moved = `${temp.path}-renamed`;
    renameSync(temp.path, moved);
    mkdirSync(temp.path, { mode: 0o700 });
    expect(rememberedZone(opened(temp))).toBeUndefined();
    expect(rememberedZone(opened({ ...temp, path: moved }))).toBe('Europe/Berlin');
  });

  it('is not inherited by a new directory that gets an old inode number', () => {
    const temp = makeWorkspace();
    writeBootstrapRecord(opened(temp), { state: 'done', bootId: 'b', takenAt: 't', files: [] });
    const { ino } = statSync(temp.path);
    for (let round = 0; round < 50; round += 1) {
      rmSync(temp.path, { recursive: true });
      mkdirSync(temp.path, { mode: 0o700 });
      if (statSync(temp.path).ino === ino) break;
    }
    expect(readBootstrapRecord(opened(temp))).toBeUndefined();
  });

  it('is told apart by the time of first boot of the directory, should all else be the same', () => {
    const temp = makeWorkspace();
    const later: Disk = {
      ...disk,
      fstat: (fd) => {
        const stat = disk.fstat(fd);
        stat.birthtimeNs += 1n;
        return stat;
      },
    };
    const paths = [disk, disk, later].map((one) => openHome(temp, openWorkspace(temp, one)).path);
    expect(paths[0]).toBe(paths[1]);
    expect(paths[0]).not.toBe(paths[2]);
  });
});

describe('a note', () => {
  it('is what was noted last and nothing of what was there before, and is never empty in between', () => {
    const sizes: number[] = [];
    const temp = makeWorkspace();
    const watching = hooked({
      after: ({ call, on }) => {
        if (on === 'open-1.json' && call !== 'close') sizes.push(statSync(path).size);
      },
    });
    const home = openHome(temp, openWorkspace(temp, watching));
    const path = join(home.path, 'open-1.json');
    home.note('open-1.json', Buffer.from('a long note'));
    sizes.length = 0;
    home.note('open-1.json', Buffer.from('short'));
    expect(home.read('open-1.json')?.toString()).toBe('short');
    expect(sizes).not.toContain(0);
  });
});

describe('the record of a first boot (R-79, R-82)', () => {
  const record: BootstrapRecord = {
    state: 'taken',
    bootId: 'b1',
    takenAt: '2026-11-21T09:00:00.000Z',
    files: [{ file: 'BOOTSTRAP.md', sha256: 'f'.repeat(64), bytes: 7 }],
  };

  it('is kept, replaced and taken back', () => {
    const home = opened(makeWorkspace());
    expect(readBootstrapRecord(home)).toBeUndefined();
    writeBootstrapRecord(home, record);
    expect(readBootstrapRecord(home)).toEqual(record);
    writeBootstrapRecord(home, { ...record, state: 'done', doneAt: 'later' });
    expect(readBootstrapRecord(home)).toMatchObject({ state: 'done', doneAt: 'later' });
    writeBootstrapRecord(home, undefined);
    expect(readBootstrapRecord(home)).toBeUndefined();
    writeBootstrapRecord(home, undefined);
  });

  it.each([
    ['', 'nothing'],
    ['{', 'half a text'],
    ['null', 'null'],
    ['[]', 'a list'],
    ['{"state":"unborn","takenAt":"t","files":[]}', 'another state'],
    ['{"state":"done","files":[]}', 'no time'],
    ['{"state":"done","takenAt":"t","files":{}}', 'no list of files'],
  ])('is refused as damaged, and not taken for absent, when it holds %j', (text) => {
    const home = opened(makeWorkspace());
    home.write('birth.json', Buffer.from(text));
    expect(refusalOf(() => readBootstrapRecord(home))).toBe('STATE_DAMAGED');
  });

  it('is refused when it is a link', () => {
    const home = opened(makeWorkspace());
    symlinkSync('elsewhere.json', join(home.path, 'birth.json'));
    expect(refusalOf(() => readBootstrapRecord(home))).toBe('STATE_UNUSABLE');
  });
});

const bytes = (text: string): Buffer => Buffer.from(text);

describe('the baseline of SOUL.md and AGENTS.md (R-83)', () => {
  it('says nothing, before there is one and while nothing has changed', () => {
    const home = opened(makeWorkspace());
    expect(driftOf(home, '/ws', 'SOUL.md', bytes('a'))).toBeUndefined();
    keepBaseline(home, 'SOUL.md', bytes('a'));
    expect(driftOf(home, '/ws', 'SOUL.md', bytes('a'))).toBeUndefined();
    expect(driftOf(home, '/ws', 'AGENTS.md', bytes('b'))).toBeUndefined();
  });

  it('says what was changed, by hash, with a command that shows it', () => {
    const home = opened(makeWorkspace());
    keepBaseline(home, 'SOUL.md', bytes('one'));
    expect(driftOf(home, '/ws', 'SOUL.md', bytes('two'))).toEqual({
      file: 'SOUL.md',
      before: sha256('one'),
      after: sha256('two'),
      diff: `diff '${home.path}/baseline-SOUL.md' '/ws/SOUL.md'`,
    });
    keepBaseline(home, 'SOUL.md', bytes('two'));
    expect(driftOf(home, '/ws', 'SOUL.md', bytes('two'))).toBeUndefined();
  });

  it('is forgotten after a first boot', () => {
    const home = opened(makeWorkspace());
    keepBaseline(home, 'SOUL.md', bytes('one'));
    forgetBaselines(home);
    expect(driftOf(home, '/ws', 'SOUL.md', bytes('two'))).toBeUndefined();
  });
});
