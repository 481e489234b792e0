/**
 * Whether a place of memory answers what was said well enough to be told unasked (RFC-0009 §5.4): how much of what was said
 * stands in it. The score of a ranking does not say that: something is always the best.
 */
import { LANGUAGE_CODES } from '#lib/language/stem-words.ts';
import { bitsOf, PAIR_BITS } from '#lib/language/private-lines-common.ts';
import { COURTESY, TASKS } from '#lib/language/recall-words.ts';
import { foldedLower } from '#lib/privacy/private-lines-words.ts';
import { formsIn, isPair, termsOf } from '#lib/recall/analysis.ts';
import { languageOf } from '#lib/recall/languages.ts';

/** A word of what was said: what it may be in a note, and how much it tells. */
interface Word {
  readonly forms: ReadonlySet<string>;
  readonly bits: number;
}

/** What must stand in a place, in bits, and as a share of what was said. */
const LEAST_BITS = 11;
const LEAST_SHARE = 0.34;
/** What somebody else may have written has to say so many times as much. */
const DOUBTED = 2;

/** More is no question: it is what somebody pasted, to be worked on. */
const QUESTION_MAX_CHARS = 2000;

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const NUMBER = /^\d+$/u;

/** Something that was said, as a question to memory. */
export class AskedOfMemory {
  readonly #words: readonly Word[];
  readonly #bits: number;

  constructor(text: string) {
    const code = languageOf(text);
    const isTask = text.length > QUESTION_MAX_CHARS || TASKS.areIn(text.toLowerCase());
    const words = (isTask ? [] : (text.match(WORD) ?? [])).filter(
      (word) => !COURTESY.has(word.toLowerCase()),
    );
    this.#words = words.flatMap((word): readonly Word[] =>
      formsIn(word, code, LANGUAGE_CODES).map((forms) => ({
        forms: new Set(forms.keys()),
        bits: [...forms.keys()].some(isPair) ? PAIR_BITS : bitsOf(foldedLower(word)),
      })),
    );
    this.#bits = this.#words.reduce((sum, { bits }) => sum + bits, 0);
  }

  /** Can anything answer it: is it no sum, and no text to be worked on? */
  get asksMemory(): boolean {
    return this.#words.some(({ forms }) => ![...forms].every((form) => NUMBER.test(form)));
  }

  /** `isDoubted`: nobody can tell that nobody else has written it. */
  isAnsweredBy(text: string, isDoubted: boolean): boolean {
    const terms = new Set(termsOf(text, languageOf(text)));
    const held = this.#words.filter(({ forms }) => [...forms].some((form) => terms.has(form)));
    const bits = held.reduce((sum, word) => sum + word.bits, 0);
    const times = isDoubted ? DOUBTED : 1;
    return bits >= LEAST_BITS * times && bits >= LEAST_SHARE * this.#bits;
  }
}
