/** The files of a store, in the one folder that this process may write. */
import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreKind } from '#lib/protocol/mesh.ts';

/** What the files of each kind of store begin with. */
export const STORE_FILES = { sqlite: 'index.sqlite', lancedb: 'index.lance' } as const;

const DAMAGED = '.damaged';

const filesOf = (folder: string, kind: StoreKind): readonly string[] =>
  readdirSync(folder).filter((name) => name.startsWith(STORE_FILES[kind]));

/** Does something lie in the place of a file that is none: a folder, a link? */
export const isNoFile = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isFile() === false;

/** Moves a broken store out of the way; an older one that lies there is replaced. */
export const moveAside = (folder: string, kind: StoreKind): void => {
  for (const name of filesOf(folder, kind)) {
    if (name.endsWith(DAMAGED)) continue;
    rmSync(join(folder, name + DAMAGED), { recursive: true, force: true });
    renameSync(join(folder, name), join(folder, name + DAMAGED));
  }
};

/** Removes the files of the other kind of store. Which it was; `undefined` where there are none. */
export const removeOther = (folder: string, kind: StoreKind): StoreKind | undefined => {
  const other: StoreKind = kind === 'sqlite' ? 'lancedb' : 'sqlite';
  return removeStore(folder, other) ? other : undefined;
};

/** Removes what is no file of the store that is used: those of another kind, and broken ones. */
export const removeOthers = (folder: string, kind: StoreKind): void => {
  removeOther(folder, kind);
  remove(
    folder,
    filesOf(folder, kind).filter((name) => name.endsWith(DAMAGED)),
  );
};

/** Whether there were any. */
const remove = (folder: string, names: readonly string[]): boolean => {
  for (const name of names) rmSync(join(folder, name), { recursive: true, force: true });
  return names.length > 0;
};

/** Removes a store. Whether there was one. */
export const removeStore = (folder: string, kind: StoreKind): boolean =>
  remove(folder, filesOf(folder, kind));

/** The files below a folder; none where there is no folder. */
export const filesBelow = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

/** Those of them that are still there. */
export const removeFiles = (paths: readonly string[]): void => {
  for (const path of paths) rmSync(path, { force: true });
};
