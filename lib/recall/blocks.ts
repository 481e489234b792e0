/** The blocks of a Markdown memory file: paragraphs, list items with what belongs to them, fenced code (RFC-0009 §5.4). */
import { hasLetter } from '#lib/text/ascii.ts';
import { type Line, scanLines } from '#lib/text/lines.ts';
import type { LineRange } from '#lib/text/place.ts';
import { isEvent } from '#lib/workspace/forgeries.ts';

/** What stands between two headings, in order. `at` and `end` are offsets. */
type Part =
  | { readonly kind: 'heading'; readonly level: number; readonly title: string }
  /** Text that is no memory: front matter, a comment, an event of the kernel's, a line of marks. */
  | { readonly kind: 'gap' }
  | Block;

/** Text that belongs together. */
export interface Block extends LineRange {
  readonly kind: 'block';
  readonly at: number;
  readonly end: number;
}

interface Open {
  readonly kind: 'paragraph' | 'item' | 'code';
  /** Where the content of an item begins. */
  readonly column: number;
  readonly from: number;
  readonly at: number;
  to: number;
  end: number;
  /** The last line was one of code. */
  isInCode: boolean;
}

const MARKER = /^\s*(?:[-*+•]|\d{1,9}[.)])\s+/u;
const TAB_COLUMNS = 4;

/** The parts of a text in order. Linear in its length; never throws. */
export function* partsOf(text: string): Generator<Part> {
  let open: Open | undefined;
  let afterBlank = false;
  for (const line of scanLines(text)) {
    const isCode = line.kind === 'fence' || line.kind === 'code';
    if (!isCode && line.text.trim() === '') {
      afterBlank = true;
      continue;
    }
    if (isRead(line)) {
      if (open !== undefined && continues(open, line, isCode, afterBlank)) {
        open.to = line.line;
        open.end = line.at + line.text.length;
        open.isInCode = isCode;
      } else {
        if (open !== undefined) yield blockOf(open);
        open = opened(line, isCode);
      }
    } else {
      if (open !== undefined) yield blockOf(open);
      open = undefined;
      yield line.kind === 'heading'
        ? { kind: 'heading', level: line.level, title: line.title }
        : { kind: 'gap' };
    }
    afterBlank = false;
  }
  if (open !== undefined) yield blockOf(open);
}

const isRead = ({ kind, text }: Line): boolean => {
  if (kind === 'fence' || kind === 'code') return true;
  return kind === 'text' && hasLetter(text) && !isEvent(text);
};

const blockOf = ({ from, to, at, end }: Open): Block => ({ kind: 'block', from, to, at, end });

const opened = (line: Line, isCode: boolean): Open => {
  const marker = isCode ? undefined : MARKER.exec(line.text)?.[0];
  return {
    kind: isCode ? 'code' : marker === undefined ? 'paragraph' : 'item',
    column: marker === undefined ? 0 : indentOf(line.text) + marker.trimStart().length,
    from: line.line,
    to: line.line,
    at: line.at,
    end: line.at + line.text.length,
    isInCode: isCode,
  };
};

const continues = (open: Open, line: Line, isCode: boolean, afterBlank: boolean): boolean => {
  if (open.kind === 'code') return isCode;
  if (open.kind === 'paragraph') return !isCode && !afterBlank && !MARKER.test(line.text);
  if (isCode) return open.isInCode || indentOf(line.text) >= open.column;
  // Two columns are enough for what a person indents below an item.
  const isBelow = indentOf(line.text) >= Math.min(open.column, 2);
  const isChild = indentOf(line.text) >= open.column - 1;
  return MARKER.test(line.text) ? isChild : isBelow || !afterBlank;
};

const indentOf = (text: string): number => {
  let columns = 0;
  for (const char of text) {
    if (char === '\t') columns += TAB_COLUMNS - (columns % TAB_COLUMNS);
    else if (char === ' ') columns += 1;
    else break;
  }
  return columns;
};
