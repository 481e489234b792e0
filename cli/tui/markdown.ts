/**
 * Markdown as it streams in, line by line: a line is rendered when it is complete, and shown as it is until then. Only a
 * table waits for its end, since its columns are as wide as its widest cell.
 */
import { inline } from './inline.ts';
import { behind, hang, type Row, type Span, styledAs, wrap } from './spans.ts';
import { isDelimiter, layOutTable } from './table.ts';
import { untabbed } from '#cli/io/width.ts';

/** What the rows of a text depend on. */
export interface MarkdownStyle {
  /** Columns of a row. */
  readonly width: number;
  /** Where there are no colours, the marks of Markdown stay: they are all the emphasis there is. */
  readonly coloured: boolean;
}

/** A longer line is shown in parts: it would be laid out anew with each piece. */
const LINE_MAX_CHARS = 4000;
/** The same for code, which somebody may want to copy. */
const CODE_MAX_CHARS = 65_536;
/** A longer table is shown in parts: whoever waits for it should see it grow. */
const TABLE_MAX_LINES = 30;
const QUOTES_MAX = 4;

interface Fence {
  readonly mark: string;
  readonly length: number;
}

/** Turns Markdown into rows while it still comes, a block when it is whole. */
export class Markdown {
  readonly #look: () => MarkdownStyle;
  #begun = '';
  #rest = '';
  #fence: Fence | undefined;
  /** Lines that may be a table: the first has a bar, and if there is a second, it is a delimiter. */
  #table: string[] = [];
  #wasBlank = true;

  constructor(look: () => MarkdownStyle) {
    this.#look = look;
  }

