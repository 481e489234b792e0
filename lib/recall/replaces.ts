/**
 * Whether a newer note replaces an older one: told by the two texts alone. A sign in the newer one (`now`, `no longer`, a
 * correction) makes it sure; notes of one form with another value make it likely. Questions, wishes, guesses and what
 * others say replace nothing, nor does a note on somebody or something else.
 */
import { HOLDS, SIGN_WORDS } from '#lib/language/holds-words.ts';
import { isCommon } from '#lib/language/private-lines-common.ts';
import { termsOf } from './analysis.ts';
import { bare } from './folding.ts';
import { languageOf } from './languages.ts';

/** How sure it is, and what says so, in words. */
export interface Succession {
  readonly isSure: boolean;
  readonly why: string;
}

const LEAD = /^[\s>*_#[\]x-]*(?:\d{4}-\d\d-\d\d[\s:,–—-]*)?(?:\d{1,2}:\d\d[\s:,–—-]*)?/u;
const DAY = /\d{4}-\d\d-\d\d/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const ASKS = /[?？؟¿]/u;
const QUOTES = /["“”„«»]/u;
const CAPITAL = /^[\p{Lu}]/u;
const VALUE = /^[\p{Lu}\p{N}]/u;
const NUMBER = /^\p{N}/u;
/** Notes of one form differ in so few words, and share so many that say something: of whom, and what. */
const VALUE_MAX_WORDS = 5;
const SHARED_MIN_TERMS = 2;
/** Of an older note that is said to be over, so much stands in the newer one. */
const SHARE_ENDED = 0.5;

interface Note {
  readonly lower: string;
  /** Without signs. */
  readonly words: readonly string[];
  /** Of these words. */
  readonly terms: readonly string[];
  /** Names, numbers and rare words, by their terms: what a value is made of. */
  readonly values: ReadonlySet<string>;
  /** Whom or what it begins with, where that has a name. */
  readonly subject: string | undefined;
  readonly isFact: boolean;
}

/** `undefined` where both may hold. Linear in the length of both; never throws. */
export const replacementOf = (newer: string, older: string): Succession | undefined => {
  // Short notes tell their language together.
  const code = languageOf(`${newer} ${older}`);
  const [now, before] = [noteOf(newer, code), noteOf(older, code)];
  if (!now.isFact || !before.isFact || isOther(now, before)) return undefined;
  return endedBy(now, before) ?? sameForm(now, before);
};

const noteOf = (raw: string, code: ReturnType<typeof languageOf>): Note => {
  const text = raw.replace(LEAD, '').replaceAll(DAY, ' ');
  const lower = text.toLowerCase();
  const words = (text.match(WORD) ?? []).filter((word) => !SIGN_WORDS.has(word.toLowerCase()));
  const terms = words.flatMap((word) => termsOf(word, code));
  const valued = words.filter(
    (word, at) => at > 0 && VALUE.test(word) && !isCommon(bare(word.toLowerCase())),
  );
  const first = words.find((word) => !isCommon(bare(word.toLowerCase())));
  return {
    lower,
    words,
    terms,
    values: new Set(valued.flatMap((word) => termsOf(word, code))),
    subject: first !== undefined && CAPITAL.test(first) ? termsOf(first, code)[0] : undefined,
    isFact:
      !ASKS.test(text) &&
      !QUOTES.test(text) &&
      !HOLDS.unsure.areIn(lower) &&
      !HOLDS.adds.areIn(lower),
  };
};

/** The older one begins with a name that the newer one has nowhere: other people, other things. */
const isOther = (now: Note, before: Note): boolean =>
  before.subject !== undefined && !now.terms.includes(before.subject);

/** The newer one says that what the older one tells is no more: with its words, or of the very value that is gone. */
const endedBy = (now: Note, before: Note): Succession | undefined => {
  const isDenied = HOLDS.ended.areIn(now.lower);
  const isOver = HOLDS.over.areIn(now.lower);
  if (!isDenied && !isOver) return undefined;
  const known = new Set(now.terms);
  const own = before.terms.filter((term) => term !== before.subject);
  const shared = own.filter((term) => known.has(term));
  const values = [...before.values].filter((term) => term !== before.subject);
  if (shared.length === 0 || !values.every((term) => known.has(term))) return undefined;
  const isWhole =
    shared.length === own.length ||
    (shared.length / own.length >= SHARE_ENDED && shared.length > values.length);
  const isGone = isOver && values.length > 0 && !HOLDS.several.areIn(before.lower);
  return isWhole || isGone
    ? { isSure: true, why: `it says what is no more: ${shared.join(' ')}` }
    : undefined;
};

/** A name or a number, and not both: these would be two values. */
const isValue = (words: readonly string[]): boolean =>
  VALUE.test(words[0] ?? '') && new Set(words.map((word) => NUMBER.test(word))).size === 1;

/** They begin alike, may end alike, and have one other value between, in which no word is the same. */
const sameForm = (now: Note, before: Note): Succession | undefined => {
  const [one, other] = [now.words, before.words];
  const isSame = (at: number): boolean => one.at(at)?.toLowerCase() === other.at(at)?.toLowerCase();
  const most = Math.min(one.length, other.length);
  let from = 0;
  while (from < most && isSame(from)) from += 1;
  let to = 0;
  while (to < most - from && isSame(-1 - to)) to += 1;
  const value = one.slice(from, one.length - to);
  const former = other.slice(from, other.length - to);
  if (from === 0 || value.length === 0 || former.length === 0) return undefined;
  if (Math.max(value.length, former.length) > VALUE_MAX_WORDS) return undefined;
  const same = new Set(value.map((word) => word.toLowerCase()));
  if (![value, former].every(isValue) || former.some((word) => same.has(word.toLowerCase())))
    return undefined;
  if (HOLDS.several.areIn(before.lower)) return undefined;
  const known = new Set(now.terms);
  if (before.terms.filter((term) => known.has(term)).length < SHARED_MIN_TERMS) return undefined;
  const isSure = HOLDS.now.areIn(now.lower);
  const what = `${former.join(' ')} became ${value.join(' ')}`;
  return { isSure, why: isSure ? `it holds from now on: ${what}` : `of one form: ${what}` };
};
