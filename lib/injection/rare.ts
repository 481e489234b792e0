/**
 * Where any of some hundred words may begin, in one walk over a text that costs next to nothing to prepare: a boot reads
 * a few short files and ends. (`word-scan.ts` is faster over many texts, and is built for longer than a boot may wait.)
 */

import { wordBegin } from './words.ts';

/** Of each of the first characters so many bits count. */
const BITS = 5;
const MASK = (1 << BITS) - 1;

export class RareWords {
  /** Which first three characters, by their bits, begin a word at all; of a word of two the third is any. */
  readonly #begins = new Uint8Array(1 << (3 * BITS));
  readonly #words = new Map<number, string[]>();

  /** In small letters, of two characters or more. */
  constructor(words: Iterable<string>) {
    for (const word of words) {
      const begin = (bitsAt(word, 0) << (2 * BITS)) | (bitsAt(word, 1) << BITS);
      if (word.length > 2) this.#add(begin | bitsAt(word, 2), word);
      else for (let third = 0; third <= MASK; third += 1) this.#add(begin | third, word);
    }
  }

  #add(key: number, word: string): void {
    this.#begins[key] = 1;
    this.#words.set(key, [...(this.#words.get(key) ?? []), word]);
  }

  /** Where the first of the words begins, at or behind `from`; -1 for none. */
  next(text: string, from: number): number {
    let at = wordBegin(text, from, text.charCodeAt(from - 1));
    while (at < text.length && !this.#beginsAt(text, at))
      at = wordBegin(text, at + 1, text.charCodeAt(at));
    return at < text.length ? at : -1;
  }

  #beginsAt(text: string, at: number): boolean {
    const key =
      (bitsAt(text, at) << (2 * BITS)) | (bitsAt(text, at + 1) << BITS) | bitsAt(text, at + 2);
    if (this.#begins[key] === 0) return false;
    const words = this.#words.get(key) ?? [];
    return words.some((word) => text.slice(at, at + word.length).toLowerCase() === word);
  }
}

/** Small and large letters of ASCII have these bits in common. */
const bitsAt = (text: string, at: number): number => text.charCodeAt(at) & MASK;
