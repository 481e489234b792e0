/**
 * A text that knows where it comes from: parts of a file, each with its place there, and words that were put between
 * them. Whatever is cut from it still knows.
 */
import { segmenter } from '#lib/text/terminal.ts';

/** `at` is where the text begins in its file; absent: it was put in. */
export interface TextSpan {
  readonly text: string;
  readonly at?: number;
}

export const textOf = (spans: readonly TextSpan[]): string =>
  spans.map(({ text }) => text).join('');

/** The part from one place of the joined text to another. */
export const sliceSpans = (
  spans: readonly TextSpan[],
  from: number,
  to: number,
): readonly TextSpan[] => {
  const parts: TextSpan[] = [];
  let begin = 0;
  for (const { text, at } of spans) {
    const [first, last] = [Math.max(from - begin, 0), Math.min(to - begin, text.length)];
    if (first < last)
      parts.push({
        text: text.slice(first, last),
        ...(at === undefined ? {} : { at: at + first }),
      });
    begin += text.length;
  }
  return parts;
};

/** The text without white space at its ends. */
export const trimSpans = (spans: readonly TextSpan[]): readonly TextSpan[] => {
  const text = textOf(spans);
  const from = text.length - text.trimStart().length;
  return sliceSpans(spans, from, Math.max(from, text.trimEnd().length));
};

/** A character longer than this, as no language has one, may be split between its code points. */
const CHARACTER_UNITS = 64;

/** The largest place up to `at` that lies between two characters, as people see them, and in none. */
export const characterEnd = (text: string, at: number): number => {
  const end = Math.max(0, Math.min(at, text.length));
  if (end === 0 || end === text.length || isPlain(text, end)) return end;
  const from = Math.max(0, end - CHARACTER_UNITS);
  // What comes later does not matter, but for the other half of a code point.
  const around = segmenter().segment(text.slice(from, end + 2));
  const start = around.containing(end - from)?.index ?? 0;
  return start > 0 || from === 0 ? from + start : codePointEnd(text, end);
};

/** The smallest place from `at` on that lies between two characters. */
export const characterStart = (text: string, at: number): number => {
  let start = Math.max(0, Math.min(at, text.length));
  while (characterEnd(text, start) < start) start += 1;
  return start;
};

/** Below this nothing joins the character before it, but a line feed its carriage return. */
const FIRST_COMBINING = 0x03_00;

const isPlain = (text: string, at: number): boolean => {
  const [before, unit] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return before < FIRST_COMBINING && unit < FIRST_COMBINING && text[at] !== '\n';
};

const codePointEnd = (text: string, at: number): number =>
  isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1)) ? at - 1 : at;

const isHigh = (unit: number): boolean => unit >= 0xd8_00 && unit <= 0xdb_ff;
const isLow = (unit: number): boolean => unit >= 0xdc_00 && unit <= 0xdf_ff;
