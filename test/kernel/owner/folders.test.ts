/** Folders that are made where they are missing: each private, and nothing in place of what is there. */
import { statSync } from 'node:fs';

import { expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { makePath } from '#kernel/owner/folders.ts';
import { hooked } from '#test/support/disk.ts';
import { refusalOf } from '#test/support/kernel.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

const failing = (code: string) =>
  hooked({
    before: ({ call }) => {
      if (call === 'mkdir') throw Object.assign(new Error(code), { code });
    },
  });

it('makes a workspace and the folders above it, for its owner alone', () => {
  const ws = makeWorkspace({});
  makePath(disk, ws.at('a/b/c'));
  for (const folder of ['a', 'a/b', 'a/b/c'])
    expect(statSync(ws.at(folder)).mode & 0o777).toBe(0o700);
  makePath(disk, ws.at('a/b/c'));
  expect(ws.list()).toEqual(['a/', 'a/b/', 'a/b/c/']);
});

it('lets another program make one meanwhile, and says of any other error where it came', () => {
  const ws = makeWorkspace({ file: 'x' });
  expect(() => makePath(failing('EEXIST'), ws.at('a'))).not.toThrow();
  expect(refusalOf(() => makePath(failing('EROFS'), ws.at('a/b')))).toBe('WRITE_FAILED');
  expect(refusalOf(() => makePath(disk, ws.at('file/b')))).toMatch(
    /^(?:WRITE_FAILED|WORKSPACE_UNUSABLE)$/u,
  );
  expect(ws.list()).toEqual(['file']);
});
