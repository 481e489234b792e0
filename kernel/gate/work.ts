/**
 * Ring 0. Files of a workspace that RFC-0009 §1 does not name. Each folder on the way is opened by its
 * descriptor and no link is followed, so a path leads nowhere but below the workspace; the folder of another agent is
 * not there.
 */
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { WORK_NAMES_LISTED } from '#lib/spec/limits-ring-0.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { errnoOf, systemError } from '#kernel/fs/disk.ts';
import { isPlainName, isWorkName } from './work-name.ts';
import { type FileText, type Forbidden, readAt } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';

interface Reaching {
  /** Folders that are missing are made. */
  readonly make?: boolean;
}

/**
 * Runs `use` on a folder, '' for the workspace; `undefined` if there is no such folder, also where a link has its name.
 * Throws the error of the call that failed.
 */
const inFolder = <Value>(
  { root }: Workspace,
  folder: string,
  use: (directory: Directory) => Value,
  { make = false }: Reaching = {},
): Value | undefined => {
  const opened: Directory[] = [];
  try {
    let directory = root;
    for (const name of folder === '' ? [] : folder.split('/')) {
      if (!isPlainName(name)) return undefined;
      const next = stepInto(directory, name) ?? (make ? makeFolder(directory, name) : undefined);
      if (next === undefined) return undefined;
      opened.push(next);
      if (isOfAnotherAgent(next)) return undefined;
      directory = next;
    }
    return use(directory);
  } finally {
    for (const directory of opened) directory.close();
  }
};

const stepInto = (directory: Directory, name: string): Directory | undefined => {
  try {
    return directory.directory(name);
  } catch (error) {
    // A file, or a link, which is not followed.
    const errno = errnoOf(error);
    if (errno === 'ENOTDIR' || errno === 'ELOOP') return undefined;
    throw error;
  }
};

const makeFolder = (directory: Directory, name: string): Directory => {
  try {
    directory.disk.mkdir(directory.at(name), 0o700);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
  directory.sync();
  const made = stepInto(directory, name);
  if (made === undefined) throw systemError('ENOTDIR', 'no folder');
  return made;
};

const SIGNS_OF_AN_AGENT = ['SOUL.md', ...BOOTSTRAP_FILES] as const;

const isOfAnotherAgent = (directory: Directory): boolean =>
  SIGNS_OF_AN_AGENT.some((name) => directory.disk.lstat(directory.at(name)) !== undefined);

/** The folder and the name of a file in it. */
export const splitPath = (file: string): { readonly folder: string; readonly name: string } => {
  const at = file.lastIndexOf('/');
  return { folder: file.slice(0, Math.max(0, at)), name: file.slice(at + 1) };
};

/** Runs `use` on the folder and the name of a file in it. As `inFolder`. */
export const atWorkFile = <Value>(
  workspace: Workspace,
  file: string,
  use: (directory: Directory, name: string) => Value,
  reaching?: Reaching,
): Value | undefined => {
  const { folder, name } = splitPath(file);
  return inFolder(workspace, folder, (directory) => use(directory, name), reaching);
};

/** The text of a file that `isWorkName`; `undefined` if there is none. Throws as `readFile`, and errors of calls. */
export const readWork = (workspace: Workspace, file: string): FileText | undefined =>
  atWorkFile(workspace, file, (directory, name) =>
    readAt(() => ({ directory, name }), file, ordersOf(workspace)),
  );

/** Bootstrap instructions that came since the boot, under any name (§2.6). */
const ordersOf = ({ root }: Workspace): Forbidden => ({
  memory: BOOTSTRAP_FILES.flatMap((name) => root.disk.lstat(root.at(name)) ?? []),
  hardLinks: false,
});

/** A name in a listing of work files. */
export interface Listed {
  /** Relative to the workspace, folders with a slash at the end. */
  readonly names: readonly string[];
  /** So many names more were not looked at. */
  readonly more: number;
}

/** The files and folders that `isSeen` in a folder, in their order; `undefined` if there is no such folder. */
export const listWork = (
  workspace: Workspace,
  folder: string,
  isSeen: (path: string) => boolean = isWorkName,
): Listed | undefined =>
  inFolder(workspace, folder, (directory) => {
    const prefix = folder === '' ? '' : `${folder}/`;
    const all = directory
      .names()
      .filter((name) => isSeen(prefix + name))
      .toSorted();
    const names = all.slice(0, WORK_NAMES_LISTED).flatMap((name) => {
      const found = directory.disk.lstat(directory.at(name));
      if (found?.isFile()) return [prefix + name];
      return found?.isDirectory() && isOwn(directory, name) ? [`${prefix}${name}/`] : [];
    });
    return { names, more: all.length - Math.min(all.length, WORK_NAMES_LISTED) };
  });

/** Can it be entered, and is it no workspace of its own? */
const isOwn = (directory: Directory, name: string): boolean => {
  try {
    const inside = stepInto(directory, name);
    if (inside === undefined) return false;
    const isOthers = isOfAnotherAgent(inside);
    inside.close();
    return !isOthers;
  } catch {
    return false;
  }
};
