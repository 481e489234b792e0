/** The files and folders of a workspace, as a backup takes them: each reached through the folder that it lies in. */
import { Refusal } from '#lib/spec/refusals.ts';
import { readAll } from '#kernel/fs/bytes.ts';
import { type Directory, fileTypeOf } from '#kernel/fs/directory.ts';
import { asRefusal, closeQuietly, errnoOf, OPEN, type Stat } from '#kernel/fs/disk.ts';
import { chunksFrom } from './format.ts';

/** A file or a folder, while the folder that it lies in is open. */
export interface TreeEntry {
  /** From the workspace. */
  readonly path: string;
  readonly stat: Stat;
  readonly directory: Directory;
  readonly name: string;
}

/** What of a tree is asked for. */
export interface TreeWalk {
  readonly skips: (path: string) => boolean;
  /** Hears of what is neither a file nor a folder. */
  readonly left: (file: string, why: string) => void;
}

/** A file that is open, and as long as it was then. */
export interface OpenEntry {
  readonly stat: Stat;
  /** Throws FILE_MOVED where it became shorter, FILE_UNREADABLE. */
  readonly chunks: () => Iterable<Uint8Array>;
}

/** Of a kernel that was killed while it wrote; nobody reads them. */
const TEMPORARY = /^\..+\.yamo-tmp$/u;
/** What Node puts where a name is no UTF-8: there is no file of that name. */
const NOT_TEXT = '\u{FFFD}';

/** Each folder before what is in it. Throws FILE_UNREADABLE. */
export function* walkTree(
  directory: Directory,
  walk: TreeWalk,
  folder = '',
): Generator<TreeEntry, void, undefined> {
  const names = orUnreadable(folder === '' ? '.' : folder, () => directory.names());
  for (const name of names.toSorted()) {
    const path = folder + name;
    if (TEMPORARY.test(name) || walk.skips(path)) continue;
    const stat = orUnreadable(path, () => directory.disk.lstat(directory.at(name)));
    if (stat === undefined) {
      if (name.includes(NOT_TEXT)) walk.left(path, 'its name is no UTF-8');
    } else if (stat.isFile()) yield { path, stat, directory, name };
    else if (stat.isDirectory()) yield* folderIn({ path, stat, directory, name }, walk);
    else walk.left(path, `it is a ${fileTypeOf(stat)}`);
  }
}

function* folderIn(entry: TreeEntry, walk: TreeWalk): Generator<TreeEntry, void, undefined> {
  const { path, directory, name } = entry;
  const below = orUnreadable(path, () => directory.directory(name));
  if (below === undefined) return;
  try {
    yield entry;
    yield* walkTree(below, walk, `${path}/`);
  } finally {
    below.close();
  }
}

/** Runs `work` on an open file; `undefined` where it is gone by now. Throws FILE_UNREADABLE, and what `work` throws. */
export const withEntry = async <Value>(
  { path, directory, name }: TreeEntry,
  work: (open: OpenEntry) => Promise<Value>,
): Promise<Value | undefined> => {
  const { disk } = directory;
  const fd = openedIn(path, directory, name);
  if (fd === undefined) return undefined;
  try {
    const stat = disk.fstat(fd);
    return await work({
      stat,
      chunks: () => exactly(path, chunksFrom(disk, fd, Number(stat.size)), stat),
    });
  } finally {
    closeQuietly(disk, fd);
  }
};

/** All that a small file holds; `undefined` where it is gone by now. Throws FILE_UNREADABLE. */
export const bytesIn = ({ path, directory, name }: TreeEntry): Buffer | undefined => {
  const { disk } = directory;
  const fd = openedIn(path, directory, name);
  if (fd === undefined) return undefined;
  try {
    return orUnreadable(path, () => readAll(disk, fd, Number(disk.fstat(fd).size)));
  } finally {
    closeQuietly(disk, fd);
  }
};

const openedIn = (path: string, directory: Directory, name: string): number | undefined =>
  orUnreadable(path, () => {
    try {
      return directory.disk.open(directory.at(name), OPEN.read);
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  });

function* exactly(
  file: string,
  chunks: Iterable<Uint8Array>,
  { size }: Stat,
): Generator<Uint8Array, void, undefined> {
  let rest = Number(size);
  for (const chunk of chunks) {
    rest -= chunk.byteLength;
    yield chunk;
  }
  if (rest > 0) throw new Refusal('FILE_MOVED', { file });
}

const orUnreadable = <Value>(file: string, work: () => Value): Value => {
  try {
    return work();
  } catch (error) {
    throw asRefusal(error, (errno) => new Refusal('FILE_UNREADABLE', { file, errno }));
  }
};
