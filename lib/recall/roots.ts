/** What words of one root share, near enough, in languages whose stems no rules here tell. Words have no accents. */

/** A word is cut to five letters; one of four or fewer stays whole. */
const PREFIX_CHARS = 5;
const WHOLE_CHARS = 4;
/** Slavic and Greek words end in vowels that their case or person changes. */
const HAS_ENDING = /^[\p{Script=Cyrillic}\p{Script=Greek}]+$/u;
const ENDING = /(?<![аеёиіїоуыэюяєйьъαεηιουως])[аеёиіїоуыэюяєйьъαεηιουως]+$/u;

/** Arabic: what is written together with a word, before and behind it. */
const ARABIC = /^\p{Script=Arabic}+$/u;
const ARABIC_BEFORE = /^(?:وال|بال|كال|فال|لل|ال|و(?=.{3}))/u;
const ARABIC_BEHIND = /(?:ها|ان|ات|ون|ين|يه|ه|ي)$/u;
/** What is left of a word that loses its ending. */
const ROOT_MIN_CHARS = 3;

/** The root of a word. */
export const plainRoot = (word: string): string =>
  ARABIC.test(word) ? cut(cut(word, ARABIC_BEFORE), ARABIC_BEHIND) : prefixOf(word);

const prefixOf = (word: string): string => {
  if (HAS_ENDING.test(word)) return Array.from(cut(word, ENDING)).slice(0, PREFIX_CHARS).join('');
  const chars = Array.from(word);
  if (chars.length <= WHOLE_CHARS) return word;
  return chars.slice(0, Math.min(PREFIX_CHARS, chars.length - 1)).join('');
};

const cut = (word: string, part: RegExp): string => {
  const rest = word.replace(part, '');
  return rest.length >= ROOT_MIN_CHARS ? rest : word;
};
