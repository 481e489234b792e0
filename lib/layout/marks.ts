/** The marks by which folders of a system are told from those of others. */
import type { LayoutDocument, Marker } from './document.ts';

/** What there is of a folder, by names. */
export interface Around {
  /** Is it there? A name that ends in `/` is a folder. */
  readonly has: (path: string) => boolean;
  /** The name of the folder and of those above it, the innermost first. */
  readonly within: readonly string[];
}

/** The first mark of the layout that fits; `undefined` where none does. */
export const markOf = ({ markers = [] }: LayoutDocument, around: Around): Marker | undefined =>
  markers.find(
    ({ paths, within = [] }) =>
      within.every((name, index) => name === '*' || around.within[index] === name) &&
      paths.every((path) => around.has(path)),
  );

/** Does any mark of the layout fit? */
export const hasMark = (layout: LayoutDocument, around: Around): boolean =>
  markOf(layout, around) !== undefined;
