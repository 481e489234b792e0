/** Folders of one user, made where they are missing. */
import { basename, join } from 'node:path';
import { type Disk, errnoOf } from '#kernel/fs/disk.ts';
import { IN_HOME } from './xdg.ts';

/**
 * `mkdir -p` with mode 0700, but for a home: where that is not there, it is not mounted yet, and would hide what was
 * written before; or it must never be there, as Debian's `/nonexistent`. Throws what mkdir throws.
 */
export const makePrivate = (disk: Disk, path: string): void => {
  if (disk.lstat(path) !== undefined) return;
  const parent = join(path, '..');
  if (parent !== path && !IN_HOME.has(basename(path))) makePrivate(disk, parent);
  try {
    disk.mkdir(path, 0o700);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
};
