/** What stands behind an action of `yamo memory`: the workspace, and what the action is about. */
import { isDay } from '#lib/text/day.ts';
import type { Given } from '#cli/args/options.ts';

/** What an action is about, beside the workspace. */
export type Takes = 'nothing' | 'day' | 'file' | 'words' | 'id';

/** The workspace, if one was named, and what the action is about. */
export interface Words {
  readonly positional: string | undefined;
  readonly about: string | undefined;
}

/** Does an action; its exit code, or what is wrong with how it was called. */
export type RunAction = (
  given: Given<'memory'>,
  words: Words,
) => number | string | Promise<number | string>;

/** A word that can only be what the action is about, and no folder. */
const IS_ABOUT: Readonly<Record<Takes, (word: string) => boolean>> = {
  nothing: () => false,
  day: isDay,
  file: (word) => isDay(word) || word === 'MEMORY.md',
  // Of one word nobody can tell; a search for a folder's name is rarer than one here.
  words: () => true,
  id: (word) => /^[1-9]\d{0,8}$/.test(word),
};

/** Which word is what, or why that cannot be said. */
export const parseWords = (
  words: readonly string[],
  takes: Takes,
): Words | { readonly mistake: string } => {
  const [first, second, ...more] = words;
  if (more.length > 0 || (takes === 'nothing' && second !== undefined))
    return { mistake: 'The last is one word too many; what belongs together stands in quotes.' };
  if (second !== undefined)
    return takes === 'words' || IS_ABOUT[takes](second)
      ? { positional: first, about: second }
      : { mistake: WANTED[takes](second) };
  return first !== undefined && IS_ABOUT[takes](first)
    ? { positional: undefined, about: first }
    : { positional: first, about: undefined };
};

const WANTED: Readonly<Record<Takes, (word: string) => string>> = {
  nothing: () => '',
  day: (word) => `${JSON.stringify(word)} is no day: YYYY-MM-DD, such as 2026-03-14.`,
  file: (word) => `${JSON.stringify(word)} is neither a day (YYYY-MM-DD) nor MEMORY.md.`,
  words: () => '',
  id: (word) => `${JSON.stringify(word)} is no number of an entry; see yamo memory undo --list.`,
};
