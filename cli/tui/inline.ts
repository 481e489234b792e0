/**
 * Markdown inside a line: code, emphasis, links. What is no mark that closes stays as it was written. Whoever calls cuts
 * lines to a length at which also a hostile one is read at once.
 */
import type { Row, Span } from './spans.ts';

type Kind = 'bold' | 'italic' | 'strikethrough';

/** A piece of a line: text, or a mark that emphasis may begin or end at. */
interface Piece {
  text: string;
  readonly style: NonNullable<Span['style']>[number][];
}

const MARKS: Readonly<Record<string, Kind>> = {
  '**': 'bold',
  __: 'bold',
  '*': 'italic',
  _: 'italic',
  '~~': 'strikethrough',
};

const SPECIAL = /[\\`*_~[!<]|https?:\/\//g;
const URL = /https?:\/\/[^\s<>"`]+/y;
const BLANK = /^\s?$/;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
/** A longer address is no address. */
const ADDRESS_MAX_CHARS = 2000;

/** The line with its styles, and without the marks that made them. */
export const inline = (line: string): Row => new Inline(line).read();

class Inline {
  readonly #line: string;
  readonly #pieces: Piece[] = [];
  /** Where emphasis was begun, by its mark; one of each is open at most. */
  readonly #open = new Map<string, number>();
  /** Where each run of so many backticks stands. */
  readonly #ticks: ReadonlyMap<number, readonly number[]>;
  #at = 0;
  /** No closing bracket, or parenthesis, stands behind here. */
  #lastBracket: number;
  #lastParenthesis: number;

  constructor(line: string) {
    this.#line = line;
    this.#ticks = ticksOf(line);
    this.#lastBracket = line.lastIndexOf('](');
    this.#lastParenthesis = line.lastIndexOf(')');
  }

  read(): Row {
    while (this.#at < this.#line.length) this.#next();
    return this.#pieces
      .filter(({ text }) => text !== '')
      .map(({ text, style }) => (style.length === 0 ? { text } : { text, style }));
  }

  #next(): void {
    SPECIAL.lastIndex = this.#at;
    const found = SPECIAL.exec(this.#line);
    const until = found?.index ?? this.#line.length;
    if (until > this.#at) this.#say(this.#line.slice(this.#at, until));
    this.#at = until;
    if (found === null) return;
    const taken = this.#special(found[0]);
    if (taken > 0) this.#at += taken;
    else {
      this.#say(found[0]);
      this.#at += found[0].length;
    }
  }

  /** Takes what begins here; returns how many characters that are, 0 if it is nothing special. */
  #special(mark: string): number {
    switch (mark) {
      case '\\':
        return this.#escaped();
      case '`':
        return this.#code();
      case '[':
        return this.#link(0);
      case '!':
        return this.#line.charAt(this.#at + 1) === '[' ? this.#link(1) : 0;
      case '<':
        return this.#bracketedAddress();
      case 'http://':
      case 'https://':
        return this.#address();
      default:
        return this.#emphasis(mark);
    }
  }

  #say(text: string, ...style: Piece['style']): void {
    this.#pieces.push({ text, style });
  }

