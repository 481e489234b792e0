/** What case, accents and forms of characters do to a text makes no difference to its words. */
import { isAscii } from '#lib/text/ascii.ts';
import { withAsciiDigits } from './when/digits.ts';
import { withoutInvisible } from '#lib/text/unseen.ts';

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

/** A text without accents and forms of characters; capitals stay, for `camelCase`. */
export const folded = (text: string): string =>
  isAscii(text) ? text : withoutAccents(composed(text));

/** A text in which each letter has one form, with its accents. */
export const composed = (text: string): string =>
  isAscii(text) ? text : withAsciiDigits(withoutInvisible(text).normalize('NFKC'));

/** A word in small letters without its accents, and without letters that only some languages have. */
export const bare = (word: string): string =>
  isAscii(word)
    ? word
    : withoutAccents(word).replaceAll(ODD_LETTER, (letter) => LETTERS[letter] ?? letter);

const withoutAccents = (text: string): string =>
  text.normalize('NFKD').replaceAll(ACCENTS, '').normalize('NFC');
