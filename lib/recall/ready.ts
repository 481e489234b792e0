/** Units made ready to be scored: how often each term of a question stands in them, saturated, and who their neighbours are. */
import type { Forms } from './analysis.ts';
import type { Query } from './query.ts';
import type { Statistics, StoredUnit } from './store.ts';
import { unpackTraits } from './traits.ts';

/** What the store said about a question. */
export interface Evidence {
  readonly query: Query;
  readonly statistics: Statistics;
  /** Those that are scored. */
  readonly candidates: readonly StoredUnit[];
  /** Candidates and what stands around them. */
  readonly around: readonly StoredUnit[];
  readonly sessions: ReadonlyMap<string, number>;
  /** Nearness of meaning by the key of a unit, where there is an embedder. */
  readonly cosine?: ReadonlyMap<string, number> | undefined;
}

/** Saturation of BM25: k1 = 0.9, b = 0.4. */
const K1 = 0.9;
const B = 0.4;
/** A term of the headings counts as so much of one in the text. */
const IN_HEADING = 0.6;

/** A unit made ready: how often each term of the question stands in it, saturated. */
export interface Ready {
  readonly unit: StoredUnit;
  readonly asks: boolean;
  readonly length: number;
  readonly sat: readonly number[];
  readonly pair: number;
}

/** How rare a word is, in all of its forms. */
export const idfOf = (forms: Forms, { units, frequencies }: Statistics): number => {
  let df = 0;
  for (const [term, counts] of forms) df += counts * (frequencies.get(term) ?? 0);
  df = Math.min(df, units);
  return Math.log(1 + (units - df + 0.5) / (df + 0.5));
};

/** A value as its share of another one. */
export const share = (value: number, of: number): number => (of > 0 ? value / of : 0);

interface Standing {
  readonly place: number;
  readonly counts: number;
}

const NOWHERE: Standing = { place: -1, counts: 0 };

/** What is a form of several words stands for the one of which it is most. */
const placesOf = (words: readonly Forms[]): ReadonlyMap<string, Standing> => {
  const places = new Map<string, Standing>();
  for (const [place, forms] of words.entries())
    for (const [term, counts] of forms)
      if (counts > (places.get(term)?.counts ?? 0)) places.set(term, { place, counts });
  return places;
};

/** How many terms with a blank between them. */
const countOf = (terms: string): number => {
  let count = terms === '' ? 0 : 1;
  for (let at = terms.indexOf(' '); at >= 0; at = terms.indexOf(' ', at + 1)) count += 1;
  return count;
};

/** Units with their counts, by place, each made once. */
export class ReadyUnits {
  readonly #bySession = new Map<string, Map<number, StoredUnit>>();
  readonly #made = new Map<StoredUnit, Ready>();
  readonly #candidates: readonly StoredUnit[];
  readonly #average: number;
  /** What stands for a word of the question: its place there, and what it counts. */
  readonly #places: ReadonlyMap<string, Standing>;
  readonly #terms: readonly string[];
  readonly #words: number;
  /** What a unit without a word of the question has of each. */
  readonly #nothing: readonly number[];
  readonly #pairs: readonly { readonly code: number; readonly weight: number }[];
  readonly #pairWeight: number;

  constructor({ query, statistics, candidates, around }: Evidence, idf: readonly number[]) {
    this.#candidates = candidates;
    this.#average = Math.max(1, statistics.averageLength);
    for (const unit of [...around, ...candidates]) {
      const session = this.#bySession.get(unit.session) ?? new Map<number, StoredUnit>();
      this.#bySession.set(unit.session, session.set(unit.seq, unit));
    }
    this.#words = query.words.length;
    this.#nothing = query.words.map(() => 0);
    this.#places = placesOf(query.words);
    this.#terms = [...this.#places.keys()];
    this.#pairs = query.pairs.map(([one, other]) => ({
      code: this.#codeOf(one, other),
      weight: (idf[one] ?? 0) + (idf[other] ?? 0),
    }));
    this.#pairWeight = this.#pairs.reduce((sum, { weight }) => sum + weight, 0);
  }

  of(unit: StoredUnit): Ready {
    const known = this.#made.get(unit);
    if (known !== undefined) return known;
    const made = this.#make(unit);
    this.#made.set(unit, made);
    return made;
  }

  /** The unit so far away in the same session; `undefined` where there is none. */
  near({ session, seq }: StoredUnit, offset: number): Ready | undefined {
    const near = this.#bySession.get(session)?.get(seq + offset);
    return near === undefined ? undefined : this.of(near);
  }

  /** A measure as its share of the most that any candidate has. */
  byMaximum(measure: (one: Ready) => number): (one: Ready) => number {
    const values = new Map<Ready, number>();
    let most = 0;
    for (const unit of this.#candidates) {
      const one = this.of(unit);
      const value = measure(one);
      values.set(one, value);
      most = Math.max(most, value);
    }
    return (one) => share(values.get(one) ?? measure(one), most);
  }

  #make(unit: StoredUnit): Ready {
    const { terms, headTerms, traits } = unit;
    const { asks } = unpackTraits(traits);
    const length = countOf(terms);
    // The most of what stands around holds no word of the question.
    const hasSome = this.#terms.some((term) => terms.includes(term) || headTerms.includes(term));
    if (!hasSome) return { unit, asks, length, sat: this.#nothing, pair: 0 };
    const counts = [...this.#nothing];
    const side = new Set<number>();
    let before: number | undefined;
    for (const term of terms.split(' ')) {
      const standing = this.#places.get(term);
      const place = standing?.place;
      if (standing !== undefined && place !== undefined) {
        counts[place] = (counts[place] ?? 0) + standing.counts;
        if (before !== undefined) side.add(this.#codeOf(before, place));
      }
      before = place;
    }
    for (const term of headTerms.split(' ')) {
      const { place, counts: count } = this.#places.get(term) ?? NOWHERE;
      if (counts[place] === 0) counts[place] = IN_HEADING * count;
    }
    const norm = K1 * (1 - B + (B * length) / this.#average);
    const sat = counts.map((count) => ((1 + K1) * count) / (count + norm));
    return { unit, asks, length, sat, pair: this.#pairShare(side) };
  }

  /** The share of neighbouring terms of the question that are neighbours here. */
  #pairShare(side: ReadonlySet<number>): number {
    if (this.#pairWeight === 0 || side.size === 0) return 0;
    let met = 0;
    for (const { code, weight } of this.#pairs) if (side.has(code)) met += weight;
    return met / this.#pairWeight;
  }

  /** Two terms of the question in this order, as one number. */
  #codeOf(one: number, other: number): number {
    return one * this.#words + other;
  }
}
