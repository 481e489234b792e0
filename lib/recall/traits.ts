/** What a unit of memory is, beside its words: it asks, tells a time or a number, names somebody or something. */
import { TELLS } from '#lib/language/recall-words.ts';

/** Names in a sentence count up to this. */
const NAMES_MAX = 2;

/** What is seen of a unit when it is taken in. */
export interface Traits {
  readonly asks: boolean;
  readonly tellsTime: boolean;
  readonly tellsNumber: boolean;
  /** Words with a capital inside of sentences, two at most. */
  readonly names: number;
}

const QUESTION = /[?？؟]/u;
const CLOCK_OR_DATE =
  /\b\d{1,2}:\d{2}\b|\b(?:19|20)\d{2}\b|\d\s*[年月日时時号]|\b\d{1,2}\s?[ap]m\b/iu;
const DIGIT = /\p{N}/u;
const NAME = /(?<=[\p{Ll},;:)] )\p{Lu}[\p{L}\p{M}]+/gu;

/** The traits of a text. */
export const traitsOf = (text: string): Traits => {
  const lower = text.toLowerCase();
  return {
    asks: QUESTION.test(text),
    tellsTime: CLOCK_OR_DATE.test(text) || TELLS.time.areIn(lower),
    tellsNumber: DIGIT.test(text) || TELLS.number.areIn(lower),
    names: Math.min(NAMES_MAX, text.match(NAME)?.length ?? 0),
  };
};

const ASKS = 1;
const TELLS_TIME = 2;
const TELLS_NUMBER = 4;
const NAMES = 8;

/** The traits as one number, for a column of a store. */
export const packTraits = ({ asks, tellsTime, tellsNumber, names }: Traits): number =>
  (asks ? ASKS : 0) +
  (tellsTime ? TELLS_TIME : 0) +
  (tellsNumber ? TELLS_NUMBER : 0) +
  NAMES * names;

/** The traits out of such a number. */
export const unpackTraits = (packed: number): Traits => ({
  asks: (packed & ASKS) !== 0,
  tellsTime: (packed & TELLS_TIME) !== 0,
  tellsNumber: (packed & TELLS_NUMBER) !== 0,
  names: Math.floor(packed / NAMES),
});
