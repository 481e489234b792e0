/** How many columns of a terminal a text takes, and where it can be cut or broken. */
import { stripVTControlCharacters } from 'node:util';

const lazily = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => (made ??= make());
};

const PLAIN = /^[ -~]*$/;

/** East Asian wide and full-width characters (Unicode, UAX #11), and those that are shown as a picture. */
const WIDE =
  /[\u{1100}-\u{115F}\u{2329}\u{232A}\u{2E80}-\u{303E}\u{3041}-\u{4DBF}\u{4E00}-\u{A4CF}\u{A960}-\u{A97F}\u{AC00}-\u{D7A3}\u{F900}-\u{FAFF}\u{FE10}-\u{FE19}\u{FE30}-\u{FE6F}\u{FF01}-\u{FF60}\u{FFE0}-\u{FFE6}\u{16FE0}-\u{1B2FF}\u{1F200}-\u{1F2FF}\u{20000}-\u{3FFFD}\p{Emoji_Presentation}]/u;

/** What stands on the character before it, or is not shown. */
const EMPTY = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u{1160}-\u{11FF}]/u;

/** Made when the first text needs it: most never do. */
const segmenter = lazily(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/** What a person takes for one character, one after the other. */
export function* clustersOf(text: string): Generator<string> {
  if (PLAIN.test(text)) return yield* text;
  for (const { segment } of segmenter().segment(text)) yield segment;
}

/** Columns of one cluster: 0, 1 or 2. */
export const clusterWidth = (cluster: string): number => {
  if (PLAIN.test(cluster)) return cluster.length;
  // A picture is asked for by its selector.
  if (WIDE.test(cluster) || cluster.includes('\uFE0F')) return 2;
  return EMPTY.test(cluster) ? 0 : 1;
};

/** Columns of a text without line ends and escape codes. */
export const widthOf = (text: string): number => {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const cluster of clustersOf(text)) width += clusterWidth(cluster);
  return width;
};

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
