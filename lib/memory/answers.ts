/**
 * Whether a place of memory answers what was said well enough to be told unasked (RFC-0009 §5.4): how much of what was said
 * stands in it. The score of a ranking does not say that: something is always the best.
 */
import type { LanguageCode } from '#lib/language/stem-words.ts';
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

const sumOf = (words: readonly Word[]): number => words.reduce((sum, { bits }) => sum + bits, 0);

/** Something that was said, as a question to memory. */
export class AskedOfMemory {
  readonly #text: string;
  readonly #code: LanguageCode | undefined;
  /** Its words, as they are in notes of a language. */
  readonly #inNotes = new Map<LanguageCode | undefined, readonly Word[]>();

  constructor(text: string) {
    const isTask = text.length > QUESTION_MAX_CHARS || TASKS.areIn(text.toLowerCase());
    this.#text = isTask ? '' : text;
    this.#code = languageOf(text);
  }

  /** Can anything answer it: is it no sum, and no text to be worked on? */
  get asksMemory(): boolean {
    return this.#wordsIn(this.#code).some(
      ({ forms }) => ![...forms].every((form) => NUMBER.test(form)),
    );
  }

  /** `isDoubted`: nobody can tell that nobody else has written it. */
  isAnsweredBy(text: string, isDoubted: boolean): boolean {
    const code = languageOf(text);
    const terms = new Set(termsOf(text, code));
    const words = this.#wordsIn(code);
    const held = words.filter(({ forms }) => [...forms].some((form) => terms.has(form)));
    const least = LEAST_BITS * (isDoubted ? DOUBTED : 1);
    return sumOf(held) >= Math.max(least, LEAST_SHARE * sumOf(words));
  }

  #wordsIn(notes: LanguageCode | undefined): readonly Word[] {
    const known = this.#inNotes.get(notes);
    if (known !== undefined) return known;
    const said = (this.#text.match(WORD) ?? []).filter((word) => !COURTESY.has(word.toLowerCase()));
    const words = said.flatMap((word): readonly Word[] =>
      formsIn(word, this.#code, notes === undefined ? [] : [notes]).map((forms) => ({
        forms: new Set(forms.keys()),
        bits: [...forms.keys()].some(isPair) ? PAIR_BITS : bitsOf(foldedLower(word)),
      })),
    );
    this.#inNotes.set(notes, words);
    return words;
  }
}
