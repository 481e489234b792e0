/** Where texts are cut or broken, so that they fit into the columns of a terminal. */
import { stripVTControlCharacters } from 'node:util';
import { clustersOf, clusterWidth, widthOf } from '#lib/text/terminal.ts';

/** The text in no more than `width` columns; what is left out at its end is shown as `…`. */
export const cut = (text: string, width: number): string => {
  if (text.length <= width && widthOf(text) <= width) return text;
  let shown = '';
  let left = width - 1;
  for (const cluster of clustersOf(text)) {
    left -= clusterWidth(cluster);
    if (left < 0) break;
    shown += cluster;
  }
  return `${shown}…`;
};

const TAB = 4;

/** Tabs as the blanks up to the next stop: a line is laid out by columns. */
export const untabbed = (text: string): string => {
  if (!text.includes('\t')) return text;
  let shown = '';
  let column = 0;
  for (const part of text.split(/(\t)/)) {
    const added = part === '\t' ? ' '.repeat(TAB - (column % TAB)) : part;
    shown += added;
    column += widthOf(added);
  }
  return shown;
};

const HANG = '    ';

/** The text with lines that are longer than `columns` broken between words; what follows hangs below its line. */
export const fitted = (text: string, columns: number): string =>
  text
    .split('\n')
    .map((line) => (shownWidth(line) <= columns ? line : broken(line, columns)))
    .join('\n');

/** A colour, or where a line is drawn anew, takes no column. */
const shownWidth = (text: string): number => widthOf(stripVTControlCharacters(text));

const broken = (line: string, columns: number): string => {
  const rows: string[] = [];
  let row = '';
  for (const word of line.split(/(?<=\S)(?= )/)) {
    if (row.trim() !== '' && shownWidth(row + word) > columns) {
      rows.push(row);
      row = `${HANG}${word.trimStart()}`;
    } else row += word;
  }
  return [...rows, row].join('\n');
};