  /** Takes a piece; returns the rows that became complete by it. */
  push(piece: string): readonly Row[] {
    const lines = (this.#begun + piece).split('\n');
    this.#begun = lines.pop() ?? '';
    const rows: Row[] = [];
    for (const line of lines) rows.push(...this.#parts(line), ...this.#line(this.#rest));
    rows.push(...this.#parts(this.#begun));
    this.#begun = this.#rest;
    return rows;
  }

  /** What is not complete, as it is shown meanwhile. */
  get pending(): readonly Row[] {
    const { width } = this.#look();
    const lines = this.#begun === '' ? this.#table : [...this.#table, this.#begun];
    // Of a line that is higher than any terminal, its end is seen.
    return lines.flatMap((line) => wrap([{ text: untabbed(line.slice(-LINE_MAX_CHARS)) }], width));
  }

  /** The message is over; returns the rows that were not complete. */
  end(): readonly Row[] {
    const rest = this.#begun;
    this.#begun = '';
    const rows = [...(rest === '' ? [] : this.#line(rest)), ...this.#tableRows()];
    this.#fence = undefined;
    return rows;
  }

  /** Takes what is too much for one line; leaves what is to be told of it in `#rest`. */
  #parts(line: string): Row[] {
    const rows: Row[] = [];
    this.#rest = line;
    for (;;) {
      const limit = this.#fence === undefined ? LINE_MAX_CHARS : CODE_MAX_CHARS;
      if (this.#rest.length <= limit) return rows;
      const blank = this.#rest.lastIndexOf(' ', limit);
      const end = blank > 0 ? blank + 1 : wholeTo(this.#rest, limit);
      rows.push(...this.#line(this.#rest.slice(0, end)));
      this.#rest = this.#rest.slice(end);
    }
  }

  #line(given: string): Row[] {
    const line = untabbed(given.endsWith('\r') ? given.slice(0, -1) : given);
    if (this.#fence !== undefined) return [this.#inFence(line, this.#fence)];
    const [first, second] = this.#table;
    if (first !== undefined) {
      if (second === undefined ? isDelimiter(line) : line.includes('|')) {
        this.#table.push(line);
        return this.#table.length > TABLE_MAX_LINES ? this.#tableRows() : [];
      }
      return [...this.#tableRows(), ...this.#line(line)];
    }
    if (/^ {0,3}\|/.test(line) || (line.includes(' | ') && !line.includes('`'))) {
      this.#table.push(line);
      return [];
    }
    return this.#block(line);
  }

  #tableRows(): Row[] {
    const lines = this.#table;
    this.#table = [];
    if (lines.length === 0) return [];
    const { width, coloured } = this.#look();
    if (lines.length === 1) return this.#block(lines[0] ?? '');
    this.#wasBlank = false;
    return coloured ? [...layOutTable(lines, width)] : lines.map((text) => [{ text }]);
  }

  #block(line: string): Row[] {
    const isBlank = line.trim() === '';
    // One blank row says as much as three.
    if (isBlank && this.#wasBlank) return [];
    this.#wasBlank = isBlank;
    if (isBlank) return [[]];
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== '' && !(mark.startsWith('`') && line.trim().slice(mark.length).includes('`'))) {
      this.#fence = { mark: mark.charAt(0), length: mark.length };
      return [[{ text: line, style: ['dim'] }]];
    }
    const { width, coloured } = this.#look();
    return coloured ? [...rendered(line, width)] : [...plain(line, width)];
  }

  /** Code stays to the letter, in one piece for whoever copies it. */
  #inFence(line: string, { mark, length }: Fence): Row {
    const text = line.trim();
    const isEnd = text.length >= length && text === mark.repeat(text.length);
    if (isEnd) this.#fence = undefined;
    this.#wasBlank = false;
    return [{ text: line, style: [isEnd ? 'dim' : 'cyan'] }];
  }
}

/** A line with its marks. */
const plain = (line: string, width: number): readonly Row[] => {
  const [, first = '', text = line] = LIST.exec(line) ?? [];
  return hang({ text: first }, [{ text }], width);
};

const LIST = /^( *(?:[-*+]|\d{1,9}[.)]) +)(.*)$/;
const HEADING = /^ {0,3}(#{1,6})(?: +|$)/;
const RULE = /^ {0,3}([-*_])(?: *\1){2,} *$/;
const QUOTE = /^ {0,3}> ?/;
const RULE_WIDTH = 40;

const rendered = (line: string, width: number, depth = 0): readonly Row[] => {
  if (RULE.test(line)) return [[{ text: '─'.repeat(Math.min(RULE_WIDTH, width)), style: ['dim'] }]];
  const [heading, hashes = ''] = HEADING.exec(line) ?? [];
  if (heading !== undefined) {
    const title = inline(withoutHashes(line.slice(heading.length)));
    const rows = wrap(title, width);
    return rows.map((row) =>
      hashes.length === 1 ? styledAs(row, 'bold', 'underline') : styledAs(row, 'bold'),
    );
  }
  const [quote] = QUOTE.exec(line) ?? [];
  if (quote !== undefined && depth < QUOTES_MAX) {
    const bar: Span = { text: '│ ', style: ['dim'] };
    const inner = rendered(line.slice(quote.length), Math.max(width - 2, 10), depth + 1);
    return inner.map((row) => behind(bar, row));
  }
  const [, lead = '', item = ''] = LIST.exec(line) ?? [];
  if (lead !== '') return listItem(lead, item, width);
  const indent = /^ */.exec(line)?.[0].slice(0, MAX_INDENT) ?? '';
  return hang({ text: indent }, inline(line.trim()), width);
};

const MAX_INDENT = 20;

const listItem = (lead: string, item: string, width: number): readonly Row[] => {
  const indent = /^ */.exec(lead)?.[0].slice(0, MAX_INDENT) ?? '';
  const number = /\d+[.)]/.exec(lead)?.[0];
  const [, box, text = item] = /^\[([ xX])\] +(.*)$/.exec(item) ?? [];
  const bullet = number ?? (box === undefined ? '•' : box === ' ' ? '☐' : '☑');
  return hang({ text: `${indent}${bullet} `, style: ['dim'] }, inline(text), width);
};

const withoutHashes = (title: string): string => {
  let end = title.trimEnd();
  while (end.endsWith('#')) end = end.slice(0, -1);
  return end === '' || end.endsWith(' ') ? end.trimEnd() : title.trimEnd();
};

/** `end`, or one before it, where a character would be cut in half. */
const wholeTo = (text: string, end: number): number =>
  /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
