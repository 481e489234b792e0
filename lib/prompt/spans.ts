/**
 * A text that knows where it comes from: parts of a file, each with its place there, and words that were put between
 * them. Whatever is cut from it still knows.
 */

/** `at` is where the text begins in its file; absent: it was put in. */
export interface Span {
  readonly text: string;
  readonly at?: number;
}

export const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');

/** The part from one place of the joined text to another. */
export const sliceSpans = (spans: readonly Span[], from: number, to: number): readonly Span[] => {
  const parts: Span[] = [];
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
export const trimSpans = (spans: readonly Span[]): readonly Span[] => {
  const text = textOf(spans);
  const from = text.length - text.trimStart().length;
  return sliceSpans(spans, from, Math.max(from, text.trimEnd().length));
};

/** The largest place up to `at` that lies between two characters, and in none. */
export const characterEnd = (text: string, at: number): number => {
  const end = Math.max(0, Math.min(at, text.length));
  const unit = end < text.length ? text.charCodeAt(end) : 0;
  const before = end > 0 ? text.charCodeAt(end - 1) : 0;
  return isLow(unit) && isHigh(before) ? end - 1 : end;
};

/** The smallest place from `at` on that lies between two characters. */
export const characterStart = (text: string, at: number): number => {
  const start = characterEnd(text, at);
  return start < at ? start + 2 : start;
};

const isHigh = (unit: number): boolean => unit >= 0xd8_00 && unit <= 0xdb_ff;
const isLow = (unit: number): boolean => unit >= 0xdc_00 && unit <= 0xdf_ff;

/** Where the sections of a text begin that headings of level two open; the first is 0. Fences hide none. */
export const sectionStarts = (text: string): readonly number[] => {
  const starts = [0];
  for (let at = text.indexOf('\n## '); at >= 0; at = text.indexOf('\n## ', at + 1))
    starts.push(at + 1);
  return starts;
};
