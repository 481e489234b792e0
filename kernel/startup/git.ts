/**
 * Ring 0. Is BOOTSTRAP.md tracked by git? Then its text stays in the objects, whatever the
 * kernel deletes. The index is read for the name; no git is run.
 */
import { dirname, join, relative, resolve, sep } from 'node:path';
import { BOOTSTRAP_FILES, type BootstrapFile } from '#lib/spec/files.ts';
import { GIT_INDEX_MAX_BYTES } from '#lib/spec/limits.ts';
import { readAll } from '#kernel/effects/bytes.ts';
import { closeQuietly, type Disk, OPEN } from '#kernel/effects/disk.ts';
import { namesIn } from './git-index.ts';
import type { Workspace } from './workspace.ts';

/** The birth orders that a git repository at or above the workspace tracks; `undefined` if none is known. */
export const trackedByGit = ({ path, root: { disk } }: Workspace): BootstrapFile | undefined => {
  const top = repositoryAbove(disk, path);
  const index =
    top === undefined ? undefined : readSmall(disk, join(gitFolder(disk, top), 'index'));
  if (top === undefined || index === undefined) return undefined;
  const prefix = relative(top, path).split(sep).join('/');
  const names = namesIn(index);
  return BOOTSTRAP_FILES.find((file) => {
    // Names are compared byte by byte, as git keeps them.
    const name = Buffer.from(prefix === '' ? file : `${prefix}/${file}`).toString('latin1');
    // An index of a form that is not known: the name alone, ended by its NUL byte, is enough.
    return names?.has(name) ?? index.includes(`${name}\0`, 0, 'latin1');
  });
};

const repositoryAbove = (disk: Disk, path: string): string | undefined => {
  for (let folder = path; ; folder = dirname(folder)) {
    if (exists(disk, join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
};

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

const readSmall = (disk: Disk, path: string): Buffer | undefined => {
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
