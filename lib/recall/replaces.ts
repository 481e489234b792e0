/**
 * Whether a newer note replaces an older one: told by the two texts alone. A sign in the newer one (`now`, `no longer`, a
 * correction) makes it sure; notes of one form with another value do where there is one at a time (an address, a code), and
 * else make it likely. Questions, wishes, guesses and what
 * others say replace nothing, nor does a note on somebody or something else.
 */
import { HOLDS, SIGN_WORDS } from '#lib/language/holds-words.ts';
import { isCommon } from '#lib/language/private-lines-common.ts';
import { termsOf } from './analysis.ts';
import { bare } from './folding.ts';
import type { LanguageCode } from '#lib/language/stem-words.ts';
import { languageOf } from './languages.ts';

/** How sure it is, and what says so, in words. */
export interface Succession {
  readonly isSure: boolean;
  readonly why: string;
}

const LEAD = /^[\s>*_#[\]x-]*(?:\d{4}-\d\d-\d\d[\s:,–—-]*)?(?:\d{1,2}:\d\d[\s:,–—-]*)?/u;
const DAY = /\d{4}-\d\d-\d\d/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const ASKS_OR_QUOTES = /[?？؟¿"“”„«»]/u;
const CAPITAL = /^[\p{Lu}]/u;
const VALUE = /^[\p{Lu}\p{N}]/u;
const NUMBER = /^\p{N}/u;
/** Notes of one form differ in so few words, and share so many that say something: of whom, and what. */
const VALUE_MAX_WORDS = 5;
const SHARED_MIN_TERMS = 2;
/** Of an older note that is said to be over, so much stands in the newer one. */
const SHARE_ENDED = 0.5;

/** What a note says by its words. */
interface Meaning {
  readonly terms: readonly string[];
  /** Names, numbers and rare words, by their terms: what a value is made of. */
  readonly values: ReadonlySet<string>;
  /** Whom or what it begins with, where that has a name. */
  readonly subject: string | undefined;
}

/** A text that is compared with others: what most pairs are told apart by is read first, and each thing once. */
export class ComparedNote {
  readonly raw: string;
  readonly lower: string;
  /** Without signs. */
  readonly words: readonly string[];
  readonly #meanings = new Map<LanguageCode | undefined, Meaning>();
  #isFact: boolean | undefined;
  #denies: boolean | undefined;
  #isOver: boolean | undefined;

  constructor(raw: string) {
    const text = raw.replace(LEAD, '').replaceAll(DAY, ' ');
    this.raw = raw;
    this.lower = text.toLowerCase();
    this.words = (text.match(WORD) ?? []).filter((word) => !SIGN_WORDS.has(word.toLowerCase()));
  }

  get isFact(): boolean {
    const { lower } = this;
    this.#isFact ??=
      !ASKS_OR_QUOTES.test(lower) && !HOLDS.unsure.areIn(lower) && !HOLDS.adds.areIn(lower);
    return this.#isFact;
  }

  /** It says that something is no more. */
  get denies(): boolean {
    this.#denies ??= HOLDS.ended.areIn(this.lower);
    return this.#denies;
  }

  /** It says that something is gone. */
  get isOver(): boolean {
    this.#isOver ??= HOLDS.over.areIn(this.lower);
    return this.#isOver;
  }

  /** Its words in a language. */
  in(code: LanguageCode | undefined): Meaning {
    const known = this.#meanings.get(code);
    if (known !== undefined) return known;
    const { words } = this;
    const valued = words.filter((word, at) => at > 0 && VALUE.test(word) && isRare(word));
    const first = words.find(isRare);
    const made = {
      terms: words.flatMap((word) => termsOf(word, code)),
      values: new Set(valued.flatMap((word) => termsOf(word, code))),
      subject: first !== undefined && CAPITAL.test(first) ? termsOf(first, code)[0] : undefined,
    };
    this.#meanings.set(code, made);
    return made;
  }
}
/** What few texts have: a name, or a word of its own. */
const isRare = (word: string): boolean => !isCommon(bare(word.toLowerCase()));

/** `undefined` where both may hold. Linear in the length of both; never throws. */
export const replacementOf = (now: ComparedNote, before: ComparedNote): Succession | undefined => {
  const saysEnd = now.denies || now.isOver;
  const change = changeOf(now.words, before.words);
  if (!saysEnd && change === undefined) return undefined;
  if (!now.isFact || !before.isFact) return undefined;
  // Short notes tell their language together.
  const code = languageOf(`${now.raw} ${before.raw}`);
  const [meant, former] = [now.in(code), before.in(code)];
  const known = new Set(meant.terms);
  // The older one begins with a name that the newer one has nowhere: other people, other things.
  if (former.subject !== undefined && !known.has(former.subject)) return undefined;
  const shared = former.terms.filter((term) => known.has(term));
  const ended = saysEnd ? endedBy(now, before, former, known) : undefined;
  if (ended !== undefined || change === undefined) return ended;
  if (shared.length < SHARED_MIN_TERMS || HOLDS.several.areIn(before.lower)) return undefined;
  const why = HOLDS.now.areIn(now.lower)
    ? 'it holds from now on'
    : isSingle(before)
      ? 'there is one at a time'
      : undefined;
  return { isSure: why !== undefined, why: `${why ?? 'of one form'}: ${change}` };
};

/** An address, a code: of such a value there is one at a time, of what somebody did or met there is not. */
const isSingle = ({ lower, words }: ComparedNote): boolean => {
  if (HOLDS.single.areIn(lower)) return true;
  // Whoever does something with a doctor may do so with another; the doctor of somebody is one.
  const [first = '', second = '', third = ''] = words;
  const isName = CAPITAL.test(first) && isRare(first);
  const subject = isName ? [first, second === 's' ? third : second] : [first, second, third];
  return HOLDS.attribute.areIn(subject.join(' ').toLowerCase());
};

/** The newer one says that what the older one tells is no more: with its words, or of the very value that is gone. */
const endedBy = (
  { isOver }: ComparedNote,
  { lower }: ComparedNote,
  { terms, values: all, subject }: Meaning,
  known: ReadonlySet<string>,
): Succession | undefined => {
  const own = terms.filter((term) => term !== subject);
  const shared = own.filter((term) => known.has(term));
  const values = [...all].filter((term) => term !== subject);
  if (shared.length === 0 || !values.every((term) => known.has(term))) return undefined;
  const isWhole =
    shared.length === own.length ||
    (shared.length / own.length >= SHARE_ENDED && shared.length > values.length);
  const isGone = isOver && values.length > 0 && !HOLDS.several.areIn(lower);
  return isWhole || isGone
    ? { isSure: true, why: `it says what is no more: ${shared.join(' ')}` }
    : undefined;
};

/** A name or a number, and not both: these would be two values. */
const isValue = (words: readonly string[]): boolean =>
  VALUE.test(words[0] ?? '') && new Set(words.map((word) => NUMBER.test(word))).size === 1;

/** Of texts that begin alike, may end alike, and have one other value between, in which no word is the same: what became what. */
const changeOf = (one: readonly string[], other: readonly string[]): string | undefined => {
  const isSame = (at: number): boolean => one.at(at)?.toLowerCase() === other.at(at)?.toLowerCase();
  const most = Math.min(one.length, other.length);
  let from = 0;
  while (from < most && isSame(from)) from += 1;
  if (from === 0) return undefined;
  let to = 0;
  while (to < most - from && isSame(-1 - to)) to += 1;
  const value = one.slice(from, one.length - to);
  const former = other.slice(from, other.length - to);
  if (value.length === 0 || former.length === 0) return undefined;
  if (Math.max(value.length, former.length) > VALUE_MAX_WORDS) return undefined;
  const same = new Set(value.map((word) => word.toLowerCase()));
  if (![value, former].every(isValue) || former.some((word) => same.has(word.toLowerCase())))
    return undefined;
  return `${former.join(' ')} became ${value.join(' ')}`;
};
