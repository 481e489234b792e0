/** Names of copies of bootstrap instructions, as editors, programs and people make them (§2.6: no archive, no backup). */
import { ASIDE, ASIDE_AFTER, ATTIC, LINKING, SYNC_CONFLICT } from '#lib/language/copy-words.ts';
import { NAME_MAX_CHARS } from '#lib/spec/limits-ring-0.ts';
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { foldName } from '#lib/text/lookalike-names.ts';

const MARKS = /[\s._\-~#%$@+()[\]]+/u;

/**
 * Is this, by its name alone, a copy or backup of bootstrap instructions, at any depth? `BOOTSTRAP.md~`, `.BOOTSTRAP.md.swp`,
 * `BOOTSTRAP-old.md`, `Copy of BOOTSTRAP.md`, `.trash/BOOTSTRAP.md`, but not `bootstrap-plan.md`.
 */
export const isCopyName = (path: string): boolean => {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  if (name.length > NAME_MAX_CHARS) return false;
  if ((BOOTSTRAP_FILES as readonly string[]).includes(name))
    return folders.some((folder) => ATTIC.has(folder.toLowerCase()));
  const folded = foldName(name);
  const stem = folded.indexOf('bootstrap');
  if (stem < 0) return false;
  const ending = /\.(?:md|yamo)(?![\p{L}\p{N}])/u.exec(folded.slice(stem));
  if (ending === null) return false;
  if (SYNC_CONFLICT.test(folded)) return true;
  const before = folded.slice(0, stem);
  const between = folded.slice(stem + 'bootstrap'.length, stem + ending.index);
  const after = folded.slice(stem + ending.index + ending[0].length);
  // Something must be added; a mark alone is enough, as in `BOOTSTRAP.md~` and `#BOOTSTRAP.md#`.
  if (`${before}${between}${after}` === '') return false;
  const isShouted = name.includes('BOOTSTRAP');
  return (
    isAsideBefore(before, isShouted) &&
    wordsOf(between).every((word) => ASIDE.has(word) || isNumbering(word, between, isShouted)) &&
    partsOf(after).every((part) => ASIDE_AFTER.has(stemOf(part)) || RANDOM.test(part))
  );
};

/** `Copy of `, `.`, `.#`, `~$`; a bare `_` also begins the names of other things. */
const isAsideBefore = (before: string, isShouted: boolean): boolean => {
  const found = wordsOf(before);
  if (found.length === 0) return isShouted || /^[.#~$]*$/u.test(before);
  return ASIDE.has(found[0] ?? '') && found.every((word) => ASIDE.has(word) || LINKING.has(word));
};

const wordsOf = (text: string): readonly string[] => partsOf(text).map(stemOf);

const partsOf = (text: string): readonly string[] => text.split(MARKS).filter(Boolean);

/** A word without the number that sticks to its end: `old2` is `old`. */
const stemOf = (part: string): string => (/\D/u.test(part) ? part.replace(/\d{1,14}$/u, '') : part);

/** What programs put behind the name of a temporary file: a number, or `Xa8Fz2`. */
const RANDOM = /^(?:\d+|[0-9a-f]{6,12}|(?=[a-z]*\d)[0-9a-z]{6,12})$/u;

/** `BOOTSTRAP (1).md`, `bootstrap.2026-02-01.md`; but `bootstrap-5.md` may be about another Bootstrap. */
const isNumbering = (word: string, text: string, isShouted: boolean): boolean =>
  /^\d+$/u.test(word) &&
  (isShouted || text.includes('(') || text.replaceAll(/\D/gu, '').length >= 6);
