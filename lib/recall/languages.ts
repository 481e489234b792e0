/** Which language a text is in, told by its most common words and by letters that few others have. */
import {
  COMMON_WORDS,
  FUNCTION_WORDS,
  LANGUAGE_CODES,
  type LanguageCode,
} from '#lib/language/stem-words.ts';
import { isAscii } from '#lib/text/ascii.ts';

/** What a word that holds sentences together counts, and any other common one. */
const FUNCTION_COUNTS = 3;
const COMMON_COUNTS = 1;
/** The language of the words around, and else English: where a line does not tell. */
const GIVEN_COUNTS = 1;
const ENGLISH_COUNTS = 0.5;

/** Letters that tell a language, once for each of a line. */
const LETTERS: readonly (readonly [LanguageCode, RegExp])[] = [
  ['de', /[äöüß]/iu],
  ['fr', /[àâçèéêëîïôœùû]/iu],
  ['es', /[áéíñóú¿¡]/iu],
  ['pt', /[ãõçáâêéó]/iu],
  ['it', /[àèìòù]/iu],
  ['pl', /[ąćęłńśźż]/iu],
  ['sv', /[åäö]/iu],
  ['nb', /[åæø]/iu],
  ['tr', /[ğışİ]/u],
];
const CYRILLIC = /\p{Script=Cyrillic}/u;
/** Letters that Russian has not. */
const OTHER_CYRILLIC = /[ђѓєѕіїјљњћќўџґ]/iu;

const WORD = /[\p{L}\p{M}]+/gu;
const ASCII_WORD = /[a-z]+/g;
const MARK = /\p{M}/gu;

const COUNTS = ((): ReadonlyMap<string, readonly (readonly [LanguageCode, number])[]> => {
  const counts = new Map<string, (readonly [LanguageCode, number])[]>();
  for (const code of LANGUAGE_CODES) {
    const add = (word: string, count: number): void =>
      void counts.set(word, [...(counts.get(word) ?? []), [code, count]]);
    for (const word of FUNCTION_WORDS.get(code) ?? []) add(word, FUNCTION_COUNTS);
    for (const word of COMMON_WORDS.get(code) ?? []) add(word, COMMON_COUNTS);
  }
  return counts;
})();

/** The language of a text; `undefined` for one in a script whose words are not stemmed. `around`: what stands around it is in this one. */
export function languageOf(text: string, around: LanguageCode = 'en'): LanguageCode | undefined {
  if (CYRILLIC.test(text)) return OTHER_CYRILLIC.test(text) ? undefined : 'ru';
  const sums = new Map<LanguageCode, number>([['en', ENGLISH_COUNTS]]);
  const add = (code: LanguageCode, count: number): void =>
    void sums.set(code, (sums.get(code) ?? 0) + count);
  add(around, GIVEN_COUNTS);
  const isPlain = isAscii(text);
  const bare = isPlain ? text : text.normalize('NFKD').replaceAll(MARK, '');
  for (const word of bare.toLowerCase().match(isPlain ? ASCII_WORD : WORD) ?? [])
    for (const [code, count] of COUNTS.get(word) ?? []) add(code, count);
  if (!isPlain)
    for (const [code, letters] of LETTERS) if (letters.test(text)) add(code, COMMON_COUNTS);
  let best: LanguageCode = 'en';
  for (const [code, sum] of sums) if (sum > (sums.get(best) ?? 0)) best = code;
  return best;
}

/** No term of a text begins so. */
const markFor = (code: LanguageCode): string => `·${code}`;

/** Terms that say of a unit in which language its words are, by themselves; those without one are English or have no stems. */
export const LANGUAGE_MARKS: ReadonlyMap<string, LanguageCode> = new Map(
  LANGUAGE_CODES.filter((code) => code !== 'en').map((code) => [markFor(code), code]),
);

/** The mark of a unit in this language: none, or one. */
export const languageMark = (code: LanguageCode | undefined): readonly string[] =>
  code === undefined || code === 'en' ? [] : [markFor(code)];
