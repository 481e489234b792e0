/** A Markdown table as plain cells; code marks around a whole cell are taken off. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const RULER = /^\|(?:\s*:?-+:?\s*\|)+$/;

/** A cell without the code marks around it, as both sides of a comparison write it. */
export const plain = (cell: string): string => /^`([^`]*)`$/.exec(cell)?.[1] ?? cell;

const cellsOf = (row: string): string[] =>
  row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => plain(cell.trim().replaceAll('\\|', '|')));

/** Every table of a text, in order. A table begins where a ruler follows a row. */
export function tablesOf(markdown: string): Table[] {
  const lines = markdown.split('\n');
  return lines.flatMap((line, index) => {
    if (!RULER.test(line)) return [];
    const end = lines.findIndex((later, at) => at > index && !later.startsWith('|'));
    const rows = lines.slice(index + 1, end === -1 ? undefined : end);
    return [{ header: cellsOf(lines[index - 1] ?? ''), rows: rows.map(cellsOf) }];
  });
}

/** What stands between `<!-- table: NAME -->` and `<!-- /table -->`; `undefined` without such a region. */
export function regionOf(markdown: string, name: string): string | undefined {
  const open = `<!-- table: ${name} -->`;
  const start = markdown.indexOf(open);
  if (start === -1) return undefined;
  const end = markdown.indexOf('<!-- /table -->', start);
  return end === -1 ? undefined : markdown.slice(start + open.length, end);
}

/** The rows of the first table after `marker`, or of none. */
export function rowsAfter(markdown: string, marker: string): Table['rows'] {
  const start = markdown.indexOf(marker);
  return start === -1 ? [] : (tablesOf(markdown.slice(start))[0]?.rows ?? []);
}
