/** What an owner has forgotten, found again wherever its words were kept (RFC-0009 §5.4). */
import { UNSPACED_CLASS } from '#lib/text/unspaced.ts';
import { wordsOfNote } from './note-words.ts';

/** Stands where something was. */
export const FORGOTTEN = '(forgotten)';

/** A shorter text stands in others that say something else. */
const WORDS_MIN_CHARS = 12;
const UNSPACED_MIN_CHARS = 5;
const UNSPACED = new RegExp(`[${UNSPACED_CLASS}]`, 'u');

/** Lines that were forgotten: their words are found inside of any text, those of short ones where they are a line of it. */
export class Forgotten {
  readonly #inside: readonly string[];
  readonly #lines: ReadonlySet<string>;

  constructor(lines: readonly string[]) {
    const all = [...new Set(lines.map(wordsOfNote))].filter((words) => words !== '');
    const inside = all.filter(
      (words) => words.length >= (UNSPACED.test(words) ? UNSPACED_MIN_CHARS : WORDS_MIN_CHARS),
    );
    // As they stand in JSON, too, which a text may hold, and in blocks of YAMO.
    this.#inside = [
      ...new Set(
        inside.flatMap((words) => [
          words,
          JSON.stringify(words).slice(1, -1),
          words.replaceAll(';', '%3B'),
        ]),
      ),
    ];
    this.#lines = new Set(all);
  }

  isIn(text: string): boolean {
    return this.without(text) !== text;
  }

  /** The text with a mark where the words were. */
  without(text: string): string {
    const rest = this.#inside.reduce(
      (left, words) => left.replaceAll(words, () => FORGOTTEN),
      text,
    );
    return rest
      .split('\n')
      .map((line) => (this.#lines.has(wordsOfNote(line)) ? FORGOTTEN : line))
      .join('\n');
  }

  /** The lines of a text that hold none of it, as they are. */
  linesWithout(text: string): string {
    const kept = text.split('\n').filter((line) => !this.isIn(line));
    return kept.join('\n');
  }

  /** A value of JSON without it: what is signed as a whole goes as a whole. */
  withoutIn<Value>(value: Value): Value;
  withoutIn(value: unknown): unknown {
    if (typeof value === 'string') return this.without(value);
    if (Array.isArray(value))
      return value.filter((one) => !this.#isSigned(one)).map((one: unknown) => this.withoutIn(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]: [string, unknown]) => [key, this.withoutIn(one)]),
    );
  }

  #isSigned(one: unknown): boolean {
    return (
      typeof one === 'object' &&
      one !== null &&
      'signature' in one &&
      Object.values(one).some((text) => typeof text === 'string' && this.isIn(text))
    );
  }
}