  #escaped(): number {
    const next = this.#line.charAt(this.#at + 1);
    if (!PUNCTUATION.test(next)) return 0;
    this.#say(next);
    return 2;
  }

  #code(): number {
    const length = runLength(this.#line, this.#at);
    const from = this.#at + length;
    const places = this.#ticks.get(length) ?? [];
    const close = places[indexAfter(places, this.#at)];
    if (close === undefined) {
      this.#say(this.#line.slice(this.#at, from));
      return length;
    }
    const text = this.#line.slice(from, close);
    this.#say(/^ .*[^ ].* $/.test(text) ? text.slice(1, -1) : text, 'cyan');
    return close + length - this.#at;
  }

  /** `[text](address)`, with `skip` characters before it; the address is shown, since it is what counts. */
  #link(skip: number): number {
    const open = this.#at + skip;
    if (open > this.#lastBracket) return 0;
    const close = this.#line.indexOf(']', open);
    if (this.#line.charAt(close + 1) !== '(' || close > this.#lastParenthesis) return 0;
    // Links are not nested: the inner bracket is the one that begins it.
    if (this.#line.lastIndexOf('[', close) !== open) return 0;
    const end = this.#line.indexOf(')', close);
    if (end === -1 || end - close > ADDRESS_MAX_CHARS) return 0;
    const text = this.#line.slice(open + 1, close);
    const address = this.#line.slice(close + 2, end);
    // What stands behind an address would be hidden.
    if (/\s/.test(address)) return 0;
    const label = text === '' ? address : text;
    this.#say(label, 'underline');
    if (address !== label) this.#say(` (${address})`, 'dim');
    return end + 1 - this.#at;
  }

  #bracketedAddress(): number {
    URL.lastIndex = this.#at + 1;
    const [address = ''] = URL.exec(this.#line) ?? [];
    if (address === '' || this.#line.charAt(this.#at + 1 + address.length) !== '>') return 0;
    this.#say(address, 'underline');
    return address.length + 2;
  }

  #address(): number {
    URL.lastIndex = this.#at;
    const [found = ''] = URL.exec(this.#line) ?? [];
    // The end of a sentence, or of emphasis, is no part of it.
    let { length } = found;
    while (length > 0 && '.,:;!?)]*_~'.includes(found.charAt(length - 1))) length -= 1;
    this.#say(found.slice(0, length), 'underline');
    return length;
  }

  #emphasis(char: string): number {
    const double = this.#line.startsWith(char + char, this.#at) && !this.#isInner(char);
    const mark = double ? char + char : char;
    const kind = MARKS[mark];
    if (kind === undefined) return 0;
    const before = this.#line.charAt(this.#at - 1);
    const after = this.#line.charAt(this.#at + mark.length);
    const opened = this.#open.get(mark);
    if (opened !== undefined && closes(mark, before, after)) {
      this.#close(mark, opened, kind);
      return mark.length;
    }
    if (opened === undefined && opens(mark, before, after))
      this.#open.set(mark, this.#pieces.length);
    this.#say(mark);
    return mark.length;
  }

  /** Of `***`, the mark that was begun last ends first. */
  #isInner(char: string): boolean {
    const single = this.#open.get(char) ?? -1;
    const double = this.#open.get(char + char) ?? -1;
    return single > double && double !== -1 && this.#line.startsWith(char.repeat(3), this.#at);
  }

  /** Everything since the mark is emphasised; marks that were begun in between are text. */
  #close(mark: string, opened: number, kind: Kind): void {
    const piece = this.#pieces[opened];
    if (piece !== undefined) piece.text = '';
    for (const inner of this.#pieces.slice(opened + 1)) inner.style.push(kind);
    for (const [other, at] of this.#open) if (at >= opened) this.#open.delete(other);
    this.#open.delete(mark);
  }
}

const opens = (mark: string, before: string, after: string): boolean =>
  !BLANK.test(after) && (!mark.startsWith('_') || BLANK.test(before) || PUNCTUATION.test(before));

const closes = (mark: string, before: string, after: string): boolean =>
  !BLANK.test(before) && (!mark.startsWith('_') || BLANK.test(after) || PUNCTUATION.test(after));

const runLength = (line: string, at: number): number => {
  let end = at;
  while (line.charAt(end) === '`') end += 1;
  return end - at;
};

const ticksOf = (line: string): ReadonlyMap<number, readonly number[]> => {
  const places = new Map<number, number[]>();
  for (const { 0: run, index } of line.matchAll(/`+/g)) {
    const known = places.get(run.length);
    if (known === undefined) places.set(run.length, [index]);
    else known.push(index);
  }
  return places;
};

/** The first place behind `at`, of places in order. */
const indexAfter = (places: readonly number[], at: number): number => {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
};
