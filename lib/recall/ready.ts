/** Units made ready to be scored: how often each term of a question stands in them, saturated, and who their neighbours are. */
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

/** How rare a term is. */
export const idfOf = (term: string, { units, frequencies }: Statistics): number => {
  const df = frequencies.get(term) ?? 0;
  return Math.log(1 + (units - df + 0.5) / (df + 0.5));
};

/** A value as its share of another one. */
export const share = (value: number, of: number): number => (of > 0 ? value / of : 0);

/** Units with their counts, by place, each made once. */
export class ReadyUnits {
  readonly #byPlace: ReadonlyMap<string, StoredUnit>;
  readonly #made = new Map<StoredUnit, Ready>();
  readonly #candidates: readonly StoredUnit[];
  readonly #query: Query;
  readonly #average: number;
  readonly #pairWeight: number;
  readonly #idf: ReadonlyMap<string, number>;

  constructor({ query, statistics, candidates, around }: Evidence, idf: readonly number[]) {
    this.#query = query;
    this.#candidates = candidates;
    this.#average = Math.max(1, statistics.averageLength);
    this.#byPlace = new Map([...around, ...candidates].map((unit) => [placeOf(unit, 0), unit]));
    this.#idf = new Map(query.terms.map((term, index) => [term, idf[index] ?? 0]));
    this.#pairWeight = query.pairs.reduce((sum, pair) => sum + this.#weightOf(pair), 0);
  }

  of(unit: StoredUnit): Ready {
    const made = this.#made.get(unit) ?? this.#make(unit);
    this.#made.set(unit, made);
    return made;
  }

  /** The unit so far away in the same session; `undefined` where there is none. */
  near(unit: StoredUnit, offset: number): Ready | undefined {
    const near = this.#byPlace.get(placeOf(unit, offset));
    return near === undefined ? undefined : this.of(near);
  }

  /** A measure as its share of the most that any candidate has. */
  byMaximum(measure: (one: Ready) => number): (one: Ready) => number {
    const most = Math.max(0, ...this.#candidates.map((unit) => measure(this.of(unit))));
    return (one) => share(measure(one), most);
  }

  #make(unit: StoredUnit): Ready {
    const terms = unit.terms === '' ? [] : unit.terms.split(' ');
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    const inHeading = new Set(unit.headTerms.split(' '));
    const norm = K1 * (1 - B + (B * terms.length) / this.#average);
    const sat = this.#query.terms.map((term) => {
      const count = counts.get(term) ?? (inHeading.has(term) ? IN_HEADING : 0);
      return ((1 + K1) * count) / (count + norm);
    });
    return {
      unit,
      asks: unpackTraits(unit.traits).asks,
      length: terms.length,
      sat,
      pair: this.#pairShare(terms),
    };
  }

  /** The share of neighbouring terms of the question that are neighbours here. */
  #pairShare(terms: readonly string[]): number {
    if (this.#pairWeight === 0) return 0;
    const here = new Set(terms.slice(1).map((term, index) => `${terms[index] ?? ''} ${term}`));
    const met = this.#query.pairs.filter(([one, other]) => here.has(`${one} ${other}`));
    return met.reduce((sum, pair) => sum + this.#weightOf(pair), 0) / this.#pairWeight;
  }

  #weightOf([one, other]: readonly [string, string]): number {
    return (this.#idf.get(one) ?? 0) + (this.#idf.get(other) ?? 0);
  }
}

const placeOf = ({ session, seq }: StoredUnit, offset: number): string =>
  `${seq + offset} ${session}`;
