/**
 * Text from outside, made harmless for whatever reads it next: parsers of Markdown take time by the square of blocks, and
 * memory by their depth. Every message, name, title and file name passes here first, before any parser.
 */
import {
  OUTSIDE_TEXT_DEPTH,
  OUTSIDE_TEXT_MAX_CHARS,
  OUTSIDE_TEXT_OPENINGS,
} from '#lib/spec/limits.ts';

/** A text that is short enough, and whether something of it was cut off at its end. */
export interface BoundedText {
  readonly text: string;
  readonly isCut: boolean;
}

/** Linear, without recursion: the longest beginning of `text` that is within the limits. */
export const boundedText = (text: string): BoundedText => {
  const end = Math.min(endOf(text), text.length);
  return { text: text.slice(0, wholeEnd(text, end)), isCut: end < text.length };
};

/** Where the first thing stands that is too much. */
const endOf = (text: string): number => {
  const most = Math.min(text.length, OUTSIDE_TEXT_MAX_CHARS);
  let openings = 0;
  let brackets = 0;
  let at = 0;
  while (at < most) {
    const { marks, end } = marksAt(text, at, most);
    openings += marks.length;
    const left = Math.min(OUTSIDE_TEXT_DEPTH, marks.length - openings + OUTSIDE_TEXT_OPENINGS);
    const tooMuch = marks[left];
    if (tooMuch !== undefined) return tooMuch;
    // A paragraph has ended, and with it what was open in it.
    if (text.charAt(end) === '\n' || text.charAt(end) === '\r') brackets = 0;
    for (at = end; at < most && text.charAt(at) !== '\n'; at += 1) {
      const char = text.charAt(at);
      if (char === ']') brackets = Math.max(0, brackets - 1);
      if (char !== '[') continue;
      brackets += 1;
      openings += 1;
      if (openings > OUTSIDE_TEXT_OPENINGS || brackets + marks.length > OUTSIDE_TEXT_DEPTH)
        return at;
    }
    at += 1;
  }
  return most;
};

const INDENT = 2;

/** The marks of quotes and lists that a line begins with: where each stands; an indent is a level that nobody marked. */
const marksAt = (
  text: string,
  from: number,
  most: number,
): { readonly marks: readonly number[]; readonly end: number } => {
  const marks: number[] = [];
  let at = from;
  let spaces = 0;
  for (; at < most; at += 1) {
    const char = text.charAt(at);
    if (char === ' ' || char === '\t') {
      spaces += char === '\t' ? 2 * INDENT : 1;
      continue;
    }
    const mark = markEnd(text, at);
    if (mark === undefined) break;
    for (; spaces >= INDENT; spaces -= INDENT) marks.push(at);
    spaces = 0;
    marks.push(at);
    at = mark - 1;
  }
  return { marks, end: at };
};

/** A number of a list has nine digits at most (CommonMark §5.2). */
const NUMBER_MAX_DIGITS = 9;

/** Where the mark ends that stands here; `undefined` where none does. */
const markEnd = (text: string, at: number): number | undefined => {
  const char = text.charAt(at);
  if (char === '>') return at + 1;
  let end = at;
  while (end - at < NUMBER_MAX_DIGITS && isDigit(text.charCodeAt(end))) end += 1;
  const isMark = end > at ? '.)'.includes(text.charAt(end) || ' ') : '-*+'.includes(char);
  // Before anything else it is a word, or a line.
  return isMark && /^\s?$/u.test(text.charAt(end + 1)) ? end + 1 : undefined;
};

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** No pair of surrogates is cut. */
const wholeEnd = (text: string, end: number): number =>
  end < text.length && /[\uD800-\uDBFF]/u.test(text.charAt(end - 1)) ? end - 1 : end;
