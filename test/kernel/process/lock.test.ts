import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { Refusal } from '#lib/spec/refusals.ts';
import { isHeld, Lock } from '#kernel/process/lock.ts';
import { freshPath, makeWorkspace } from '#test/support/workspace.ts';

const place = (): string => join(makeWorkspace().path, 'boot.lock');

describe('the file of a lock', () => {
  it.each([0o000, 0o002, 0o022, 0o027, 0o077, 0o177, 0o277, 0o377, 0o577, 0o777])(
    'is for its owner alone under the umask %i',
    (mask) => {
      const path = place();
      const before = process.umask(mask);
      try {
        const lock = new Lock(path, 0);
        expect(lock.take()).toBe(true);
        lock.close();
      } finally {
        process.umask(before);
      }
      expect(statSync(path).mode & 0o777).toBe(0o600);
    },
  );

  it('that is there is left as it is, and keeps its locks', () => {
    const path = place();
    writeFileSync(path, '');
    chmodSync(path, 0o640);
    const [one, other] = [new Lock(path, 0), new Lock(path, 0)];
    expect([one.take(), new Lock(path, 0).take(), other.take()]).toEqual([true, false, false]);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    one.close();
    other.close();
  });

  it('is named where a folder lies in its place, or none to lie in', () => {
    const path = place();
    mkdirSync(path);
    expect(() => new Lock(path, 0)).toThrow(
      new Refusal('STATE_UNUSABLE', { path, reason: 'EISDIR' }),
    );
    rmSync(join(path, '..'), { recursive: true });
    expect(() => new Lock(path, 0)).toThrow(
      new Refusal('STATE_UNUSABLE', { path, reason: 'ENOENT' }),
    );
  });
});

/** Two file systems that number their files alike, mounted where the tests may mount; `undefined` where they may not. */
const mountTwo = (): readonly string[] | undefined => {
  const folders = ['one', 'other'].map((name) => freshPath(name));
  try {
    for (const folder of folders) {
      mkdirSync(folder, { mode: 0o700 });
      execFileSync('mount', ['-t', 'tmpfs', 'yamo-test', folder], { stdio: 'ignore' });
      mounted.push(folder);
    }
    return folders;
  } catch {
    return undefined;
  }
};
const mounted: string[] = [];
afterAll(() => {
  for (const folder of mounted) execFileSync('umount', ['-l', folder]);
});
const two = mountTwo();
if (two === undefined)
  console.error('!!! nothing may be mounted: locks of two file systems are not told apart');

describe('whether a lock is held', () => {
  it.skipIf(two === undefined)('is no matter of one with its number on another file system', () => {
    const [path = '', other = ''] = (two ?? []).map((folder) => join(folder, 'daemon.lock'));
    const [lock, free] = [new Lock(path, 0), new Lock(other, 0)];
    expect(statSync(path).ino).toBe(statSync(other).ino);
    lock.take();
    expect([isHeld(path), isHeld(other)]).toEqual([true, false]);
    free.take();
    expect(isHeld(other)).toBe(true);
    lock.close();
    expect([isHeld(path), isHeld(other)]).toEqual([false, true]);
    free.close();
  });
});
