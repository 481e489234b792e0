/** The rows of what is being typed, behind its prompt, and where the cursor stands among them. */
import { clustersOf, clusterWidth } from '#lib/text/terminal.ts';
import type { CursorPosition } from './screen.ts';

/** What stands in the input, and where the cursor is. */
export interface Typed {
  readonly text: string;
  /** An offset in the text. */
  readonly cursor: number;
}

/** The input in rows as wide as the terminal, and where the cursor stands in them. */
export interface InputView {
  /** Without the prompt in the first one: `indent` columns are left free in each. */
  readonly rows: readonly string[];
  readonly cursor: CursorPosition;
}

/** Breaks the text at `width` columns; further rows stand below the first one, behind the prompt. */
export const viewInput = (
  { text, cursor }: Typed,
  indent: number,
  width: number,
  height: number,
): InputView => {
  const room = Math.max(width - indent, 2);
  const rows = [''];
  let column = 0;
  let offset = 0;
  let place: CursorPosition | undefined;
  for (const cluster of clustersOf(text)) {
    const shown = cluster === '\t' ? '    ' : cluster;
    const columns = cluster === '\n' ? 0 : clusterWidth(shown);
    if (column + columns > room) {
      rows.push('');
      column = 0;
    }
    if (offset >= cursor) place ??= { row: rows.length - 1, column: indent + column };
    offset += cluster.length;
    if (cluster === '\n') {
      rows.push('');
      column = 0;
    } else {
      rows.push((rows.pop() ?? '') + shown);
      column += columns;
    }
  }
  if (place === undefined && column >= room) {
    rows.push('');
    column = 0;
  }
  place ??= { row: rows.length - 1, column: indent + column };
  // Of a long text, the part around the cursor.
  const from = Math.max(0, Math.min(place.row - (height >> 1), rows.length - height));
  return {
    rows: rows.slice(from, from + height),
    cursor: { row: place.row - from, column: place.column },
  };
};
