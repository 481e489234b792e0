/** The text that is being typed, and what keys do to it. */
import { clustersOf } from '#lib/text/terminal.ts';

/** Letters and digits make words; so does whatever stands on them. */
const WORD = /[\p{L}\p{N}\p{M}_]/u;

export class Editor {
  #text = '';
  /** Before the character at this offset; never inside of what a person takes for one. */
  #cursor = 0;
  #killed = '';

  get text(): string {
    return this.#text;
  }

  get cursor(): number {
    return this.#cursor;
  }

  /** Another text, with the cursor at its end. */
  set(text: string): void {
    this.#text = text;
    this.#cursor = text.length;
  }

  /** Gives the text away, and is empty. */
  take(): string {
    const text = this.#text;
    this.set('');
    return text;
  }

  insert(text: string): void {
    this.#replace(this.#cursor, this.#cursor, text);
  }

  left(): void {
    this.#cursor = this.#before();
  }

  right(): void {
    this.#cursor = this.#after();
  }

  wordLeft(): void {
    this.#cursor = this.#wordBefore();
  }

  wordRight(): void {
    this.#cursor = this.#wordAfter();
  }

  /** To the beginning of the line, of which a text may have several. */
  home(): void {
    this.#cursor = this.#lineStart();
  }

  end(): void {
    this.#cursor = this.#lineEnd();
  }

  /** A line up; false on the first one. */
  up(): boolean {
    const start = this.#lineStart();
    if (start === 0) return false;
    const above = this.#text.lastIndexOf('\n', start - 2) + 1;
    this.#moveTo(above, start - 1, this.#cursor - start);
    return true;
  }

  /** A line down; false on the last one. */
  down(): boolean {
    const end = this.#lineEnd();
    if (end === this.#text.length) return false;
    const next = this.#text.indexOf('\n', end + 1);
    const column = this.#cursor - this.#lineStart();
    this.#moveTo(end + 1, next === -1 ? this.#text.length : next, column);
    return true;
  }

  erase(): void {
    this.#replace(this.#before(), this.#cursor, '');
  }

  eraseRight(): void {
    this.#replace(this.#cursor, this.#after(), '');
  }

  killToEnd(): void {
    const end = this.#lineEnd();
    this.#kill(this.#cursor, end === this.#cursor ? this.#after() : end);
  }

  killToStart(): void {
    this.#kill(this.#lineStart(), this.#cursor);
  }

  /** Up to the last blank, as in a shell. */
  killWord(): void {
    const before = this.#text.slice(0, this.#cursor);
    this.#kill(before.trimEnd().search(/\S+$/), this.#cursor);
  }

  killWordLeft(): void {
    this.#kill(this.#wordBefore(), this.#cursor);
  }

  killWordRight(): void {
    this.#kill(this.#cursor, this.#wordAfter());
  }

  /** Puts back what was killed last. */
  yank(): void {
    this.insert(this.#killed);
  }

  #kill(from: number, to: number): void {
    const start = Math.max(0, from);
    if (start === to) return;
    this.#killed = this.#text.slice(start, to);
    this.#replace(start, to, '');
  }

  #replace(from: number, to: number, text: string): void {
    this.#text = this.#text.slice(0, from) + text + this.#text.slice(to);
    this.#cursor = from + text.length;
  }

  #moveTo(from: number, to: number, column: number): void {
    let at = from;
    for (const cluster of clustersOf(this.#text.slice(from, to))) {
      if (at + cluster.length - from > column) break;
      at += cluster.length;
    }
    this.#cursor = at;
  }

  #lineStart(): number {
    return this.#cursor === 0 ? 0 : this.#text.lastIndexOf('\n', this.#cursor - 1) + 1;
  }

  #lineEnd(): number {
    const end = this.#text.indexOf('\n', this.#cursor);
    return end === -1 ? this.#text.length : end;
  }

  #before(): number {
    const start = this.#lineStart();
    if (this.#cursor === start) return Math.max(0, start - 1);
    const last = [...clustersOf(this.#text.slice(start, this.#cursor))].at(-1) ?? '';
    return this.#cursor - last.length;
  }

  #after(): number {
    const [next = ''] = clustersOf(this.#text.slice(this.#cursor));
    return this.#cursor + next.length;
  }

  #wordBefore(): number {
    let at = this.#cursor;
    while (at > 0 && !WORD.test(this.#text.charAt(at - 1))) at -= 1;
    while (at > 0 && WORD.test(this.#text.charAt(at - 1))) at -= 1;
    return at;
  }

  #wordAfter(): number {
    let at = this.#cursor;
    while (at < this.#text.length && !WORD.test(this.#text.charAt(at))) at += 1;
    while (at < this.#text.length && WORD.test(this.#text.charAt(at))) at += 1;
    return at;
  }
}
