/**
 * Words of texts as they are indexed and searched, the same for units and for queries, so that a store need not know
 * any language: it splits at blanks and nothing else.
 *
 * Compatibility forms and accents are folded, camelCase is split (and kept as one word beside it), English is stemmed,
 * other scripts with blanks are cut to what words of one root share, and scripts without blanks become pairs of
 * characters. English function words are dropped.
 */
import { stem } from 'porter2';
import { FUNCTION_PAIRS, FUNCTION_WORDS, IRREGULAR } from '#lib/language/recall-words.ts';
import { withAsciiDigits } from './digits.ts';
import { withoutInvisible } from '#lib/text/unseen.ts';
import { isAscii } from '#lib/text/ascii.ts';
import { matchesIn } from '#lib/text/matches.ts';
import { UNSPACED_CLASS, withWordBorders } from '#lib/text/unspaced.ts';

/** Marks that are written above and below letters and may be left out. Those of Indic scripts are vowels, and stay. */
const ACCENTS =
  /[[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309A]]|\u0640/gv;
/** Letters that Unicode does not take apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ى: 'ي',
  ة: 'ه',
};
const ODD_LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** Korean has blanks, and endings at every word: pairs of syllables serve it better. */
const PAIRED = `${UNSPACED_CLASS}\\p{Script=Hangul}ー々`;
const PAIRED_RUN = new RegExp(`[${PAIRED}][${PAIRED}\\p{M}]*|[^${PAIRED}]+`, 'gu');
const IS_PAIRED = new RegExp(`^[${PAIRED}]`, 'u');
const WORD = /[\p{L}\p{N}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu;
const ASCII_WORD = /[A-Za-z0-9]+(?:'[A-Za-z]+)*/g;
/** A capital behind a small letter, or two with a small one behind: most words are not split. */
const MAY_BE_CAMEL = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;
const ASCII_MAY_BE_CAMEL = /[a-z][A-Z]|[A-Z][A-Z][a-z]/;
const CAMEL = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** `l'école`, `dell'acqua`. */
const ELISION = /^(?:[cdjlmnst]|qu|dell|all|nell|sull|dall|un)'/u;
/** `don't`, `we're`. */
const CONTRACTION = /'(?:t|m|re|ve|ll|d)$/u;
const ENGLISH = /^[a-z]+$/u;
const NO_ENGLISH_LETTER = /[^a-z]/u;
const DIGITS_ONLY = /^[0-9]+$/u;

/** A longer word is none that anybody asks for by its end. */
const WORD_MAX_CHARS = 64;

/** A word of another script is cut to five letters; one of four or fewer stays whole. */
const PREFIX_CHARS = 5;
const WHOLE_CHARS = 4;
/** Slavic and Greek words end in vowels that their case or person changes. */
const HAS_ENDING = /^[\p{Script=Cyrillic}\p{Script=Greek}]+$/u;
const ENDING = /[аеёиіїоуыэюяєйьъαεηιουως]+$/u;

/** Arabic: what is written together with a word, before and behind it. */
const ARABIC = /^\p{Script=Arabic}+$/u;
const ARABIC_BEFORE = /^(?:وال|بال|كال|فال|لل|ال|و(?=.{3}))/u;
const ARABIC_BEHIND = /(?:ها|ان|ات|ون|ين|يه|ه|ي)$/u;
/** What is left of a word that loses its ending. */
const ROOT_MIN_CHARS = 3;

/** The terms of a text, in order, as often as they stand there. Linear in its length; never throws. */
export function termsOf(text: string): readonly string[] {
  const terms: string[] = [];
  const plain = withWordBorders(folded(text));
  for (const [word] of matchesIn(plain, isAscii(plain) ? ASCII_WORD : WORD)) {
    const lower = word.toLowerCase();
    if (ENGLISH.test(lower) && !ASCII_MAY_BE_CAMEL.test(word)) addEnglish(lower, terms);
    else terms.push(...termsIn(word));
  }
  return terms;
}

/** Is a term a pair of characters, or one, of a script without blanks? */
export const isPair = (term: string): boolean => IS_PAIRED.test(term);

/** What case, accents and forms of characters do to a text makes no difference; capitals stay, for `camelCase`. */
export const folded = (text: string): string => {
  if (isAscii(text)) return text;
  const bare = withoutInvisible(text).normalize('NFKD').replaceAll(ACCENTS, '');
  return withAsciiDigits(bare.normalize('NFC'));
};

const englishRoot = (lower: string): string => stem(IRREGULAR.get(lower) ?? lower);

/** The most of all words, without a list made for each. */
const addEnglish = (lower: string, terms: string[]): void => {
  if (lower.length <= WORD_MAX_CHARS && !FUNCTION_WORDS.has(lower)) terms.push(englishRoot(lower));
};

const termsIn = (word: string): readonly string[] => {
  if (word.length > WORD_MAX_CHARS && !IS_PAIRED.test(word)) return [];
  if (word.includes("'")) return apostrophe(word.toLowerCase());
  const whole = wholeTerms(word.toLowerCase());
  if (!MAY_BE_CAMEL.test(word)) return whole;
  return [
    ...word.split(CAMEL).flatMap((part) => (part.length > 1 ? wholeTerms(part.toLowerCase()) : [])),
    ...whole,
  ];
};

const apostrophe = (word: string): readonly string[] => {
  if (word.endsWith("'s")) return wholeTerms(word.slice(0, -2).replaceAll("'", ''));
  if (CONTRACTION.test(word)) return [];
  const bare = word.replace(ELISION, '');
  const parts = bare.split("'").filter((part) => part.length > 1);
  const whole = wholeTerms(bare.replaceAll("'", ''));
  return bare.includes("'") ? [...parts.flatMap(wholeTerms), ...whole] : whole;
};

const wholeTerms = (lower: string): readonly string[] => {
  if (ENGLISH.test(lower)) return FUNCTION_WORDS.has(lower) ? [] : [englishRoot(lower)];
  if (DIGITS_ONLY.test(lower)) return [lower];
  const word = lower.replaceAll(ODD_LETTER, (letter) => LETTERS[letter] ?? letter);
  return (word.match(PAIRED_RUN) ?? []).flatMap((run) =>
    IS_PAIRED.test(run) ? run.split(PARTICLE).flatMap(pairsOf) : [rootOf(run)],
  );
};

/** One hiragana between two characters of another kind says how they belong together, and so does を anywhere. */
const PARTICLE =
  /を|(?<=[\p{Script=Han}\p{Script=Katakana}ー々])[はがにでとのもへや](?=[\p{Script=Han}\p{Script=Katakana}])/u;

/** `模型运行` is 模型, 型运, 运行; a character alone is itself. */
const pairsOf = (run: string): readonly string[] => {
  const chars = Array.from(run);
  if (chars.length < 2) return chars;
  return chars
    .slice(1)
    .map((char, index) => `${chars[index] ?? ''}${char}`)
    .filter((pair) => !FUNCTION_PAIRS.has(pair));
};

/** What words of one root share, near enough. */
const rootOf = (word: string): string => {
  if (ENGLISH.test(word)) return englishRoot(word);
  if (/[0-9]/u.test(word) || !NO_ENGLISH_LETTER.test(word)) return word;
  return ARABIC.test(word) ? arabicRoot(word) : prefixOf(word);
};

const prefixOf = (word: string): string => {
  if (HAS_ENDING.test(word)) return Array.from(cut(word, ENDING)).slice(0, PREFIX_CHARS).join('');
  const chars = Array.from(word);
  if (chars.length <= WHOLE_CHARS) return word;
  return chars.slice(0, Math.min(PREFIX_CHARS, chars.length - 1)).join('');
};

const arabicRoot = (word: string): string => {
  const bare = cut(word, ARABIC_BEFORE);
  return cut(bare, ARABIC_BEHIND);
};

const cut = (word: string, part: RegExp): string => {
  const rest = word.replace(part, '');
  return rest.length >= ROOT_MIN_CHARS ? rest : word;
};
