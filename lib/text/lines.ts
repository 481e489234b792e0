/**
 * The line scanner beneath every verdict on Markdown. It knows as much of CommonMark as decides whether
 * a line is read or shown: fences, HTML comments, front matter, ATX headings. Each character is looked at a fixed
 * number of times, so that a hostile file costs what an honest one of its size costs.
 */

/** One line with what it is; `line` counts from 1, `at` is where it begins in the text, `text` has no line ending. */
export type Line =
  | {
      readonly kind: 'heading';
      readonly line: number;
      readonly at: number;
      readonly text: string;
      readonly level: number;
      readonly title: string;
    }
  | {
      readonly kind: 'text' | 'front matter';
      readonly line: number;
      readonly at: number;
      readonly text: string;
    }
  | {
      /** `closing`: on the line that opens one of several lines, the line that would close it. */
      readonly kind: 'comment';
      readonly line: number;
      readonly at: number;
      readonly text: string;
      readonly closing?: string;
    }
  | {
      /** `fence` is the opening or closing line, `code` what stands between; `info` is the info string, `closing` as above. */
      readonly kind: 'fence' | 'code';
      readonly line: number;
      readonly at: number;
      readonly text: string;
      readonly info: string;
      readonly closing?: string;
    };

interface Fence {
  readonly mark: string;
  readonly length: number;
  readonly info: string;
  /** Where the content of the list item begins that the fence stands in, 0 in none. */
  readonly column: number;
}

/** The lines of a text. LF, CRLF and a lone CR end a line; a byte order mark at the start is dropped. */
export function* splitLines(text: string): Generator<string> {
  for (const { from, to } of extents(text)) yield text.slice(from, to);
}

/** Where each line begins and ends, without its line ending. */
export function* extents(text: string): Generator<{ readonly from: number; readonly to: number }> {
  const ends = new LineEnds(text);
  for (let from = textStart(text), to = 0; from < text.length; from = afterEnd(text, to)) {
    to = ends.after(from);
    yield { from, to };
  }
}

/** Where the first line begins: behind a byte order mark. */
export const textStart = (text: string): number => (text.startsWith('\uFEFF') ? 1 : 0);

const CR = 13;
const LF = 10;

/** Where the line after the one that ends at `end` begins. */
export const afterEnd = (text: string, end: number): number =>
  end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1);

