/** Where words begin and end, whatever is searched: borders between scripts, and apostrophes. */
import { isAscii } from './ascii.ts';

/** Scripts that put no blanks between words: there a word may begin anywhere, and what is searched are pairs. */
export const UNSPACED_CLASS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;

/** Words of these stand beside words and numbers of others without a blank: `把API配置好`, `API를`. */
const CLINGING = String.raw`${UNSPACED_CLASS}\p{Script=Hangul}ー`;
const LATIN = String.raw`\p{Script=Latin}`;
const between = (left: string, right: string): string =>
  // What is at the right is looked at first: then marks are walked back over once.
  String.raw`(?=[${right}])(?<=[${left}]\p{M}*)`;
const OTHERS = String.raw`[\p{L}\p{N}]--[${CLINGING}]`;
const OTHER_LETTERS = String.raw`\p{L}--[${CLINGING}${LATIN}]`;
const BORDER = new RegExp(
  [
    between(CLINGING, OTHERS),
    between(OTHERS, CLINGING),
    between(LATIN, OTHER_LETTERS),
    between(OTHER_LETTERS, LATIN),
  ].join('|'),
  'gv',
);
/** As they are typed, and as typesetters and keyboards of some languages have them. */
const APOSTROPHE = /(?<=[\p{L}\p{M}\p{N}])[’‘‛ʼʻʹ´′＇׳](?=\p{L})/gu;

/** The text with a blank at each border between scripts, and with one apostrophe for all. */
export const withWordBorders = (text: string): string =>
  isAscii(text) ? text : text.replaceAll(APOSTROPHE, "'").replaceAll(BORDER, ' ');
