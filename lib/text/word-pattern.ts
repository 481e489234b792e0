/**
 * Finds the words of a table in lines. An expression of all of them is fast, and takes millions of instructions to
 * compile. So it is made for tables that are asked often; in the first lines only those words are looked for that
 * begin as a word of the line does.
 */

import { isAscii } from './letters.ts';
import { matchesIn } from './matches.ts';

/** What one asks such a table, and an expression, too. */
export interface WordPattern {
  readonly test: (lower: string) => boolean;
  readonly exec: (lower: string) => WordMatch | null;
}

/** A word of a table in a text: where, and as it stands there. */
interface WordMatch {
  readonly index: number;
  readonly 0: string;
}

/** Scripts that put blanks between words; a word of them must not begin or end inside of another one. */
const LETTER = 'a-z0-9à-öø-ÿāăąćčęěğıłńňœřśşšźżžа-яё';
const SPACED = new RegExp(`[${LETTER}_]`, 'u');
/** The first letters of every word. */
const BEGINNING = new RegExp(`(?<![${LETTER}_])[${LETTER}]{1,3}`, 'gu');

/** The words of a table by how they begin; those of other scripts by nothing. */
type Table = ReadonlyMap<string, readonly string[]>;
const OTHERS = '';

/** How many lines a table is asked about before its expression is made; one workspace seldom asks about more. */
const FIRST_LINES = 30;

/**
 * One pattern for many words. A `*` at the end stands for any ending, a blank for a blank, `-` or `_` (one or two).
 * Before a `*` stand at least three letters. Its time is linear in the text.
 */
export const wordPattern = (words: readonly string[]): WordPattern => {
  const first = firstLines(words);
  let made: RegExp | undefined;
  const expression = (): RegExp => (made ??= new RegExp(sourceOf(words), 'u'));
  return {
    test: (lower) => {
      const matches = first(lower);
      return matches === undefined ? expression().test(lower) : matches.length > 0;
    },
    exec: (lower) => {
      const matches = first(lower);
      return matches === undefined ? expression().exec(lower) : (matches[0] ?? null);
    },
  };
};

/** The same, to find every place: where each of the words begins, in order. */
export const everyWord = (words: readonly string[]): ((lower: string) => readonly number[]) => {
  const first = firstLines(words);
  let made: RegExp | undefined;
  const expression = (): RegExp => (made ??= new RegExp(sourceOf(words), 'gu'));
  return (lower) => (first(lower) ?? matchesIn(lower, expression())).map(({ index }) => index);
};

/** Every match in one of the first lines, in order; `undefined` from then on. */
const firstLines = (
  words: readonly string[],
): ((lower: string) => readonly WordMatch[] | undefined) => {
  let lines = 0;
  let table: Table | undefined;
  return (lower) => {
    lines += 1;
    if (lines > FIRST_LINES) return undefined;
    table ??= tableOf(words);
    const found: WordMatch[] = [];
    for (const beginning of beginningsIn(lower))
      for (const word of table.get(beginning) ?? [])
        for (const place of placesOf(word, lower)) found.push(place);
    return found.length < 2 ? found : inOrder(found);
  };
};

/** In the order of the expression: a word that ends where it is written goes before one with any ending. */
const tableOf = (words: readonly string[]): Table => {
  const table = new Map<string, string[]>();
  const add = (word: string): void => {
    const beginning = isLetter(word[0]) ? (word.match(BEGINNING)?.[0] ?? OTHERS) : OTHERS;
    const known = table.get(beginning);
    if (known === undefined) table.set(beginning, [word]);
    else known.push(word);
  };
  for (const word of words) if (!word.endsWith('*')) add(word);
  for (const word of words) if (word.endsWith('*')) add(word);
  return table;
};

/** The last line that was asked about: several tables are asked about one, one after the other. */
let line = '';
let beginnings: Set<string> = new Set();

const beginningsIn = (lower: string): ReadonlySet<string> => {
  if (lower === line) return beginnings;
  line = lower;
  beginnings = new Set(lower.match(BEGINNING));
  if (!isAscii(lower)) beginnings.add(OTHERS);
  return beginnings;
};

/** By place, and none inside of another one. */
const inOrder = (matches: readonly WordMatch[]): readonly WordMatch[] => {
  let end = 0;
  return matches
    .toSorted((a, b) => a.index - b.index)
    .filter((match) => {
      if (match.index < end) return false;
      end = match.index + match[0].length;
      return true;
    });
};

const placesOf = (word: string, lower: string): readonly WordMatch[] => {
  const isStem = word.endsWith('*');
  const [first = '', ...rest] = (isStem ? word.slice(0, -1) : word).split(' ');
  const found: WordMatch[] = [];
  for (let at = lower.indexOf(first); at >= 0; at = lower.indexOf(first, at + 1)) {
    const end = endOf(rest, lower, at + first.length);
    if (end < 0) continue;
    const isInside =
      isLetter(first[0]) && (isLetter(lower[at - 1]) || (!isStem && isLetter(lower[end])));
    if (!isInside) found.push({ index: at, 0: lower.slice(at, end) });
  }
  return found;
};

/** Where the other parts of a word end that stand behind its first; -1 where something else stands there. */
const endOf = (parts: readonly string[], lower: string, from: number): number => {
  let end = from;
  for (const part of parts) {
    if (!isBlank(lower[end])) return -1;
    end += isBlank(lower[end + 1]) ? 2 : 1;
    if (!lower.startsWith(part, end)) return -1;
    end += part.length;
  }
  return end;
};

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '-' || char === '_';

const isLetter = (char: string | undefined): boolean => char !== undefined && SPACED.test(char);

const sourceOf = (words: readonly string[]): string => {
  const spaced = words.filter((word) => isLetter(word[0]));
  const stems = spaced.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
  const whole = spaced.filter((word) => !word.endsWith('*'));
  const others = words.filter((word) => !isLetter(word[0]));
  const bounded = [
    ...(whole.length > 0 ? [`(?:${whole.map(literal).join('|')})(?![${LETTER}_])`] : []),
    ...stems.map(literal),
  ];
  const begins = bounded.length > 0 ? [`(?<![${LETTER}_])(?:${bounded.join('|')})`] : [];
  return [...begins, ...others.map(literal)].join('|');
};

const literal = (word: string): string =>
  word.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`).replaceAll(' ', '[ _-]{1,2}');
