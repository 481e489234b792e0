/** A backup and a restoring of which any call on the disk fails: all of it is there then, or nothing. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { restoreBackup } from '#daemon/backup/restore.ts';
import { takeBackup } from '#daemon/backup/take.ts';
import { takeService } from '#daemon/phases/workspace.ts';
import { disk as real, type Disk } from '#kernel/fs/disk.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { hooked } from '#test/support/disk.ts';
import { hostOf } from '#test/support/in-process.ts';
import { openHome, openWorkspace } from '#test/support/kernel.ts';
import { mainSession } from '#test/support/lived.ts';
import { freshPath, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

/** Calls that may take nothing away from what is there when they fail; the others are looks. */
const FAILING: ReadonlySet<string> = new Set([
  'open',
  'write',
  'fsync',
  'mkdir',
  'link',
  'rename',
  'read',
  'fchmod',
  'ftruncate',
]);

/** The n-th of those calls fails. */
const failing = (nth: number, errno = 'ENOSPC'): { disk: Disk; hasFailed: () => boolean } => {
  let count = 0;
  const disk = hooked({
    before: ({ call }) => {
      if (!FAILING.has(call)) return;
      count += 1;
      if (count === nth) throw Object.assign(new Error(errno), { code: errno });
    },
  });
  return { disk, hasFailed: () => count >= nth };
};

let ws: TempWorkspace;
beforeAll(async () => {
  ws = makeBornWorkspace({ 'MEMORY.md': WHOLE, 'notes/a.txt': 'a' });
  await mainSession(ws);
});

const take = (file: string, disk: Disk) =>
  takeBackup(
    { path: ws.path, file, askServer: () => Promise.reject(new Error('nobody serves it')) },
    hostOf(ws, { disk }),
  );

/** The code that it refuses with; `undefined` if it is done. Bugs pass through. */
const codeOf = async (run: Promise<unknown>): Promise<string | undefined> => {
  try {
    await run;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

const WHOLE = '# Memory\n';

/** MEMORY.md of the workspace that comes out of a backup. */
const memoryIn = async (file: string): Promise<string> => {
  const to = freshPath('restored');
  await restoreBackup({ file, path: to }, hostOf({ ...ws, stateHome: freshPath('state') }));
  return readFileSync(join(to, 'MEMORY.md'), 'utf8');
};

const namesIn = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder) : [];

describe('a disk that fails at one call', () => {
  it('leaves a whole backup, or none', async () => {
    const codes = new Set<string | undefined>();
    for (let nth = 1; ; nth += 1) {
      const file = freshPath('ws.tar');
      const { disk, hasFailed } = failing(nth);
      const code = await codeOf(take(file, disk));
      codes.add(code);
      // The last call of all is about its name, when it has it.
      const there = namesIn(dirname(file));
      expect([nth, there.filter((name) => name !== 'ws.tar')]).toEqual([nth, []]);
      const restored = there.length > 0 ? await memoryIn(file) : WHOLE;
      expect([nth, restored]).toEqual([nth, WHOLE]);
      if (!hasFailed()) break;
    }
    expect(codes).toContain('BACKUP_FAILED');
    expect(codes).toContain(undefined);
  });

  it('leaves a whole workspace, or nothing', async () => {
    const file = freshPath('ws.tar');
    await take(file, real);
    const codes = new Set<string | undefined>();
    for (let nth = 1; ; nth += 1) {
      const to = freshPath('restored');
      const other = { ...ws, stateHome: freshPath('state') };
      const { disk, hasFailed } = failing(nth);
      const code = await codeOf(restoreBackup({ file, path: to }, hostOf(other, { disk })));
      codes.add(code);
      const states = namesIn(join(other.stateHome, 'yamo'));
      const seals = namesIn(join(other.stateHome, 'yamo/seals'));
      const isThere = existsSync(to);
      expect([
        nth,
        namesIn(dirname(to)).length,
        states.filter((name) => name.includes('-')).length,
        seals.length,
      ]).toEqual(isThere ? [nth, 1, 1, 1] : [nth, 0, 0, 0]);
      if (!hasFailed()) break;
    }
    expect(codes).toContain('RESTORE_FAILED');
    expect(codes).toContain('STATE_UNUSABLE');
    expect(codes).toContain(undefined);
  });
});

/** A disk where a file has one name; `meanwhile` is called before it is to get another. */
const withoutLinks = (meanwhile: () => void): Disk =>
  hooked({
    before: ({ call }) => {
      if (call !== 'link') return;
      meanwhile();
      throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
    },
  });

describe('a file system where a file has one name', () => {
  it('has a backup, too, and overwrites none', async () => {
    const file = freshPath('ws.tar');
    expect(
      await codeOf(
        take(
          file,
          withoutLinks(() => undefined),
        ),
      ),
    ).toBeUndefined();
    expect(namesIn(dirname(file))).toEqual(['ws.tar']);
    const late = freshPath('late.tar');
    const code = await codeOf(
      take(
        late,
        withoutLinks(() => mkdirSync(late)),
      ),
    );
    expect([code, namesIn(dirname(late))]).toEqual(['BACKUP_PLACE', ['late.tar']]);
  });
});

it('waits for another backup of the same workspace, which has its lock', async () => {
  const held = takeService(openHome(ws, openWorkspace(ws)));
  if (typeof held === 'string') throw new Error(`process ${held} has it`);
  const file = freshPath('b.tar');
  let asked = 0;
  const askServer = async (): Promise<boolean> => {
    asked += 1;
    held.close();
    return false;
  };
  const { files } = await takeBackup({ path: ws.path, file, askServer }, hostOf(ws));
  expect(asked).toBe(1);
  expect(files).toBeGreaterThan(0);
});
