/**
 * Words searched in MEMORY.md and the daily logs: what case and accents do to a letter makes no difference, a word
 * finds what begins with it, and words between quotation marks stand as they are written. Events that the kernel wrote are no
 * hits. Each character of a text is
 * looked at a fixed number of times; of the hits only those are kept that may be shown.
 */
import type { SearchHit, SearchResult } from '#lib/protocol/protocol.ts';
import {
  SEARCH_LINE_MAX_CHARS,
  SEARCH_QUERY_MAX_CHARS,
  SEARCH_TERMS_MAX,
} from '#lib/spec/limits.ts';
import { wordsOf } from '#lib/text/ascii.ts';
import { type Line, scanLines } from '#lib/text/lines.ts';
import { UNSPACED_CLASS, withWordBorders } from '#lib/text/unspaced.ts';
import { foldedLower } from '#lib/privacy/private-lines-words.ts';
import { isEvent } from './forgeries.ts';

/** Words of a query in the form in which lines are searched for them; at least one. */
export type Terms = readonly [string, ...string[]];

const UNSPACED = new RegExp(`[${UNSPACED_CLASS}]`, 'u');
const PHRASE_OR_WORD = /["“”„«»]([^"“”„«»]*)["“”„«»]|[^\s"“”„«»]+/gu;

/** What a cut through a character leaves at the ends of a text. */
const HALVES_AT_ENDS = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g;

/** So far from each other lines speak of one thing, within a section. */
const NEAR_LINES = 3;

/** What a query asks for; `undefined` if there is no word in it. */
export const queryTerms = (query: string): Terms | undefined => {
  const asked = query.slice(0, SEARCH_QUERY_MAX_CHARS).matchAll(PHRASE_OR_WORD);
  const all = [...asked].flatMap(([part, phrase]) => {
    const words = plainOf(phrase ?? part);
    return words === '' ? [] : [termFor(words, phrase !== undefined)];
  });
  const [first, ...rest] = [...new Set(all)].slice(0, SEARCH_TERMS_MAX);
  return first === undefined ? undefined : [first, ...rest];
};

/** Is there something between quotation marks, which is to stand so? */
export const asksVerbatim = (query: string): boolean =>
  [...query.matchAll(PHRASE_OR_WORD)].some(
    ([, phrase]) => phrase !== undefined && plainOf(phrase) !== '',
  );

const termFor = (words: string, isPhrase: boolean): string => {
  if (UNSPACED.test(words)) return words;
  return isPhrase ? ` ${words} ` : ` ${words}`;
};

/** The words of a text as they are compared: an apostrophe ends one. */
const plainOf = (text: string): string => wordsOf(foldedWords(text));

const foldedWords = (text: string): string => withWordBorders(foldedLower(text));

const ELIDED = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)+/gu;

/** The words of a line, and behind them those with an apostrophe in one piece: `don't` is found as `dont` too. */
const lineOf = (text: string): string => {
  const words = foldedWords(text);
  const whole = words.includes("'") ? (words.match(ELIDED) ?? []) : [];
  return ` ${[wordsOf(words), ...whole.map((one) => one.replaceAll("'", ''))].join(' ')} `;
};

/** Which of the terms a line holds, one bit each. */
const termsIn = (terms: Terms, text: string): number => {
  if (text === '') return 0;
  const plain = lineOf(text);
  return terms.reduce(
    (bits, term, index) => (plain.includes(term) ? bits | (1 << index) : bits),
    0,
  );
};

/** How many of the terms a text holds. */
export const termsHeld = (terms: Terms, text: string): number => bitCount(termsIn(terms, text));

/** A line with the terms that it holds, one bit each. */
interface Found {
  readonly line: Line;
  readonly terms: number;
}

/** How well a line answers a query; hits of equal rank stay in the order in which they were found. */
interface Bucket {
  readonly hits: SearchHit[];
  count: number;
}

/** One search. Texts are given in the order in which their hits are wanted: the newest first. */
export class Search {
  readonly #terms: Terms;
  readonly #limit: number;
  readonly #buckets: readonly Bucket[];

  constructor(terms: Terms, limit: number) {
    this.#terms = terms;
    this.#limit = limit;
    this.#buckets = Array.from({ length: 3 * (terms.length + 1) }, () => ({ hits: [], count: 0 }));
  }

  /** Looks through a text; returns how many lines of it were found. */
  look(file: string, text: string): number {
    let hits = 0;
    for (const section of sectionsOf(text)) {
      const found = section.map((line) => ({
        line,
        terms: isEvent(line.text) ? 0 : termsIn(this.#terms, line.text),
      }));
      for (const [index, { line, terms }] of found.entries()) {
        if (terms === 0) continue;
        hits += 1;
        this.#keep(file, line, this.#rank(terms, nearTo(found, index)));
      }
    }
    return hits;
  }

  /** The best hits, and how many more there are. */
  result(): SearchResult {
    const best = this.#buckets.toReversed();
    const hits = best.flatMap((bucket) => bucket.hits).slice(0, this.#limit);
    const count = best.reduce((sum, bucket) => sum + bucket.count, 0);
    return {
      hits: hits.map((hit) => ({ ...hit, text: this.#excerpt(hit.text) })),
      more: count - hits.length,
    };
  }

  /** All words in the line come before all words around it, and these before some of them. */
  #rank(terms: number, near: number): number {
    const all = 2 ** this.#terms.length - 1;
    const nearness = terms === all ? 2 : near === all ? 1 : 0;
    return nearness * (this.#terms.length + 1) + bitCount(terms);
  }

  #keep(file: string, { line, text }: Line, rank: number): void {
    const bucket = this.#buckets[rank];
    if (bucket === undefined) return;
    bucket.count += 1;
    if (bucket.hits.length < this.#limit) bucket.hits.push({ file, line, text });
  }

  /** The line, or the first part of a long one that holds the most of what was asked for. */
  #excerpt(text: string): string {
    const line = text.trim();
    if (line.length <= SEARCH_LINE_MAX_CHARS) return line;
    const step = SEARCH_LINE_MAX_CHARS / 2;
    let best = { from: 0, count: 0 };
    for (let from = 0; from + step < line.length; from += step) {
      const count = bitCount(termsIn(this.#terms, line.slice(from, from + SEARCH_LINE_MAX_CHARS)));
      if (count > best.count) best = { from, count };
    }
    const to = best.from + SEARCH_LINE_MAX_CHARS;
    const part = line.slice(best.from, to).replaceAll(HALVES_AT_ENDS, '').trim();
    return `${best.from === 0 ? '' : '…'}${part}${to < line.length ? '…' : ''}`;
  }
}

/** The lines of a text by section, each with its heading first. */
function* sectionsOf(text: string): Generator<readonly Line[]> {
  let section: Line[] = [];
  for (const line of scanLines(text)) {
    if (line.kind === 'heading') {
      yield section;
      section = [];
    }
    section.push(line);
  }
  yield section;
}

/** The terms of a line, of the lines around it and of the heading above them. */
const nearTo = (section: readonly Found[], index: number): number =>
  section
    .slice(Math.max(0, index - NEAR_LINES), index + NEAR_LINES + 1)
    .reduce((bits, { terms }) => bits | terms, section[0]?.terms ?? 0);

const bitCount = (bits: number): number => {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
};
