/** Patterns of a shell for names of files, matched against a few names. Linear in the pattern for each name. */
import { matchesAll } from '#lib/text/glob.ts';

/** More alternatives than anybody means. */
const BRACES_MAX = 64;

/** `{a,b}c` as `ac` and `bc`; what is more than can be meant stays as it is. */
export const bracesOf = (word: string): readonly string[] => {
  let words: readonly string[] = [word];
  for (let round = 0; round < BRACES_MAX; round += 1) {
    const next = words.flatMap((one) => {
      const [all, inner] = /\{([^{}]*,[^{}]*)\}/.exec(one) ?? [];
      if (all === undefined || inner === undefined) return [one];
      const at = one.indexOf(all);
      return inner.split(',').map((part) => one.slice(0, at) + part + one.slice(at + all.length));
    });
    if (next.length > BRACES_MAX) return words;
    if (next.length === words.length && next.every((one, at) => one === words[at])) return words;
    words = next;
  }
  return words;
};

/** Does it stand for several names? */
export const isGlob = (word: string): boolean => /[*?[]/.test(word);

/** Of a pattern that ends in nothing but stars, the folder of which it means all: `src` of `src` and a star. */
export const folderOfAll = (word: string): string | undefined => {
  const [, folder] = /^(|[^*?[\]{}]*\/)[*.]*\*[*./]*$/.exec(word) ?? [];
  return folder === '' ? '.' : folder;
};

/** Does a path fit the pattern, part by part? `**` is any folders. */
export const fitsGlob = (pattern: string, path: string): boolean =>
  matchesAll(
    pattern.split('/').filter((part) => part !== '.' && part !== ''),
    path.split('/'),
    fitsPart,
    '**',
  );

/** One name: greedy, with one place to go back to. */
const fitsPart = (pattern: string, name: string): boolean => {
  const parts = partsOf(pattern);
  let at = 0;
  let on = 0;
  let star = -1;
  let from = 0;
  while (on < name.length) {
    const part = parts[at];
    if (part === '*') {
      star = at;
      from = on;
      at += 1;
    } else if (part !== undefined && isOne(part, name.charAt(on))) {
      at += 1;
      on += 1;
    } else if (star >= 0) {
      from += 1;
      on = from;
      at = star + 1;
    } else return false;
  }
  return parts.slice(at).every((part) => part === '*');
};

/** Characters, `?`, `*`, and sets in brackets. */
const partsOf = (pattern: string): readonly string[] =>
  pattern
    .match(/\[[!^]?\]?(?:\[:[a-z]{1,9}:\]|[^\]])*\]|\*+|[^]/g)
    ?.map((part) => (part.startsWith('*') ? '*' : part)) ?? [];

const isOne = (part: string, char: string): boolean => {
  if (part === '?') return true;
  if (part.length === 1) return part === char;
  const isNot = /^\[[!^]/.test(part);
  const set = part.slice(isNot ? 2 : 1, -1);
  let isIn = /\[:[a-z]+:/.test(set);
  for (let at = 0; at < set.length; at += 1) {
    const [low, high] = [set.charAt(at), set.charAt(at + 1) === '-' ? set.charAt(at + 2) : ''];
    if (high === '') isIn ||= low === char;
    else {
      isIn ||= low <= char && char <= high;
      at += 2;
    }
  }
  return isIn !== isNot;
};