/** The ends of lines behind offsets that only grow. Each mark is searched again only when it was passed. */
export class LineEnds {
  readonly #text: string;
  #lf = -1;
  #cr = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The end of the line that `from` is in. */
  after(from: number): number {
    if (this.#lf < from) this.#lf = this.#find('\n', from);
    if (this.#cr < from) this.#cr = this.#find('\r', from);
    return Math.min(this.#lf, this.#cr);
  }

  #find(mark: string, from: number): number {
    const at = this.#text.indexOf(mark, from);
    return at < 0 ? this.#text.length : at;
  }
}

/** Every line of a Markdown text with its kind, in order. */
export function* scanLines(text: string): Generator<Line> {
  const frontMatterEnd = endOfFrontMatter(text);
  // Most texts hold no fence and no comment, and then no line needs to be tried for one.
  const mayFence = text.includes('```') || text.includes('~~~');
  const mayHide = mayFence || text.includes('<!--');
  let fence: Fence | undefined;
  /** Of an open comment: where the content of its list item begins, 0 in none. */
  let comment: number | undefined;
  /** Where the content of the outermost list item begins that a line may belong to, 0 for none. */
  let item = 0;
  let afterText = false;
  let line = 0;
  const ends = new LineEnds(text);
  for (let at = textStart(text), to = 0; at < text.length; at = afterEnd(text, to)) {
    to = ends.after(at);
    const raw = text.slice(at, to);
    line += 1;
    if (line <= frontMatterEnd) {
      yield { kind: 'front matter', line, at, text: raw };
      continue;
    }
    const first = firstOf(raw, 0);
    const indent = columnsTo(raw, first);
    const saysNothing = first === raw.length;
    // What is not closed ends with its list item: at the first line that stands left of the item's content.
    if (fence !== undefined && indent < fence.column && !saysNothing) fence = undefined;
    if (fence !== undefined) {
      const closed = closes(raw, first, indent, fence);
      yield { kind: closed ? 'fence' : 'code', line, at, text: raw, info: fence.info };
      if (closed) fence = undefined;
      continue;
    }
    if (comment !== undefined && indent < comment && !saysNothing) comment = undefined;
    if (comment !== undefined) {
      if (raw.includes('-->')) comment = undefined;
      yield { kind: 'comment', line, at, text: raw };
      continue;
    }
    if (mayHide && !saysNothing) {
      if (indent < item || item === 0) {
        item = indent > 3 ? 0 : itemColumn(raw, first, afterText && item === 0);
      }
      const column = indent < item ? 0 : item;
      afterText = false;
      if (mayFence) fence = item > 0 ? opensInItem(raw, first, column) : opens(raw, first, 0);
      if (fence !== undefined) {
        const { info, mark, length } = fence;
        const closing = `${' '.repeat(raw.indexOf(mark.repeat(3)))}${mark.repeat(length)}`;
        yield { kind: 'fence', line, at, text: raw, info, closing };
        continue;
      }
      if (indent - column <= 3 && raw.startsWith('<!--', first)) {
        // `<!-->` is a whole comment, hence two characters and not four.
        const isClosed = raw.includes('-->', first + 2);
        if (!isClosed) comment = column;
        yield { kind: 'comment', line, at, text: raw, ...(!isClosed && { closing: '-->' }) };
        continue;
      }
    }
    const heading = indent > 3 ? undefined : headingOf(raw, first);
    afterText = heading === undefined && !saysNothing;
    yield heading === undefined
      ? { kind: 'text', line, at, text: raw }
      : { kind: 'heading', line, at, text: raw, ...heading };
  }
}

/** The number of the line that closes front matter, 0 where there is none. Not closed means a thematic break. */
function endOfFrontMatter(text: string): number {
  if (!text.startsWith('---', text.startsWith('\uFEFF') ? 1 : 0)) return 0;
  let line = 0;
  for (const raw of splitLines(text)) {
    line += 1;
    const isMark = raw.startsWith('---') && isBlank(raw, 3);
    if (line === 1 && !isMark) return 0;
    if (line > 1 && isMark) return line;
  }
  return 0;
}

/** `- ```js`: a list item may begin with a fence; and one that stands below it is indented as far. */
function opensInItem(raw: string, first: number, column: number): Fence | undefined {
  const marked = fencedItemColumn(raw);
  return marked > 0 ? opens(raw, marked, marked) : opens(raw, first, column);
}

function opens(raw: string, at: number, column: number): Fence | undefined {
  const mark = raw[at];
  if ((mark !== '`' && mark !== '~') || columnsTo(raw, at) - column > 3) return undefined;
  const length = runLength(raw, at, mark);
  if (length < 3) return undefined;
  const info = raw.slice(at + length).trim();
  // A backtick in the info string makes it inline code.
  if (mark === '`' && info.includes('`')) return undefined;
  return { mark, length, info, column };
}

function closes(raw: string, at: number, indent: number, fence: Fence): boolean {
  if (raw[at] !== fence.mark || indent > fence.column + 3) return false;
  const length = runLength(raw, at, fence.mark);
  return length >= fence.length && isBlank(raw, at + length);
}

/** Where the content of a list item begins whose line opens a fence too, 0 for any other line. */
function fencedItemColumn(raw: string): number {
  const marker = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) {1,4}(?=[`~])/.exec(raw);
  return marker === null ? 0 : marker[0].length;
}

/** Where the content of the list item begins that a line opens, 0 for a line that opens none. */
function itemColumn(raw: string, at: number, afterText: boolean): number {
  const end = markerEnd(raw, at);
  if (end === 0 || !isSpace(raw[end]) || isRule(raw, at)) return 0;
  // Only a list that begins with 1 ends a paragraph.
  if (afterText && isDigit(raw[at]) && (raw[at] !== '1' || end > at + 2)) return 0;
  const content = firstOf(raw, end);
  // An empty item is as often the underline of a heading.
  if (content === raw.length) return 0;
  const gap = columnsTo(raw, content) - end;
  // After more than four columns the text is indented code, and one column is the marker's.
  return end + (gap > 4 ? 1 : gap);
}

/** The end of `-`, `*`, `+`, `1.` or `1)` at a place, 0 where none of them is. */
function markerEnd(raw: string, at: number): number {
  const mark = raw[at];
  if (mark === '-' || mark === '*' || mark === '+') return at + 1;
  let end = at;
  while (end < at + 9 && isDigit(raw[end])) end += 1;
  return end > at && (raw[end] === '.' || raw[end] === ')') ? end + 1 : 0;
}

/** A thematic break, such as `* * *`, opens no item. */
function isRule(raw: string, at: number): boolean {
  const mark = raw[at];
  let count = 0;
  for (let index = at; index < raw.length; index += 1) {
    if (raw[index] === mark) count += 1;
    else if (!isSpace(raw[index])) return false;
  }
  return count >= 3;
}

function headingOf(raw: string, at: number): { level: number; title: string } | undefined {
  if (raw[at] !== '#') return undefined;
  const level = runLength(raw, at, '#');
  if (level > 6) return undefined;
  const start = at + level;
  if (start < raw.length && !isSpace(raw[start])) return undefined;
  return { level, title: titleOf(raw, start) };
}

function titleOf(raw: string, from: number): string {
  let start = from;
  while (start < raw.length && isSpace(raw[start])) start += 1;
  const end = trimEnd(raw, start, raw.length);
  let hashes = end;
  while (hashes > start && raw[hashes - 1] === '#') hashes -= 1;
  // Closing hashes count only after a space, or where nothing else is left.
  const isClosing = hashes === start || isSpace(raw[hashes - 1]);
  return raw.slice(start, isClosing ? trimEnd(raw, start, hashes) : end);
}

function trimEnd(raw: string, start: number, from: number): number {
  let end = from;
  while (end > start && isSpace(raw[end - 1])) end -= 1;
  return end;
}

/** The first place from `from` on that is no space and no tab. */
function firstOf(raw: string, from: number): number {
  let at = from;
  while (isSpace(raw[at])) at += 1;
  return at;
}

/** How many columns stand before a place; a tab goes on to the next multiple of four. */
function columnsTo(raw: string, to: number): number {
  let columns = 0;
  for (let at = 0; at < to; at += 1) columns += raw[at] === '\t' ? 4 - (columns % 4) : 1;
  return columns;
}

function runLength(raw: string, from: number, mark: string): number {
  let at = from;
  while (raw[at] === mark) at += 1;
  return at - from;
}

function isBlank(raw: string, from: number): boolean {
  return firstOf(raw, from) === raw.length;
}

function isSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\t';
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= '0' && char <= '9';
}
