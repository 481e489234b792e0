/** Words that languages write as one: `Rechnung` in `Krankenhausrechnung`, told by the words that an index has. */
import type { LanguageCode } from '#lib/language/stem-words.ts';
import type { Forms } from './analysis.ts';
import { PART_COUNTS } from './stems.ts';

/** The languages that make words so. */
export const COMPOUNDING: ReadonlySet<LanguageCode> = new Set(['de', 'nl', 'sv', 'nb']);

/** Shorter ones stand in others by chance. */
const PART_MIN_CHARS = 5;
/** What is left of a word beside its part, before that and behind it. */
const BEFORE_MIN_CHARS = 3;
const BEHIND_MIN_CHARS = 4;
/** Of one word, so many others that hold it count. */
const COMPOUNDS_MAX = 16;

/** Endings that a stem keeps in a short word and loses in a long one. */
const DERIVED = /(?:ung|isch|lich|heit|keit|ig|ik)$/u;
const IS_WORD = /^\p{Script=Latin}+$/u;

/** A word of a question with the words of an index that hold it, or that it holds. */
export const withCompounds = (forms: Forms, vocabulary: readonly string[]): Forms => {
  const wholes = [...forms].flatMap(([term, counts]) =>
    counts === 1 && IS_WORD.test(term)
      ? [term, term.replace(DERIVED, '')].filter(({ length }) => length >= PART_MIN_CHARS)
      : [],
  );
  if (wholes.length === 0) return forms;
  const others = vocabulary.filter(
    (term) =>
      term.length >= PART_MIN_CHARS &&
      !forms.has(term) &&
      wholes.some((whole) => isPartOf(whole, term) || isPartOf(term, whole)),
  );
  const nearest = others.toSorted((one, other) => one.length - other.length);
  return new Map([
    ...forms,
    ...nearest.slice(0, COMPOUNDS_MAX).map((term): [string, number] => [term, PART_COUNTS]),
  ]);
};

const isPartOf = (part: string, whole: string): boolean => {
  const left = whole.length - part.length;
  return (
    (left >= BEFORE_MIN_CHARS && whole.endsWith(part)) ||
    (left >= BEHIND_MIN_CHARS && whole.startsWith(part))
  );
};
