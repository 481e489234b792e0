/** Tables of Markdown, as the generated pages have them. */

/** A bar inside a cell would end it. */
const cell = (text: string | number): string => String(text).replaceAll('|', '\\|');

/** A text as code. */
export const code = (text: string | number): string => `\`${text}\``;

export type Row = readonly (string | number)[];

const line = (cells: Row): string => `| ${cells.map(cell).join(' | ')} |`;

/** A table with these rows. */
export const table = (header: readonly string[], rows: readonly Row[]): string =>
  [line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line)].join('\n');
