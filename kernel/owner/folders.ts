/** Folders below each other, made where they are missing; each is opened by its name in the one before, and is no link. */
import type { Directory } from '#kernel/fs/directory.ts';
import { errnoOf, systemError } from '#kernel/fs/disk.ts';

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
