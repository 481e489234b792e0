/** A table of Markdown, laid out in columns that fit. */
import { inline } from './inline.ts';
import { type Row, rowWidth, type Span, styledAs, wrap } from './spans.ts';

type Alignment = 'left' | 'right' | 'centre';

const GAP: Span = { text: ' │ ', style: ['dim'] };
const NO_GAP: Span = { text: '' };
const GAP_WIDTH = 3;
/** Narrower columns are not read. */
const COLUMN_MIN = 6;

/** Is this the line below the head of a table? `| --- | :-: |` */
export const isDelimiter = (line: string): boolean =>
  line.includes('-') && line.includes('|') && cellsOf(line).every((cell) => /^:?-+:?$/.test(cell));

/** The cells of a line. A bar behind a backslash, or in code, is text. */
const cellsOf = (line: string): readonly string[] => {
  const cells = [''];
  let code = false;
  const trimmed = line.trim().replace(/^\|/, '');
  for (let at = 0; at < trimmed.length; at += 1) {
    const char = trimmed.charAt(at);
    if (char === '\\' && trimmed.charAt(at + 1) === '|') {
      cells.push(`${cells.pop() ?? ''}|`);
      at += 1;
    } else if (char === '|' && !code) cells.push('');
    else {
      if (char === '`') code = !code;
      cells.push((cells.pop() ?? '') + char);
    }
  }
  if (cells.length > 1 && cells.at(-1)?.trim() === '') cells.pop();
  return cells.map((cell) => cell.trim());
};

/** The rows of a table whose head is the first of `lines` and whose delimiter is the second. */
export const layOutTable = (lines: readonly string[], width: number): readonly Row[] => {
  const [head = '', delimiter = '', ...body] = lines;
  const alignments = cellsOf(delimiter).map(alignmentOf);
  const table = [head, ...body].map((line) => {
    const cells = cellsOf(line);
    return alignments.map((_, column) => inline(cells[column] ?? ''));
  });
  const widths = fitted(
    alignments.map((_, column) => Math.max(1, ...table.map((row) => rowWidth(row[column] ?? [])))),
    width,
  );
  const rule: Row = [
    { text: widths.map((columns) => '─'.repeat(columns)).join('─┼─'), style: ['dim'] },
  ];
  const [first = [], ...rest] = table.map((row) => layOutRow(row, widths, alignments));
  return [...first.map((row) => styledAs(row, 'bold')), rule, ...rest.flat()];
};

const alignmentOf = (cell: string): Alignment => {
  if (!cell.endsWith(':')) return 'left';
  return cell.startsWith(':') ? 'centre' : 'right';
};

/** The widest columns give way until all fit, or none can. */
const fitted = (wanted: readonly number[], width: number): readonly number[] => {
  const room = width - GAP_WIDTH * (wanted.length - 1);
  const widths = [...wanted];
  let over = widths.reduce((sum, columns) => sum + columns, 0) - room;
  while (over > 0) {
    const widest = Math.max(...widths);
    if (widest <= COLUMN_MIN) break;
    widths[widths.indexOf(widest)] = widest - 1;
    over -= 1;
  }
  return widths;
};

const layOutRow = (
  cells: readonly Row[],
  widths: readonly number[],
  alignments: readonly Alignment[],
): readonly Row[] => {
  const columns = cells.map((cell, column) => wrap(cell, widths[column] ?? 1));
  const height = Math.max(...columns.map((rows) => rows.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .flatMap((rows, column) => [
        column === 0 ? NO_GAP : GAP,
        aligned(rows[line] ?? [], widths[column] ?? 1, alignments[column] ?? 'left'),
      ])
      .flat(),
  );
};

const aligned = (row: Row, width: number, alignment: Alignment): Row => {
  const room = Math.max(0, width - rowWidth(row));
  const before = alignment === 'right' ? room : alignment === 'centre' ? room >> 1 : 0;
  return [{ text: ' '.repeat(before) }, ...row, { text: ' '.repeat(room - before) }];
};
