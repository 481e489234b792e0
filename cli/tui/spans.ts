/** Text with styles: put together to rows that fit, and painted at the end. */
import { styleText } from 'node:util';
import { clustersOf, clusterWidth, isWide, widthOf } from '#lib/text/terminal.ts';

type Format = 'bold' | 'dim' | 'italic' | 'underline' | 'strikethrough' | Colour;
type Colour = 'red' | 'green' | 'yellow' | 'cyan' | 'magenta';

/** A piece of a line in one style. */
export interface Span {
  readonly text: string;
  readonly style?: readonly Format[];
}

/** A line of the terminal, in pieces of one style each. */
export type Row = readonly Span[];

/** The row as a terminal is told it. */
export const paint = (row: Row, coloured: boolean): string =>
  row
    .map(({ text, style = [] }) =>
      coloured && style.length > 0 && text !== ''
        ? styleText([...style], text, { validateStream: false })
        : text,
    )
    .join('');

/** How many columns a row takes. */
export const rowWidth = (row: Row): number =>
  row.reduce((width, { text }) => width + widthOf(text), 0);

/** The spans in one more style. */
export const styledAs = (row: Row, ...formats: readonly Format[]): Row =>
  row.map(({ text, style = [] }) => ({ text, style: [...style, ...formats] }));

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly style: readonly Format[] | undefined;
}

/** Breaks a line to rows of `width` columns, between words where it can. Always at least one row. */
export const wrap = (line: Row, width: number): readonly Row[] => {
  if (rowWidth(line) <= width) return [line];
  const rows: Row[] = [];
  let cells: Cell[] = [];
  let filled = 0;
  /** So many cells end with a place to break at. */
  let breakable = 0;
  const take = (count: number): void => {
    rows.push(joined(cells.slice(0, count)));
    cells = cells.slice(count);
    while (cells[0]?.text === ' ') cells.shift();
    filled = cells.reduce((sum, cell) => sum + cell.width, 0);
    breakable = 0;
  };
  for (const { text, style } of line) {
    for (const cluster of clustersOf(text)) {
      const cell = { text: cluster, width: clusterWidth(cluster), style };
      if (filled + cell.width > width && cells.length > 0) {
        take(cluster === ' ' || breakable === 0 ? cells.length : breakable);
        if (cluster === ' ' && cells.length === 0) continue;
      }
      cells.push(cell);
      filled += cell.width;
      if (cluster === ' ' || isWide(cluster)) breakable = cells.length;
    }
  }
  if (cells.length > 0 || rows.length === 0) rows.push(joined(cells));
  return rows;
};

/** The row behind one more span. */
export const behind = (first: Span, row: Row): Row => [first, ...row];

/** Wraps a line behind `first`, and its further rows behind as many blanks. */
export const hang = (first: Span, line: Row, width: number): readonly Row[] => {
  const indent = widthOf(first.text);
  const blank: Span = { text: ' '.repeat(indent) };
  return wrap(line, Math.max(width - indent, 10)).map((row, index) =>
    behind(index === 0 ? first : blank, row),
  );
};

/** Cells of one style as one span; blanks at the end of a row are nothing. */
const joined = (cells: readonly Cell[]): Row => {
  let end = cells.length;
  while (end > 0 && cells[end - 1]?.text === ' ') end -= 1;
  const spans: { text: string; style?: readonly Format[] }[] = [];
  let last: readonly Format[] | undefined;
  for (const { text, style } of cells.slice(0, end)) {
    const span = spans.at(-1);
    if (span !== undefined && style === last) span.text += text;
    else spans.push(style === undefined ? { text } : { text, style });
    last = style;
  }
  return spans;
};
