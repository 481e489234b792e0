/** What is being said, cut into the parts that are looked through: complete lines, or as much of a long one as ends with a word. */

/** A longer line is told in parts: who listens should not wait for its end. */
export const PART_MAX_CHARS = 1200;
/** A part ends with a word, for a key is one; and none is longer than this. */
export const WORD_MAX_CHARS = 16 * 1024;

/** A complete line, or as much of a long one as can be told. */
export interface SpokenPart {
  readonly text: string;
  /** So many of its characters have been told. */
  readonly told: number;
}

/** The line that is being said. */
export class SpokenParts {
  #begun = '';
  #told = 0;

  get begun(): string {
    return this.#begun;
  }

  /** Says a piece more; returns the parts that are complete by it. */
  say(piece: string): readonly SpokenPart[] {
    const before = this.#begun.length;
    this.#begun += piece;
    const parts: SpokenPart[] = [];
    if (!mayEndPart(piece, before)) return parts;
    for (let end = this.#partEnd(); end > 0; end = this.#partEnd()) parts.push(this.#take(end));
    return parts;
  }

  /** What was said of a line that does not go on. */
  end(): readonly SpokenPart[] {
    return this.#begun === '' ? [] : [this.#take(this.#begun.length)];
  }

  /** What can be told now of the line, which can be told up to `end`; not again what was. */
  open(end: number): string {
    if (end <= this.#told) return '';
    const text = this.#begun.slice(this.#told, end);
    this.#told = end;
    return text;
  }

  /** Where a complete line ends, or as much of a long one as can be told; 0 while there is neither. */
  #partEnd(): number {
    const end = this.#begun.slice(0, PART_MAX_CHARS).indexOf('\n') + 1;
    if (end > 0) return end;
    return this.#begun.length > PART_MAX_CHARS ? wordEnd(this.#begun) : 0;
  }

  #take(end: number): SpokenPart {
    const part = { text: this.#begun.slice(0, end), told: Math.min(this.#told, end) };
    this.#begun = this.#begun.slice(end);
    this.#told -= part.told;
    return part;
  }
}

/** Can a line that was so long end, or be told in part, now that `piece` was added? */
const mayEndPart = (piece: string, length: number): boolean => {
  const all = length + piece.length;
  if (piece.includes('\n') || all > WORD_MAX_CHARS) return true;
  return all > PART_MAX_CHARS && (length <= PART_MAX_CHARS || WORD_END.test(piece));
};

/** A blank, or what is not of ASCII, such as letters of scripts without blanks; never a half of a character. */
const WORD_END = /[^!-~\uD800-\uDFFF]/u;
const LAST_WORD_END = new RegExp(`^.*${WORD_END.source}`, 'su');

/** Where the last word ends that a part may hold, or else the first one; 0 while it may go on. No character is cut. */
const wordEnd = (text: string): number => {
  const blank = text.lastIndexOf(' ', PART_MAX_CHARS);
  if (blank > 0) return blank + 1;
  const last = LAST_WORD_END.exec(text.slice(0, PART_MAX_CHARS));
  if (last !== null) return last[0].length;
  const next = WORD_END.exec(text.slice(PART_MAX_CHARS, WORD_MAX_CHARS));
  if (next !== null) return PART_MAX_CHARS + next.index + next[0].length;
  return text.length > WORD_MAX_CHARS ? WORD_MAX_CHARS : 0;
};
