/** Marks of systems, looked for around a folder on a disk. */
import { basename, dirname, join, resolve } from 'node:path';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { OTHER_LAYOUTS } from '#lib/layout/detect.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import { hasMark } from '#lib/layout/marks.ts';
import type { Disk } from '#kernel/fs/disk.ts';

/** Does a mark of the layout fit this folder, in which are these names? */
export const hasMarkAt = (
  disk: Disk,
  folder: string,
  names: readonly string[],
  layout: LayoutDocument,
): boolean => {
  const path = resolve(folder);
  return hasMark(layout, {
    within: [basename(path), basename(dirname(path)), basename(dirname(dirname(path)))],
    has: (name) => (name.startsWith('..') || startsIn(names, name)) && standsAt(disk, path, name),
  });
};

/** A folder of a system: what lies in folders of its layout is part of it, and no workspace of its own. */
export interface Whole {
  readonly folder: string;
  readonly layout: LayoutDocument;
}

export const MARKED = OTHER_LAYOUTS.map((name) => LAYOUTS[name]);

/** Of one of these systems; `undefined` where the folder has the mark of none. */
export const wholeAt = (
  disk: Disk,
  folder: string,
  names: readonly string[],
  layouts: readonly LayoutDocument[],
): Whole | undefined => {
  const layout = layouts.find((one) => hasMarkAt(disk, folder, names, one));
  return layout && { folder, layout };
};

/** May a path be there, by the names of its folder? */
export const startsIn = (names: readonly string[], path: string): boolean =>
  names.includes(path.split('/')[0] ?? '');

/** A name that ends in `/` is a folder; what cannot be told is not there. */
export const standsAt = (disk: Disk, folder: string, name: string): boolean => {
  try {
    const stat = disk.lstat(join(folder, name));
    return stat?.isDirectory() === name.endsWith('/');
  } catch {
    return false;
  }
};
