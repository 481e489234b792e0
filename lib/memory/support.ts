/**
 * Does what is proposed for MEMORY.md stand in the lines that it cites (RFC-0009 §5.3)? Told by words: most of them must stand
 * there, and each that makes another fact of a sentence: names, numbers, dates, and whether something is denied.
 */
import { DENIES, TELLS } from '#lib/language/recall-words.ts';
import { MONTHS } from '#lib/language/when-words.ts';
import { isCommon } from '#lib/language/private-lines-common.ts';
import { isPair, termsOf } from '#lib/recall/analysis.ts';
import { folded } from '#lib/recall/folding.ts';
import { matchesIn } from '#lib/text/matches.ts';
import { withWordBorders } from '#lib/text/unspaced.ts';

/** Of the words that say something, as many stand in the lines cited. */
const SHARE_CITED = 0.6;
/** A line of memory that gives way shares as many with what stays or comes in its place. */
const SHARE_REPLACED = 0.5;

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const DAY = /\d{4}-\d\d-\d\d/g;
const NUMBER = /\d+(?:[.,:/-]\d+)*/g;
const CASED = /[\p{Lu}\p{Ll}]/u;
const LETTER = /\p{L}/u;
/** `Ada`, `E2`; a name may stand where a sentence begins, too. */
const NAME = /^\p{Lu}/u;
const CLAUSE_END = /[.,;!?](?=\s|$)|[…。；！？，、]| [-–—] /u;
const DIGIT = /\p{N}/u;

/** `cited`: the lines, with the day that they are of. Linear in the length of both. */
export const isSupported = (text: string, cited: string): boolean => {
  const clauses = clausesIn(text);
  const words = new Set(wordsIn(cited));
  const numbers = new Set(numbersIn(cited));
  const known = { denied: termsIn(cited, true), said: termsIn(cited, false) };
  const all = new Set([...known.denied, ...known.said]);
  return (
    clauses.length > 0 &&
    clauses.every((clause) => stands(clause, deniesIn(clause) ? known.denied : known.said)) &&
    wordsIn(text).every(
      (word) => !isOfFact(word) || words.has(word) || termsOf(word).every((term) => all.has(term)),
    ) &&
    numbersIn(text).every((number) => numbers.has(number))
  );
};

/** What is denied in the lines supports nothing that is not, and the other way round. */
const termsIn = (cited: string, isDenied: boolean): ReadonlySet<string> =>
  new Set(clausesIn(cited).flatMap((one) => (deniesIn(one) === isDenied ? termsOf(one) : [])));

const clausesIn = (text: string): readonly string[] =>
  text.split(CLAUSE_END).filter((clause) => termsOf(clause).length > 0);

const stands = (clause: string, known: ReadonlySet<string>): boolean => {
  const terms = termsOf(clause);
  return (
    shareIn(terms, known) >= SHARE_CITED &&
    terms.every((term, at) => known.has(term) || hasCase(term) || isJoint(terms, at, known))
  );
};

/** Does another line say, as far as words tell, what this line of memory says? */
export const isReplacedBy = (line: string, other: string): boolean =>
  shareIn(termsOf(line.replaceAll(DAY, '')), new Set(termsOf(other))) >= SHARE_REPLACED;

const shareIn = (terms: readonly string[], known: ReadonlySet<string>): number =>
  terms.length === 0 ? 0 : terms.filter((term) => known.has(term)).length / terms.length;

const deniesIn = (text: string): boolean => DENIES.areIn(withWordBorders(text).toLowerCase());

/** Where nothing tells a name from another word, all words stand there. */
const hasCase = (term: string): boolean => CASED.test(term) || !LETTER.test(term);

/** Two words that stand there meet in this pair of characters: each of its characters stands in another pair that does, too. */
const isJoint = (terms: readonly string[], at: number, known: ReadonlySet<string>): boolean =>
  isPair(terms[at] ?? '') && known.has(terms[at - 1] ?? '') && known.has(terms[at + 1] ?? '');

const wordsIn = (text: string): readonly string[] =>
  [...matchesIn(withWordBorders(text), WORD)].map(([word]) => word);

/** A name, a number, or a word for a time: another one makes another fact. What is no common word may be a name. */
const isOfFact = (word: string): boolean => {
  const lower = word.toLowerCase();
  return (
    NAME.test(word) ||
    (CASED.test(word) && !isCommon(folded(lower))) ||
    DIGIT.test(word) ||
    MONTHS.has(lower) ||
    TELLS.number.areIn(lower) ||
    TELLS.time.areIn(lower)
  );
};

const numbersIn = (text: string): readonly string[] => folded(text).match(NUMBER) ?? [];
