/**
 * Ring 0. Is BOOTSTRAP.md tracked by git? Then its text stays in the objects, whatever the
 * kernel deletes. The index is read for the name; no git is run.
 */
import { dirname, join, relative, resolve, sep } from 'node:path';
import { BOOTSTRAP_FILES, type BootstrapFile } from '#lib/spec/files.ts';
import { GIT_INDEX_MAX_BYTES } from '#lib/spec/limits.ts';
import { readAll } from '#kernel/fs/bytes.ts';
import { closeQuietly, type Disk, OPEN } from '#kernel/fs/disk.ts';
import { namesIn } from './git-index.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';

/** The bootstrap instructions that a git repository at or above the workspace tracks; `undefined` if none is known. */
export const trackedByGit = ({ path, root: { disk } }: Workspace): BootstrapFile | undefined => {
  const tracked = trackedBelow(disk, path);
  return BOOTSTRAP_FILES.find((file) => tracked?.has(file));
};

/** What an index says of one folder. */
export interface Tracked {
  /** Is this file in it? Takes a name relative to the folder, with `/`. */
  readonly has: (name: string) => boolean;
  /**
   * Every file below the folder, relative to it, one character for each byte as git keeps them.
   * `undefined` where the index has a form that is not known: `has` then rests on the name alone.
   */
  readonly names: () => readonly string[] | undefined;
}

/** What the repository at or above a folder tracks below it; `undefined` without a repository or a readable index. */
export const trackedBelow = (disk: Disk, path: string): Tracked | undefined => {
  const repository = repositoryAbove(disk, path);
  const index =
    repository === undefined ? undefined : readSmall(disk, join(repository.folder, 'index'));
  if (repository === undefined || index === undefined) return undefined;
  const below = relative(repository.top, path).split(sep).join('/');
  // Names are compared byte by byte, as git keeps them.
  const prefix = below === '' ? '' : Buffer.from(`${below}/`).toString('latin1');
  const names = namesIn(index);
  return {
    has: (file) => {
      const name = prefix + Buffer.from(file).toString('latin1');
      // An index of a form that is not known: the name alone, ended by its NUL byte, is enough.
      return names?.has(name) ?? index.includes(`${name}\0`, 0, 'latin1');
    },
    names: () =>
      names &&
      [...names].flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
  };
};

/** A repository with a work tree. */
export interface Repository {
  /** Where its `.git` lies. */
  readonly top: string;
  /** `.git` itself, or what it names. */
  readonly folder: string;
}

/** The nearest repository at or above a folder, found without running git. */
export const repositoryAbove = (disk: Disk, path: string): Repository | undefined => {
  for (let folder = path; ; folder = dirname(folder)) {
    const repository = repositoryAt(disk, folder);
    if (repository !== undefined || folder === dirname(folder)) return repository;
  }
};

/** The repository whose work tree begins at this folder. */
export const repositoryAt = (disk: Disk, folder: string): Repository | undefined =>
  exists(disk, join(folder, '.git')) ? { top: folder, folder: gitFolder(disk, folder) } : undefined;

/** What cannot be examined is not taken for a repository: this is a warning, not a barrier. */
const exists = (disk: Disk, path: string): boolean => {
  try {
    return disk.lstat(path) !== undefined;
  } catch {
    return false;
  }
};

/** `.git` is a folder, or, in a worktree, a file that names one. */
const gitFolder = (disk: Disk, top: string): string => {
  const git = join(top, '.git');
  const named = /^gitdir: (.+)$/m.exec(readSmall(disk, git)?.toString('utf8') ?? '')?.[1];
  return named === undefined ? git : resolve(top, named);
};

/** A file of git's own; `undefined` where it is absent, unreadable, a link or far too large. */
export const readSmall = (disk: Disk, path: string): Buffer | undefined => {
  try {
    const fd = disk.open(path, OPEN.read);
    try {
      const { size } = disk.fstat(fd);
      return size > BigInt(GIT_INDEX_MAX_BYTES) ? undefined : readAll(disk, fd, Number(size));
    } finally {
      closeQuietly(disk, fd);
    }
  } catch {
    return undefined;
  }
};
