/**
 * What is left of a line when everything is taken away that can be changed without changing what it says: letter
 * case, accents, compatibility forms, invisible characters, punctuation, Markdown, blanks. Each character is looked at
 * a fixed number of times.
 */
import { bitsOf, PAIR_BITS } from '#lib/language/private-lines-common.ts';

/** One thing that a line says; equal in every copy of the line. */
export interface Feature {
  /** A word, or two characters that follow each other in a script without blanks. */
  readonly text: string;
  readonly bits: number;
}

/** A line, taken apart. */
export interface LineFeatures {
  readonly features: readonly Feature[];
  /** All letters and digits in a row, without the mark of a list; for what equals the line as a whole. */
  readonly whole: string;
  /** Numbers and addresses that name one person or thing wherever they stand: the last digits, an address. */
  readonly identifiers: readonly string[];
}

const ASCII = /^[\t\u0020-\u007E]*$/;
/** Accents and vowel signs, what nobody sees, and control characters but for the tab. */
const DROPPED = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]|(?!\t)\p{Cc}/gu;
/** Stand inside of words and are no part of them: emphasis, escapes, apostrophes. */
const INSIDE_WORDS = /[*_`~\\'’‘ʼ]/gu;
const LIST_MARK = /^[\s>]*(?:[-+•*]|\d{1,3}[.)])\s+(?:\[[ x]\]\s+)?/u;
const WORD = /[\p{L}\p{N}]+/gu;
/** Written without blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const MAY_BE_UNSPACED = /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u{3FFFF}]/u;

const NUMBER = /\d(?:[ \-./()\u2013]{0,3}\d){7,}/gu;
const DATE = /(?:19|20)\d\d([-./])\d\d?\1\d\d?|\d\d?([-./])\d\d?\2(?:19|20)\d\d/gu;
/** A phone number has a country or none; its last digits are the same. */
const IDENTIFIER_DIGITS = 8;
/** A day, and perhaps the time, without marks between: no name of anything. */
const STAMP = /^(?:19|20)\d\d(?:0\d|1[0-2])[0-3]\d(?:\d{4}|\d{6})?$/;
/** Numbers for examples. */
const COUNTED = '01234567890123456789';
const ADDRESS = /[\w.+-]{1,64}@[a-z\d-]{1,64}(?:\.[a-z\d-]{1,64}){1,4}/gu;
const SENTENCE_END = /(?<=[.!?…;|])\s+|(?<=[。！？；])/u;

/** Folds letter case, accents and compatibility forms, and drops what nobody sees. */
export const foldedLower = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replaceAll(DROPPED, '')
        .toUpperCase()
        .toLowerCase()
        .replaceAll('ς', 'σ');

/** Takes a line apart. Never throws. */
export const takeApart = (line: string): LineFeatures => {
  const plain = foldedLower(line);
  const words = plain.replace(LIST_MARK, '').replaceAll(INSIDE_WORDS, '').match(WORD) ?? [];
  return {
    features: words.flatMap(featuresIn),
    whole: words.join(''),
    identifiers: [...numbersIn(plain), ...addressesIn(plain)],
  };
};

/** The sentences, and cells of a table, that a line holds; none if it is a single one. */
export const sentencesOf = (line: string): readonly string[] => {
  const parts = line.split(SENTENCE_END).filter((part) => part.trim() !== '');
  return parts.length > 1 ? parts : [];
};

const featuresIn = (word: string): readonly Feature[] => {
  if (!MAY_BE_UNSPACED.test(word)) return [{ text: word, bits: bitsOf(word) }];
  const spaced = word.split(UNSPACED).filter(Boolean);
  const unspaced = word.match(UNSPACED) ?? [];
  return [
    ...spaced.map((text) => ({ text, bits: bitsOf(text) })),
    ...unspaced.flatMap((run) => pairsIn(run)),
  ];
};

const pairsIn = (run: string): readonly Feature[] => {
  const characters = Array.from(run);
  return characters.length === 1
    ? [{ text: run, bits: PAIR_BITS }]
    : characters.slice(1).map((second, index) => ({
        text: `${characters[index] ?? ''}${second}`,
        bits: PAIR_BITS,
      }));
};

const numbersIn = (plain: string): readonly string[] =>
  (plain.replaceAll(DATE, ' | ').match(NUMBER) ?? []).flatMap((found) => {
    const digits = found.replaceAll(/\D/g, '');
    const last = digits.slice(-IDENTIFIER_DIGITS);
    const isOrdinary = STAMP.test(digits) || COUNTED.includes(last) || new Set(last).size < 3;
    return isOrdinary ? [] : [`#${last}`];
  });

const addressesIn = (plain: string): readonly string[] =>
  plain.includes('@') ? (plain.match(ADDRESS) ?? []) : [];
