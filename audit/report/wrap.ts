/** Text for a terminal of any width: it is wrapped and never cut, and colours count for nothing. */
import { clustersOf, clusterWidth, widthOf } from '#lib/text/terminal.ts';

/** What the caller can paint. */
export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';

/** Paints text; without colours it returns the text as it is. */
type Paint = (style: Style, text: string) => string;

/** A piece of a line in one style. */
export interface ReportSpan {
  readonly text: string;
  readonly style?: Style;
  /** Its blanks do not part it. */
  readonly isWhole?: true;
}

/** Where the first line begins and where the others do, in columns. */
export interface Indent {
  readonly first: number;
  readonly rest: number;
}

/** What text is laid out for. */
export interface Terminal {
  /** Columns. */
  readonly width: number;
  /** Colours; the identity on its second argument where there are none. */
  readonly paint: Paint;
}

/** Below this even a word a line does not help. */
const WIDTH_MIN_COLUMNS = 20;

/**
 * Lays spans out: words stay whole where they fit on a line, and are broken where they are longer than one. Spans
 * that touch without a blank stay together. No line ends in a blank.
 */
export const wrapSpans = (
  spans: readonly ReportSpan[],
  indent: Indent,
  { width, paint }: Terminal,
): string => {
  const page = new Page(Math.max(width, WIDTH_MIN_COLUMNS), indent, paint);
  for (const word of wordsOf(spans)) page.add(word);
  return page.text();
};

const FLUSH: Indent = { first: 0, rest: 2 };
/** Lines of output, wrapped to the width. */
export class Sheet {
  readonly #options: Terminal;
  readonly #lines: string[] = [];

  constructor(options: Terminal) {
    this.#options = options;
  }

  get width(): number {
    return this.#options.width;
  }

  line(spans: readonly ReportSpan[], indent: Indent = FLUSH): void {
    this.#lines.push(wrapSpans(spans, indent, this.#options));
  }

  gap(): void {
    if (this.#lines.at(-1) !== '') this.#lines.push('');
  }

  toString(): string {
    return `${this.#lines.join('\n')}\n`;
  }
}

type Word = readonly ReportSpan[];

/** Splits at blanks; a word may change its style within. */
const wordsOf = (spans: readonly ReportSpan[]): readonly Word[] => {
  const words: ReportSpan[][] = [];
  let isOpen = false;
  for (const { text, style, isWhole } of spans) {
    const parts = isWhole === true ? [text] : text.split(' ');
    for (const [index, part] of parts.entries()) {
      if (index > 0) isOpen = false;
      if (part === '') continue;
      const span = { text: part, ...(style !== undefined && { style }) };
      const last = words.at(-1);
      if (isOpen && last !== undefined) last.push(span);
      else words.push([span]);
      isOpen = true;
    }
  }
  return words;
};

class Page {
  readonly #width: number;
  readonly #rest: number;
  readonly #paint: Paint;
  readonly #lines: string[] = [];
  #line: string;
  #column: number;
  #isEmpty = true;

  constructor(width: number, { first, rest }: Indent, paint: Paint) {
    this.#width = width;
    // In a narrow terminal indents would leave no room for words.
    this.#rest = Math.min(rest, Math.floor(width / 3));
    this.#paint = paint;
    this.#column = Math.min(first, Math.floor(width / 3));
    this.#line = ' '.repeat(this.#column);
  }

  add(word: Word): void {
    const columns = word.reduce((sum, { text }) => sum + widthOf(text), 0);
    const blank = this.#isEmpty ? 0 : 1;
    if (this.#column + blank + columns > this.#width && !this.#isEmpty) this.#break();
    else if (blank === 1) this.#put(' ', undefined);
    for (const { text, style } of word) this.#putWrapped(text, style);
  }

  text(): string {
    return [...this.#lines, this.#line].join('\n');
  }

  #putWrapped(text: string, style: Style | undefined): void {
    if (this.#column + widthOf(text) <= this.#width) {
      this.#put(text, style);
      return;
    }
    let part = '';
    let columns = 0;
    for (const cluster of clustersOf(text)) {
      const more = clusterWidth(cluster);
      if (this.#column + columns + more > this.#width && !(part === '' && this.#isEmpty)) {
        this.#put(part, style);
        this.#break();
        part = '';
        columns = 0;
      }
      part += cluster;
      columns += more;
    }
    this.#put(part, style);
  }

  #put(text: string, style: Style | undefined): void {
    if (text === '') return;
    this.#line += style === undefined ? text : this.#paint(style, text);
    this.#column += widthOf(text);
    this.#isEmpty = false;
  }

  #break(): void {
    this.#lines.push(this.#line);
    this.#line = ' '.repeat(this.#rest);
    this.#column = this.#rest;
    this.#isEmpty = true;
  }
}
