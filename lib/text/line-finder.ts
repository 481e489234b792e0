/** Finds lines around offsets that only grow, without looking at all the lines between (LF, CRLF and a lone CR end one). */
import { afterEnd, LineEnds, textStart } from './lines.ts';

const LF = 10;
const CR = 13;

const isEnd = (code: number): boolean => code === LF || code === CR;

/** Where the line begins that ends at or behind `at`, but not before `floor`. */
const beginOf = (text: string, at: number, floor: number): number => {
  let begin = at;
  while (begin > floor && !isEnd(text.charCodeAt(begin - 1))) begin -= 1;
  return begin;
};

export class LineFinder {
  readonly #text: string;
  readonly #ends: LineEnds;
  readonly #counted: LineEnds;
  #line = 1;
  #lineAt: number;

  constructor(text: string) {
    this.#text = text;
    this.#ends = new LineEnds(text);
    this.#counted = new LineEnds(text);
    // As splitLines does, a byte order mark is no part of the first line.
    this.#lineAt = textStart(text);
  }

  /** Where the line begins that the character before `at` is in; a line does not begin before `floor`. */
  startOf(at: number, floor: number): number {
    const first = Math.max(floor, textStart(this.#text));
    return Math.max(beginOf(this.#text, at - 1, first), first);
  }

  /** The line that ends right before `from`, as far as it must be known: its beginning, or `undefined` without one. */
  lineBefore(from: number): string | undefined {
    const text = this.#text;
    let end = from - 1;
    if (end < 0 || !isEnd(text.charCodeAt(end))) return undefined;
    if (text.charCodeAt(end) === LF && text.charCodeAt(end - 1) === CR) end -= 1;
    return text.slice(beginOf(text, end, 0), end);
  }

  /** Where the line that begins at `from` ends. */
  endOf(from: number): number {
    return this.#ends.after(from);
  }

  /** Where the line after the one that ends at `end` begins. */
  afterEnd(end: number): number {
    return afterEnd(this.#text, end);
  }

  /** The number of the line that `from` is in, from 1. */
  numberAt(from: number): number {
    while (this.#lineAt < from) {
      const next = afterEnd(this.#text, this.#counted.after(this.#lineAt));
      if (next > from) break;
      this.#lineAt = next;
      this.#line += 1;
    }
    return this.#line;
  }

  /** The column of `from` in its line, from 1, in UTF-16 units. */
  columnAt(from: number): number {
    this.numberAt(from);
    return from - this.#lineAt + 1;
  }
}
