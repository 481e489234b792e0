/** A terminal in memory: as much of one as the display of a session uses. */

/** Columns of a character; the tests use wide ones too. */
type WidthOf = (char: string) => number;

const ESCAPE = /^\p{Cc}\[\??(\d*)([A-Za-z])/u;

export class VirtualTerminal {
  columns: number;
  rows: number;
  /** Every byte that was written. */
  written = '';
  readonly #widthOf: WidthOf;
  /** All rows from the first one that was ever written; the last `rows` of them are visible. */
  #lines: string[][] = [[]];
  #row = 0;
  #column = 0;

  constructor(columns: number, rows: number, widthOf: WidthOf = () => 1) {
    this.columns = columns;
    this.rows = rows;
    this.#widthOf = widthOf;
  }

  readonly write = (text: string): void => {
    this.written += text;
    let rest = text;
    while (rest !== '') {
      const [escape, count = '', command = ''] = ESCAPE.exec(rest) ?? [];
      if (escape === undefined) {
        const [char = ''] = rest;
        this.#put(char);
        rest = rest.slice(char.length);
      } else {
        this.#command(command, Number(count === '' ? '1' : count));
        rest = rest.slice(escape.length);
      }
    }
  };

  /** All rows, those that scrolled away too; without blanks at their ends, and without empty rows at the end. */
  get text(): string {
    return this.#lines
      .map((line) =>
        Array.from(line, (char) => char ?? ' ')
          .join('')
          .trimEnd(),
      )
      .join('\n')
      .trimEnd();
  }

  get cursor(): { readonly row: number; readonly column: number } {
    return { row: this.#row, column: this.#column };
  }

  #put(char: string): void {
    if (char === '\r') this.#column = 0;
    else if (char === '\n') this.#down();
    else {
      const width = this.#widthOf(char);
      if (this.#column + width > this.columns) {
        this.#column = 0;
        this.#down();
      }
      const line = this.#lines[this.#row] ?? [];
      line[this.#column] = char;
      if (width === 2) line[this.#column + 1] = '';
      this.#column += width;
    }
  }

  #down(): void {
    this.#row += 1;
    if (this.#row === this.#lines.length) this.#lines.push([]);
  }

  #command(command: string, count: number): void {
    switch (command) {
      case 'A':
        this.#row = Math.max(this.#row - count, this.#lines.length - this.rows, 0);
        break;
      case 'G':
        this.#column = count - 1;
        break;
      case 'K':
        this.#clearRight();
        break;
      case 'J':
        this.#clearRight();
        for (const line of this.#lines.slice(this.#row + 1)) line.length = 0;
        break;
      case 'h':
      case 'l':
      case 'm':
        break;
      default:
        throw new Error(`a terminal of this kind knows no ${command}`);
    }
  }

  #clearRight(): void {
    const line = this.#lines[this.#row] ?? [];
    line.length = Math.min(line.length, this.#column);
  }
}
