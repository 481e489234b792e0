/** The names in a workspace with what lstat says of each: enough to tell whether anything has changed. */
import { join } from 'node:path';
import { fileTypeOf } from '#kernel/fs/directory.ts';
import { type Disk, errnoOf, type Stat } from '#kernel/fs/disk.ts';
import { ITEMS_MAX, MEMORY_MAX_DEPTH, OWN_SELECTION, type Selection } from './selection.ts';

/** A name of the workspace, and what lstat says of it. */
export interface ListingEntry {
  /** Relative to the workspace, with `/`. */
  readonly name: string;
  readonly stat: Stat;
}

/** Every name of a workspace, before a file is opened. */
export interface Listing {
  /** As given. */
  readonly path: string;
  /** Without symbolic links. */
  readonly real: string;
  readonly root: Stat;
  /** Which folders were listed, and which files are to be read. */
  readonly selection: Selection;
  /** In order of name. */
  readonly entries: readonly ListingEntry[];
  /** Folders that could not be listed: name and error code. */
  readonly closed: readonly { readonly name: string; readonly errno: string }[];
  readonly partial?: string;
}

/** The folder of a workspace. Throws the error of the call if there is none. */
export const rootOf = (disk: Disk, path: string): Pick<Listing, 'real' | 'root'> => {
  const real = disk.realpath(path);
  const root = disk.lstat(real);
  if (root === undefined || !root.isDirectory())
    throw Object.assign(new Error('no directory'), { code: 'ENOTDIR' });
  return { real, root };
};

/** Lists a workspace. Throws the error of the call if the folder itself cannot be opened. */
export const listWorkspace = (
  disk: Disk,
  path: string,
  { real, root }: Pick<Listing, 'real' | 'root'> = rootOf(disk, path),
  selection = OWN_SELECTION,
): Listing => {
  const entries: ListingEntry[] = [];
  const closed: { name: string; errno: string }[] = [];
  let partial: string | undefined;
  const list = (folder: string, depth: number): void => {
    let names: string[];
    try {
      names = disk.readdir(folder === '' ? real : join(real, folder));
    } catch (error) {
      if (depth === 0) throw error;
      const errno = errnoOf(error);
      if (errno === undefined) throw error;
      closed.push({ name: folder, errno });
      return;
    }
    for (const one of names.toSorted()) {
      const name = folder === '' ? one : `${folder}/${one}`;
      if (entries.length >= ITEMS_MAX) {
        partial = `only the first ${ITEMS_MAX} names were looked at`;
        return;
      }
      // The path is absolute and without links: there is nothing for `join` to do.
      const stat = lookAt(disk, `${real}/${name}`);
      if (stat === undefined) {
        partial ??= 'a name that is no UTF-8, or a file that vanished meanwhile, was left out';
        continue;
      }
      entries.push({ name, stat });
      if (!stat.isDirectory() || !selection.isListed(name)) continue;
      if (depth < MEMORY_MAX_DEPTH) list(name, depth + 1);
      else partial ??= `folders deeper than ${MEMORY_MAX_DEPTH} were left out`;
    }
  };
  list('', 0);
  const listed = { path, real, root, selection, entries, closed };
  return { ...listed, ...(partial !== undefined && { partial }) };
};

const lookAt = (disk: Disk, path: string): Stat | undefined => {
  try {
    return disk.lstat(path);
  } catch {
    return undefined;
  }
};

/** Equal lines mean that nobody touched the file. */
export const statLine = ({ name, stat }: ListingEntry): string =>
  `${name}\0${fileTypeOf(stat)} ${stat.ino} ${stat.size} ${stat.mode} ${stat.nlink} ${stat.mtimeNs} ${stat.ctimeNs}`;

/** A line for each entry: equal texts mean that no file was touched. */
export const statText = ({ root, entries, closed }: Listing): string =>
  [
    `${root.dev} ${root.ino} ${root.mode}`,
    ...entries.map(statLine),
    ...closed.map(({ name, errno }) => `${name}\0${errno}`),
  ].join('\n');

/** When anything in the listing was last touched, in nanoseconds since 1970. */
export const lastTouchNs = ({ entries }: Listing): bigint =>
  entries.reduce((last, { stat }) => (stat.ctimeNs > last ? stat.ctimeNs : last), 0n);
