/** What of a workspace an agent sees where its layout says so, by prompt, tools and commands alike. */
import { fitsName } from './names.ts';

/** Is it one of these names, or does it lie in one of these folders, which end in a slash? */
export const isAmong = (names: readonly string[], path: string): boolean =>
  names.some((name) => {
    if (!name.endsWith('/')) return fitsName(name, path);
    const folder = name.slice(0, -1);
    return fitsName(folder, path.split('/').slice(0, folder.split('/').length).join('/'));
  });
