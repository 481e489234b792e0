import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { disk, errnoOf } from '#kernel/fs/disk.ts';
import { makePrivate } from '#kernel/process/private-folder.ts';
import { freshPath } from '#test/support/workspace.ts';

describe('a private folder', () => {
  it('is made with those above it, for its owner alone', () => {
    const home = dirname(freshPath('home'));
    const path = join(home, '.config/yamo/deep');
    makePrivate(disk, path);
    for (const folder of ['.config', '.config/yamo', '.config/yamo/deep'])
      expect(statSync(join(home, folder)).mode & 0o777).toBe(0o700);
    makePrivate(disk, path);
  });

  it.each(['.config', '.local/state', '.cache/yamo'])(
    'is not made in a home that is not there: %s',
    (path) => {
      const home = freshPath('home');
      let fault: string | undefined;
      try {
        makePrivate(disk, join(home, path));
      } catch (error) {
        fault = errnoOf(error);
      }
      expect(fault).toBe('ENOENT');
      expect(disk.lstat(home)).toBeUndefined();
    },
  );
});
