/** How many tokens of a model a text takes, near enough for limits: no tokenizer is loaded for it. */
import { isAscii } from './ascii.ts';
import { UNSPACED_CLASS } from './unspaced.ts';

/** Of scripts without blanks a character is a word or half of one. */
const DENSE = new RegExp(`[${UNSPACED_CLASS}\\p{Script=Hangul}]`, 'u');
const DENSE_TOKENS = 1.5;
const OTHER_TOKENS = 0.25;

/** What one character costs. */
export const tokensOfChar = (char: string): number =>
  char > '\u0E00' && DENSE.test(char) ? DENSE_TOKENS : OTHER_TOKENS;

/** About how many tokens a text takes. */
export const tokensIn = (text: string): number => {
  if (isAscii(text)) return Math.ceil(OTHER_TOKENS * text.length);
  let tokens = 0;
  for (const char of text) tokens += tokensOfChar(char);
  return Math.ceil(tokens);
};
