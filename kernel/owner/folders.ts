/** Folders below each other, made where they are missing; each is opened by its name in the one before, and is no link. */
import { dirname, resolve } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, type Disk, errnoOf, systemError } from '#kernel/fs/disk.ts';

/** Is something of this name there? Throws WORKSPACE_UNUSABLE where that cannot be told. */
export const entryExists = (disk: Disk, path: string): boolean => {
  try {
    return disk.lstat(path) !== undefined;
  } catch (error) {
    throw asRefusal(error, (reason) => new Refusal('WORKSPACE_UNUSABLE', { path, reason }));
  }
};

/** The folder of a workspace, and those above it, where they are missing. Throws WORKSPACE_UNUSABLE, WRITE_FAILED. */
export const makePath = (disk: Disk, path: string): void => {
  const missing: string[] = [];
  for (let at = resolve(path); !entryExists(disk, at); at = dirname(at)) missing.push(at);
  for (const folder of missing.toReversed()) {
    try {
      disk.mkdir(folder, 0o700);
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') continue;
      throw asRefusal(
        error,
        (errno) => new Refusal('WRITE_FAILED', { operation: 'create', path: folder, errno }),
      );
    }
  }
};

/** Works in the innermost; hears whether that was made. Throws the error of the call. */
export const makeFolders = <Value>(
  root: Directory,
  names: readonly string[],
  work: (directory: Directory, isMade: boolean) => Value,
  isMade = false,
): Value => {
  const [first, ...rest] = names;
  if (first === undefined) return work(root, isMade);
  const made = makeFolder(root, first);
  const directory = root.directory(first);
  if (directory === undefined) throw systemError('ENOENT', first);
  try {
    return makeFolders(directory, rest, work, made);
  } finally {
    directory.close();
  }
};

const makeFolder = (root: Directory, name: string): boolean => {
  try {
    root.disk.mkdir(root.at(name), 0o700);
    root.sync();
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
};
