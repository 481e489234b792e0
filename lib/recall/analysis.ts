/**
 * Words of texts as they are indexed and searched, the same for units and for queries, so that a store need not know
 * any language: it splits at blanks and nothing else.
 *
 * Compatibility forms and accents are folded, camelCase is split (and kept as one word beside it), words are stemmed by
 * the language of their text or, where that has no stems, cut to what those of one root share; scripts without blanks
 * become pairs of characters. Function words are dropped.
 */
import { FUNCTION_PAIRS } from '#lib/language/recall-words.ts';
import { FUNCTION_WORDS, type LanguageCode } from '#lib/language/stem-words.ts';
import { isAscii } from '#lib/text/ascii.ts';
import { UNSPACED_CLASS, withWordBorders } from '#lib/text/unspaced.ts';
import { bare, composed } from './folding.ts';
import { plainRoot } from './roots.ts';
import { type StemmedCode, stemOf, stemsOf } from './stems.ts';

/** Korean has blanks, and endings at every word: pairs of syllables serve it better. */
const PAIRED = `${UNSPACED_CLASS}\\p{Script=Hangul}ー々`;
const PAIRED_RUN = new RegExp(`[${PAIRED}][${PAIRED}\\p{M}]*|[^${PAIRED}]+`, 'gu');
const IS_PAIRED = new RegExp(`^[${PAIRED}]`, 'u');
const WORD = /[\p{L}\p{N}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu;
const ASCII_WORD = /[A-Za-z0-9]+(?:'[A-Za-z]+)*/g;
/** A capital behind a small letter, or two with a small one behind: most words are not split. */
const MAY_BE_CAMEL = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;
const ASCII_MAY_BE_CAMEL = /[a-z][A-Z]|[A-Z][A-Z][a-z]/;
const CAMEL = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** `l'école`, `dell'acqua`. */
const ELISION = /^(?:[cdjlmnst]|qu|dell|all|nell|sull|dall|un)'/u;
/** `don't`, `we're`. */
const CONTRACTION = /'(?:t|m|re|ve|ll|d)$/u;
const ENGLISH = /^[a-z]+$/u;
const LATIN = /^\p{Script=Latin}+$/u;
const CYRILLIC = /^\p{Script=Cyrillic}+$/u;
const DIGITS_ONLY = /^[0-9]+$/u;
const HAS_DIGIT = /[0-9]/u;

/** A longer word is none that anybody asks for by its end. */
const WORD_MAX_CHARS = 64;

/** The terms of a text in this language, in order, as often as they stand there. Linear in its length; never throws. */
export function termsOf(text: string, code: LanguageCode | undefined = 'en'): readonly string[] {
  const terms: string[] = [];
  for (const word of wordsIn(text)) {
    const lower = word.toLowerCase();
    // The most of all words, without a list made for each.
    if (code === 'en' && ENGLISH.test(lower) && !ASCII_MAY_BE_CAMEL.test(word))
      addEnglish(lower, terms);
    else terms.push(...termsIn(word, code));
  }
  return terms;
}

/** What a word of a question may be in a text: terms, each with what it counts. */
export type Forms = ReadonlyMap<string, number>;

/**
 * The words of a question in this language, in order, each as what it is in texts of all of these languages. Function
 * words are dropped. Linear in the length of the text; never throws.
 */
export function formsIn(
  text: string,
  code: LanguageCode | undefined,
  languages: Iterable<LanguageCode>,
): readonly Forms[] {
  const codes = new Set(languages);
  return wordsIn(text).flatMap((word) => {
    const terms = termsIn(word, code);
    if (terms.length !== 1) return terms.map((term) => new Map([[term, 1]]));
    const forms = new Map(terms.map((term) => [term, 1]));
    const lower = word.toLowerCase();
    for (const one of codes)
      if (isStemmed(lower, one) && !isFunction(lower, one))
        for (const [stem, counts] of stemsOf(lower, one))
          forms.set(stem, Math.max(counts, forms.get(stem) ?? 0));
    return [forms];
  });
}

const wordsIn = (text: string): readonly string[] => {
  const plain = withWordBorders(composed(text));
  return plain.match(isAscii(plain) ? ASCII_WORD : WORD) ?? [];
};

/** Is a term a pair of characters, or one, of a script without blanks? */
export const isPair = (term: string): boolean => IS_PAIRED.test(term);

const isFunction = (lower: string, code: LanguageCode | undefined): boolean =>
  code !== undefined && FUNCTION_WORDS.get(code)?.has(bare(lower)) === true;

/** Words that the stemmer of a language reads. */
const isStemmed = (lower: string, code: LanguageCode | undefined): code is StemmedCode => {
  if (code === undefined || code === 'pl') return false;
  if (code === 'en') return ENGLISH.test(lower);
  return (code === 'ru' ? CYRILLIC : LATIN).test(lower);
};

const addEnglish = (lower: string, terms: string[]): void => {
  if (lower.length <= WORD_MAX_CHARS && !isFunction(lower, 'en'))
    terms.push(stemOf(lower, 'en', false));
};

type Code = LanguageCode | undefined;

const termsIn = (word: string, code: Code): readonly string[] => {
  if (word.length > WORD_MAX_CHARS && !IS_PAIRED.test(word)) return [];
  if (word.includes("'")) return apostrophe(word, code);
  if (!MAY_BE_CAMEL.test(word)) return wholeTerms(word, code);
  return [
    ...word.split(CAMEL).flatMap((part) => (part.length > 1 ? wholeTerms(part, code) : [])),
    ...wholeTerms(word, code),
  ];
};

const apostrophe = (word: string, code: Code): readonly string[] => {
  const lower = word.toLowerCase();
  if (lower.endsWith("'s")) return wholeTerms(word.slice(0, -2).replaceAll("'", ''), code);
  if (CONTRACTION.test(lower)) return [];
  const rest = word.slice(ELISION.exec(lower)?.[0].length ?? 0);
  const parts = rest.split("'").filter((part) => part.length > 1);
  const whole = wholeTerms(rest.replaceAll("'", ''), code);
  return rest.includes("'")
    ? [...parts.flatMap((part) => wholeTerms(part, code)), ...whole]
    : whole;
};

const wholeTerms = (word: string, code: Code): readonly string[] => {
  const lower = word.toLowerCase();
  if (isFunction(lower, code)) return [];
  if (isStemmed(lower, code)) return [stemOf(lower, code, lower[0] !== word[0])];
  const plain = bare(lower);
  if (DIGITS_ONLY.test(plain)) return [plain];
  return (plain.match(PAIRED_RUN) ?? []).flatMap((run) =>
    IS_PAIRED.test(run) ? run.split(PARTICLE).flatMap(pairsOf) : [plainTerm(run, code)],
  );
};

/** One hiragana between two characters of another kind says how they belong together, and so does を anywhere. */
const PARTICLE =
  /を|(?<=[\p{Script=Han}\p{Script=Katakana}ー々])[はがにでとのもへや](?=[\p{Script=Han}\p{Script=Katakana}])/u;

/** `模型运行` is 模型, 型运, 运行; a character alone is itself. */
const pairsOf = (run: string): readonly string[] => {
  const chars = Array.from(run);
  if (chars.length < 2) return chars;
  return chars
    .slice(1)
    .map((char, index) => `${chars[index] ?? ''}${char}`)
    .filter((pair) => !FUNCTION_PAIRS.has(pair));
};

const plainTerm = (word: string, code: Code): string => {
  if (ENGLISH.test(word) && code !== 'pl') return stemOf(word, 'en', false);
  return HAS_DIGIT.test(word) ? word : plainRoot(word);
};
