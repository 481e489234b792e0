/** Looks for words and phrases of many languages in a text: by its words where they have blanks between them. */
import { isAscii } from './ascii.ts';
import { matchesIn } from './matches.ts';

/** Spaced scripts: a word stands between characters that are no letters. In others it may stand anywhere. */
const SPACED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}]/u;
const WORD = /[\p{L}\p{N}]+/gu;
const ASCII_WORD = /[a-z0-9]+/g;
const LETTER = /^[\p{L}\p{N}]/u;

/** A list of phrases, in small letters. */
export class Phrases {
  readonly #byFirstWord: ReadonlyMap<string, readonly string[]>;
  readonly #anywhere: RegExp | undefined;

  constructor(phrases: readonly string[]) {
    const spaced = phrases.filter((phrase) => SPACED.test(phrase));
    const others = phrases.filter((phrase) => !SPACED.test(phrase));
    this.#byFirstWord = Map.groupBy(spaced, (phrase) => phrase.match(WORD)?.[0] ?? '');
    this.#anywhere = others.length === 0 ? undefined : new RegExp(others.join('|'), 'u');
  }

  /** Is one of them in a text in small letters? Linear in its length. */
  areIn(lower: string): boolean {
    const isPlain = isAscii(lower);
    const words = isPlain ? ASCII_WORD : WORD;
    // Most texts have no word that a phrase begins with: where they stand need not be known.
    const mayHold = lower.match(words)?.some((word) => this.#byFirstWord.has(word)) === true;
    for (const { 0: word, index } of mayHold ? matchesIn(lower, words) : []) {
      const phrases = this.#byFirstWord.get(word);
      if (phrases?.some((phrase) => standsAt(lower, phrase, index)) === true) return true;
    }
    return !isPlain && this.#anywhere?.test(lower) === true;
  }
}

const standsAt = (text: string, phrase: string, at: number): boolean =>
  text.startsWith(phrase, at) &&
  !LETTER.test(text.slice(at + phrase.length, at + phrase.length + 2));
