import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import process from 'node:process';

import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

import { appendDurably } from '#kernel/state/append.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { disk, errnoOf, systemError } from '#kernel/fs/disk.ts';
import { createFile, replaceFile, sweepTemporaries } from '#kernel/fs/replace.ts';
import { recording } from '#test/support/disk.ts';
import { freshPath, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { inRuns } from '#test/support/property.ts';

const open = (temp: TempWorkspace): Directory => Directory.open(disk, temp.path);

const replace = (temp: TempWorkspace, name: string, content: string | Uint8Array): void => {
  const directory = open(temp);
  const previous = disk.lstat(temp.at(name));
  replaceFile(directory, { name, bytes: Buffer.from(content), previous });
  directory.close();
};

describe('replacing a file', () => {
  it('puts any bytes in place, whole, and leaves nothing else', () => {
    inRuns(30)(
      fc.uint8Array({ maxLength: 3000 }),
      fc.uint8Array({ maxLength: 3000 }),
      (one, other) => {
        const temp = makeWorkspace({ 'a.md': one });
        replace(temp, 'a.md', other);
        expect(temp.bytes('a.md').equals(other)).toBe(true);
        expect(temp.list()).toEqual(['a.md']);
      },
    );
  });

  it('makes the bytes durable before the rename, and the rename after it', () => {
    const temp = makeWorkspace({ 'a.md': 'old' });
    const { disk: recorded, calls } = recording();
    const directory = Directory.open(recorded, temp.path);
    calls.length = 0;
    replaceFile(directory, { name: 'a.md', bytes: Buffer.from('new') });
    expect(calls).toEqual([
      'open .a.md.TMP',
      'write .a.md.TMP',
      'fsync .a.md.TMP',
      'fstat .a.md.TMP',
      'close .a.md.TMP',
      'rename .a.md.TMP',
      'fsync ws',
    ]);
  });

  it.each([[0o600], [0o644], [0o400], [0o666], [0o755]])(
    'keeps the mode %o, whatever the umask',
    (mode) => {
      const temp = makeWorkspace({ 'a.md': 'old' });
      chmodSync(temp.at('a.md'), mode);
      replace(temp, 'a.md', 'new');
      expect(statSync(temp.at('a.md')).mode & 0o7777).toBe(mode);
    },
  );

  it.skipIf(process.getuid?.() !== 0)('keeps the owner (only root can show it)', () => {
    const temp = makeWorkspace({ 'a.md': 'old' });
    chownSync(temp.at('a.md'), 12_345, 23_456);
    chmodSync(temp.at('a.md'), 0o640);
    replace(temp, 'a.md', 'new');
    const { uid, gid, mode } = statSync(temp.at('a.md'));
    expect([uid, gid, mode & 0o777]).toEqual([12_345, 23_456, 0o640]);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'is done where the group is none of ours, which then gets no rights, and that is told (only root can show it)',
    () => {
      const temp = makeWorkspace({ 'a.md': 'old' });
      chownSync(temp.at('a.md'), 0, 23_456);
      chmodSync(temp.at('a.md'), 0o2664);
      const alone = {
        ...disk,
        fchown: () => {
          throw systemError('EPERM', 'not a group of yours');
        },
      };
      const directory = Directory.open(alone, temp.path);
      const previous = disk.lstat(temp.at('a.md'));
      expect(replaceFile(directory, { name: 'a.md', bytes: Buffer.from('new'), previous })).toBe(
        false,
      );
      const { gid, mode } = statSync(temp.at('a.md'));
      expect([temp.text('a.md'), gid, mode & 0o7777]).toEqual(['new', 0, 0o604]);
      // Whose file it is is never changed.
      chownSync(temp.at('a.md'), 12_345, 0);
      const theirs = disk.lstat(temp.at('a.md'));
      expect(() =>
        replaceFile(directory, { name: 'a.md', bytes: Buffer.from('x'), previous: theirs }),
      ).toThrow('not a group');
      directory.close();
    },
  );

  it('creates with mode 0600, and does not create what is there', () => {
    const temp = makeWorkspace();
    const directory = open(temp);
    createFile(directory, 'a.md', Buffer.from('new'));
    expect(statSync(temp.at('a.md')).mode & 0o777).toBe(0o600);
    expect(() => createFile(directory, 'a.md', Buffer.from('again'))).toThrow(/exists/);
    expect(temp.text('a.md')).toBe('new');
    expect(temp.list()).toEqual(['a.md']);
  });

  it.each([
    ['in place', (temp: TempWorkspace) => temp.write('a.md', 'theirs, longer')],
    [
      'by a rename',
      (temp: TempWorkspace) => {
        temp.write('b.md', 'old');
        renameSync(temp.at('b.md'), temp.at('a.md'));
      },
    ],
    ['by a deletion', (temp: TempWorkspace) => temp.remove('a.md')],
  ])('does nothing to a file that somebody else has changed since it was read: %s', (_, change) => {
    const temp = makeWorkspace({ 'a.md': 'old' });
    const previous = disk.lstat(temp.at('a.md'));
    change(temp);
    const theirs = temp.list().map((name) => temp.text(name));
    expect(() =>
      replaceFile(open(temp), { name: 'a.md', bytes: Buffer.from('new'), previous }),
    ).toThrow('was replaced');
    expect(temp.list().map((name) => temp.text(name))).toEqual(theirs);
  });

  it('stays in the directory that was opened, wherever its name leads by then', () => {
    const temp = makeWorkspace({ 'a.md': 'old' });
    const directory = open(temp);
    disk.rename(temp.path, `${temp.path}.away`);
    mkdirSync(temp.path);
    replaceFile(directory, { name: 'a.md', bytes: Buffer.from('new') });
    expect(temp.list()).toEqual([]);
  });
});

it('sweeping removes what a killed replacement left, and nothing that only looks like it', () => {
  const temp = makeWorkspace({
    '.a.md.0123456789ab.yamo-tmp': 'half',
    '.a.md.0123456789AB.yamo-tmp': 'mine',
    'a.md.0123456789ab.yamo-tmp': 'mine',
    '.yamo-tmp': 'mine',
    'a.md': 'kept',
  });
  expect(sweepTemporaries(open(temp))).toBe(1);
  expect(temp.list()).toEqual([
    '.a.md.0123456789AB.yamo-tmp',
    '.yamo-tmp',
    'a.md',
    'a.md.0123456789ab.yamo-tmp',
  ]);
});

/** A file system of 64 KiB, mounted where the tests may mount; `undefined` where they may not. */
const mountSmall = (): string | undefined => {
  const path = freshPath('small');
  mkdirSync(path, { mode: 0o700 });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=0700', 'yamo-test', path], {
      stdio: 'ignore',
    });
    return path;
  } catch {
    return undefined;
  }
};
const small = mountSmall();
afterAll(() => {
  if (small !== undefined) execFileSync('umount', [small]);
});

