/** Finds the words of a table in lines, by one expression of all of them. */
import { matchesIn } from './matches.ts';

/** Scripts that put blanks between words; a word of them must not begin or end inside of another one. */
const LETTER = 'a-z0-9à-öø-ÿāăąćčęěğıłńňœřśşšźżžа-яё';
const SPACED = new RegExp(`^[${LETTER}_]`, 'u');

/**
 * One pattern for many words. A `*` at the end stands for any ending, a blank for a blank, `-` or `_` (one or two).
 * It is asked about text in lower case; its time is linear in the text.
 */
export const wordPattern = (words: readonly string[]): RegExp => new RegExp(sourceOf(words), 'u');

/** The same, to find every place: where each of the words begins, in order. */
export const everyWord = (words: readonly string[]): ((lower: string) => readonly number[]) => {
  const expression = new RegExp(sourceOf(words), 'gu');
  return (lower) => matchesIn(lower, expression).map(({ index }) => index);
};

const isSpaced = (word: string): boolean => SPACED.test(word);

/** No words match nothing. */
const sourceOf = (words: readonly string[]): string => {
  if (words.length === 0) return '(?!)';
  const spaced = words.filter(isSpaced);
  const stems = spaced.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
  const whole = spaced.filter((word) => !word.endsWith('*'));
  const others = words.filter((word) => !isSpaced(word));
  const bounded = [
    ...(whole.length > 0 ? [`(?:${whole.map(literal).join('|')})(?![${LETTER}_])`] : []),
    ...stems.map(literal),
  ];
  const begins = bounded.length > 0 ? [`(?<![${LETTER}_])(?:${bounded.join('|')})`] : [];
  return [...begins, ...others.map(literal)].join('|');
};

const literal = (word: string): string =>
  word.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`).replaceAll(' ', '[ _-]{1,2}');
