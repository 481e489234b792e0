/** Where a Markdown text may be cut, and what has to be closed there: by one reader for all layouts. */
import { type Line, scanLines } from '#lib/text/lines.ts';

/** From one place of a text to another, both included. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Of a code block or a comment, behind its first line. */
interface OpenStretch extends Stretch {
  readonly closing: string;
}

export class CutPlaces {
  /** Where sections begin that headings of level two open; the first is 0. Code and comments have none. */
  readonly sections: readonly number[];
  /** Lines that are not cut: rows of tables, and those that open or close a code block or a comment, or would. */
  readonly #lines: readonly Stretch[];
  readonly #open: readonly OpenStretch[];

  private constructor(
    sections: readonly number[],
    lines: readonly Stretch[],
    open: readonly OpenStretch[],
  ) {
    this.sections = sections;
    this.#lines = lines;
    this.#open = open;
  }

  /** Never throws. */
  static of(text: string): CutPlaces {
    const sections = [0];
    const lines: Stretch[] = [];
    const open: OpenStretch[] = [];
    let begun: (Omit<OpenStretch, 'to'> & { readonly isCode: boolean }) | undefined;
    let last = 0;
    const end = (to: number): void => {
      if (begun !== undefined) open.push({ from: begun.from, to, closing: begun.closing });
      begun = undefined;
    };
    for (const line of scanLines(text)) {
      const { kind, at } = line;
      const to = at + line.text.length;
      const isCode = kind === 'fence' || kind === 'code';
      const closing = isCode || kind === 'comment' ? line.closing : undefined;
      // What its list item has ended is closed by nothing.
      if (closing !== undefined || (begun && !(begun.isCode ? isCode : kind === 'comment')))
        end(last);
      if (closing !== undefined) begun = { from: to, closing, isCode };
      else if (kind === 'fence' || (kind === 'comment' && line.text.includes('-->'))) end(at);
      if (kind === 'heading' && line.level === 2 && at > 0) sections.push(at);
      if (closing !== undefined || isWhole(line)) lines.push({ from: at, to });
      last = to;
    }
    end(text.length);
    return new CutPlaces(sections, lines, open);
  }

  /** The last place up to `end` that lies in no line which is not cut. */
  endAt(end: number): number {
    const line = lastFrom(this.#lines, end - 1);
    return line !== undefined && end < line.to ? line.from : end;
  }

  /** The line that closes what is open at `end`; nothing where nothing is. */
  closingAt(end: number): string {
    const stretch = lastFrom(this.#open, end);
    return stretch !== undefined && end <= stretch.to ? `\n${stretch.closing}` : '';
  }
}

/** Of a table, of a comment that ends, or a line whose first half alone would open or close a code block. */
const isWhole = ({ kind, text }: Line): boolean =>
  (kind === 'text' && text.trimStart().startsWith('|')) ||
  (kind === 'comment' && text.includes('-->')) ||
  BEGINS_LIKE_A_FENCE.test(text);

/** Within quotations and list items too. */
const BEGINS_LIKE_A_FENCE = /^[\s>*+\-\d.)]*(?:```|~~~)/u;

/** The last of stretches, which are in order, that begins at `place` or before. */
const lastFrom = <One extends Stretch>(
  stretches: readonly One[],
  place: number,
): One | undefined => {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stretches[middle]?.from ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return stretches[low - 1];
};
