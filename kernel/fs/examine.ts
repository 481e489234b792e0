/** What stands under a name, found out without following it, waiting for it or changing it. */
import { readAll } from './bytes.ts';
import { type Directory, sameFile, fileTypeOf } from './directory.ts';
import { errnoOf, OPEN, type Stat } from './disk.ts';

/** `unreadable` is never taken for `absent`: only ENOENT is absence. */
type Found =
  | { readonly is: 'absent' }
  | { readonly is: 'symlink' }
  | { readonly is: 'irregular'; readonly type: string }
  | { readonly is: 'unreadable'; readonly errno: string }
  | { readonly is: 'regular'; readonly stat: Stat };

/** One lstat. */
export const examine = (directory: Directory, name: string): Found => {
  try {
    const stat = directory.disk.lstat(directory.at(name));
    if (stat === undefined) return { is: 'absent' };
    if (stat.isSymbolicLink()) return { is: 'symlink' };
    return stat.isFile() ? { is: 'regular', stat } : { is: 'irregular', type: fileTypeOf(stat) };
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return { is: 'unreadable', errno };
  }
};

/** A file that was opened and is the one that was examined. The holder closes `fd`. */
export interface OpenedFile {
  readonly fd: number;
  readonly stat: Stat;
}

/** Why an examined file could not be opened as such: `moved` means that it is another file by now. */
export type OpenFault =
  | { readonly moved: true }
  | { readonly moved: false; readonly errno: string };

/** Opens the regular file that `examine` saw; never blocks, never follows a link in the last place. */
export const openExamined = (
  directory: Directory,
  name: string,
  seen: Stat,
): OpenedFile | OpenFault => {
  const { disk } = directory;
  let fd: number;
  try {
    fd = disk.open(directory.at(name), OPEN.read);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    const moved = errno === 'ENOENT' || errno === 'ELOOP' || errno === 'ENXIO';
    return moved ? { moved } : { moved, errno };
  }
  try {
    const stat = disk.fstat(fd);
    if (stat.isFile() && sameFile(stat, seen)) return { fd, stat };
    disk.close(fd);
    return { moved: true };
  } catch (error) {
    disk.close(fd);
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return { moved: false, errno };
  }
};

/** Reads an opened file whole, or says that it changed meanwhile. Throws the error of the call. */
export const readOpened = ({ disk }: Directory, { fd, stat }: OpenedFile): Buffer | 'changed' => {
  const bytes = readAll(disk, fd, Number(stat.size));
  return BigInt(bytes.byteLength) === stat.size ? bytes : 'changed';
};