describe.skipIf(small === undefined)(
  'a disk that is really full (needs the right to mount)',
  () => {
    const path = small ?? '';
    const files = (): readonly string[] => disk.readdir(path).toSorted();
    const fill = (): void => {
      try {
        writeFileSync(`${path}/ballast`, Buffer.alloc(1024 * 1024));
      } catch (error) {
        expect(errnoOf(error)).toBe('ENOSPC');
      }
    };

    it('leaves the old file, whole, and no temporary file', () => {
      writeFileSync(`${path}/a.md`, 'old text');
      fill();
      const directory = Directory.open(disk, path);
      const bytes = Buffer.alloc(32 * 1024, 'x');
      expect(() => replaceFile(directory, { name: 'a.md', bytes })).toThrow(/ENOSPC/);
      expect(execFileSync('cat', [`${path}/a.md`], { encoding: 'utf8' })).toBe('old text');
      expect(files()).toEqual(['a.md', 'ballast']);
      directory.close();
      disk.unlink(`${path}/ballast`);
    });

    it('leaves a log as it was, when a line fits by half', () => {
      writeFileSync(`${path}/log.md`, 'x'.repeat(4000));
      fill();
      const directory = Directory.open(disk, path);
      const line = 'y'.repeat(32 * 1024);
      expect(() => appendDurably(directory, 'log.md', () => line)).toThrow(/short write|ENOSPC/);
      expect(Number(disk.lstat(`${path}/log.md`)?.size)).toBe(4000);
      directory.close();
      disk.unlink(`${path}/ballast`);
    });
  },
);

describe('a file that somebody else saved after it was read', () => {
  const SAVED_S = 1_700_000_000;
  /** What the file is after a replacement that began before `save`. */
  const afterSaving = (save: (temp: TempWorkspace) => void): string => {
    const temp = makeWorkspace({ 'a.md': 'old' });
    utimesSync(temp.at('a.md'), SAVED_S, SAVED_S);
    const directory = open(temp);
    const previous = disk.lstat(temp.at('a.md'));
    save(temp);
    const replacement = { name: 'a.md', bytes: Buffer.from('new'), previous };
    expect(() => replaceFile(directory, replacement)).toThrow('a.md');
    directory.close();
    return temp.text('a.md');
  };

  it('is kept where only its time says so', () => {
    const text = afterSaving((temp) => {
      writeFileSync(temp.at('a.md'), 'OLD', { flag: 'r+' });
      utimesSync(temp.at('a.md'), SAVED_S, SAVED_S + 1);
    });
    expect(text).toBe('OLD');
  });

  it('is kept where only its size says so', () => {
    const text = afterSaving((temp) => {
      writeFileSync(temp.at('a.md'), 'older', { flag: 'r+' });
      utimesSync(temp.at('a.md'), SAVED_S, SAVED_S);
    });
    expect(text).toBe('older');
  });

  it('is kept where only its number says so', () => {
    const text = afterSaving((temp) => {
      writeFileSync(temp.at('b.md'), 'OLD');
      utimesSync(temp.at('b.md'), SAVED_S, SAVED_S);
      renameSync(temp.at('b.md'), temp.at('a.md'));
    });
    expect(text).toBe('OLD');
  });
});

it('what is durable is the bytes before the name, and the name last', () => {
  for (const isNew of [true, false]) {
    const temp = makeWorkspace({ 'a.md': 'old' });
    const { disk: watched, calls } = recording();
    const directory = Directory.open(watched, temp.path);
    const bytes = Buffer.from('new');
    if (isNew) createFile(directory, 'b.md', bytes);
    else replaceFile(directory, { name: 'a.md', bytes });
    directory.close();
    const syncs = calls
      .map((call) => call.split(' ')[0])
      .filter((call) => /^(?:write|fsync|rename|link)$/.test(call ?? ''));
    expect(syncs).toEqual(['write', 'fsync', isNew ? 'link' : 'rename', 'fsync']);
  }
});
