/** Text inside XML and HTML. */
import { visible, visibleLines } from './visible.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Text or the value of an attribute, visible, and unable to be markup. No control character is left, so it is also
 * text that XML 1.0 allows.
 */
export const markupText = (text: string): string => escaped(visible(text));

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/gu, (char) => ENTITIES[char] ?? char);

/** Markup that can only have been made of our own templates and escaped text. */
export class Markup {
  readonly #text: string;
  private constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  /** A text with its line ends and tabs, as for `pre`. */
  static lines(text: string): Markup {
    return new Markup(escaped(visibleLines(text)));
  }

  /** Template of {@link markup}. */
  static of(strings: readonly string[], values: readonly Piece[]): Markup {
    const parts = strings.map((text, index) => text + pieceText(values[index]));
    return new Markup(parts.join(''));
  }
}

/** What a template takes: text, which is escaped; markup, which is not; nothing. */
type Piece = string | number | Markup | readonly Markup[] | undefined;

const pieceText = (piece: Piece): string => {
  if (piece === undefined) return '';
  if (piece instanceof Markup) return piece.toString();
  if (typeof piece === 'string' || typeof piece === 'number') return markupText(String(piece));
  return piece.map(String).join('');
};

/** A template of markup: whatever is put in is escaped, in text and in quoted attributes. */
export const markup = (strings: TemplateStringsArray, ...values: readonly Piece[]): Markup =>
  Markup.of(strings, values);
