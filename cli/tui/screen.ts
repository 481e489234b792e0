/**
 * The lower end of a terminal: rows that stay and scroll away, and below them some that live, such as the line that is
 * being typed. What is shown already is not written again, so nothing flickers, and each change is one write.
 */
/** Where the screen is drawn. */
export interface Surface {
  readonly write: (text: string) => void;
  readonly columns: number;
  readonly rows: number;
}

/** Where the cursor stands among the rows that live, both from 0. */
export interface CursorPosition {
  readonly row: number;
  readonly column: number;
}

/** A row as it is written, escape codes and all, and how many columns it takes. */
export interface Drawn {
  readonly text: string;
  readonly width: number;
}

const ESCAPE = '\u001B[';
const NEXT_ROW = '\r\n';
const CLEAR_BELOW = `${ESCAPE}J`;
const CLEAR_RIGHT = `${ESCAPE}K`;
const HIDE = `${ESCAPE}?25l`;
const SHOW = `${ESCAPE}?25h`;

/** The rows at the bottom of a terminal that change, under those that stay. */
export class Screen {
  readonly #surface: Surface;
  /** What is on the screen of the rows that live, and where the cursor stands. */
  #drawn: readonly Drawn[] = [];
  #cursor: CursorPosition = { row: 0, column: 0 };

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  /** Writes `done` above the rows that live, which are `live` from now on. */
  draw(done: readonly Drawn[], live: readonly Drawn[], cursor?: CursorPosition): void {
    const room = Math.max(1, this.#surface.rows - 1);
    const kept = live.slice(-room);
    const dropped = live.length - kept.length;
    const end = { row: Math.max(0, kept.length - 1), column: kept.at(-1)?.width ?? 0 };
    const place = cursor === undefined ? end : { ...cursor, row: cursor.row - dropped };
    const text = this.#change([...done, ...kept], done.length, place);
    if (text !== '') this.#surface.write(text);
    this.#drawn = kept;
    this.#cursor = place;
  }

  /** The terminal has another size. It may have broken the rows that live to more; they are drawn anew. */
  resized(): void {
    const { columns } = this.#surface;
    const above = this.#drawn
      .slice(0, this.#cursor.row)
      .reduce((rows, { width }) => rows + Math.max(1, Math.ceil(width / columns)), 0);
    const inside = Math.floor(this.#cursor.column / columns);
    this.#surface.write(`${up(above + inside)}\r${CLEAR_BELOW}`);
    this.#drawn = [];
    this.#cursor = { row: 0, column: 0 };
  }

  /** Begins again at the top of an empty terminal. */
  clear(): void {
    this.#surface.write(`${ESCAPE}H${ESCAPE}2J`);
    this.#drawn = [];
    this.#cursor = { row: 0, column: 0 };
  }

  /** Leaves the rows that live where they are, and the cursor below them. */
  leave(): void {
    if (this.#drawn.length === 0) return;
    const below = this.#drawn.length - 1 - this.#cursor.row;
    this.#surface.write(`${NEXT_ROW.repeat(below)}${NEXT_ROW}`);
    this.#drawn = [];
    this.#cursor = { row: 0, column: 0 };
  }

  /** From what is shown to `rows`, of which the first `done` stay; the cursor then stands at `place` below them. */
  #change(rows: readonly Drawn[], done: number, place: CursorPosition): string {
    const old = this.#drawn;
    let text = '';
    let at = this.#cursor.row;
    const goTo = (row: number): void => {
      text += row < at ? `${up(at - row)}\r` : NEXT_ROW.repeat(row - at);
      at = row;
    };
    let isAtStart = this.#cursor.column === 0;
    let isBelowClear = false;
    for (const [index, row] of rows.entries()) {
      if (!isBelowClear && old[index]?.text === row.text) continue;
      if (index !== at) goTo(index);
      else if (!isAtStart) text += '\r';
      if (row.width >= this.#surface.columns && !isBelowClear) {
        // The terminal breaks it to several rows, over what is there.
        text += CLEAR_BELOW;
        isBelowClear = true;
      }
      text += isBelowClear || index >= old.length ? row.text : `${row.text}${CLEAR_RIGHT}`;
      isAtStart = false;
    }
    if (old.length > rows.length && !isBelowClear) {
      goTo(rows.length);
      text += `\r${CLEAR_BELOW}`;
    }
    // A row that stays and has none below it yet: the next one begins on a new line.
    const target = done + place.row;
    if (done > 0 && target >= rows.length) {
      goTo(rows.length - 1);
      text += NEXT_ROW;
      at = rows.length;
    }
    const isMoved = at !== target || text !== '' || place.column !== this.#cursor.column;
    if (!isMoved) return '';
    if (at !== target) goTo(target);
    const placed = `${text}${ESCAPE}${place.column + 1}G`;
    return text === '' ? placed : `${HIDE}${placed}${SHOW}`;
  }
}

const up = (rows: number): string => (rows > 0 ? `${ESCAPE}${rows}A` : '');
