/**
 * A store of recall that holds its units in memory and looks at each of them: for the few thousand that a workspace has in
 * its databases, and for the tests as the judge of the stores that are faster.
 */
import type { Window } from '#lib/protocol/mesh.ts';
import type { MemoryUnit } from './ingest.ts';
import {
  byTime,
  type Near,
  type RecallStore,
  type Statistics,
  type StoredUnit,
  type Stretch,
} from './store.ts';

const K1 = 1.2;
const B = 0.75;

interface Text {
  readonly id: string;
  readonly terms: readonly string[];
}

/** BM25 as SQLite's FTS5 computes it, over texts in memory. */
class Bm25 {
  readonly #texts: readonly Text[];
  readonly #average: number;
  readonly #counts: readonly ReadonlyMap<string, number>[];
  readonly frequencies = new Map<string, number>();

  constructor(texts: readonly Text[]) {
    this.#texts = texts;
    const all = texts.reduce((sum, { terms }) => sum + terms.length, 0);
    this.#average = all / Math.max(1, texts.length);
    this.#counts = texts.map(({ terms }) => {
      const counts = new Map<string, number>();
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const term of counts.keys())
        this.frequencies.set(term, (this.frequencies.get(term) ?? 0) + 1);
      return counts;
    });
  }

  best(terms: readonly string[], limit: number): readonly (readonly [string, number])[] {
    const count = this.#texts.length;
    const scored = this.#texts.map(({ id, terms: own }, index) => {
      let sum = 0;
      for (const term of terms) {
        const tf = this.#counts[index]?.get(term) ?? 0;
        const df = this.frequencies.get(term) ?? 0;
        const idf = Math.max(1e-6, Math.log((count - df + 0.5) / (df + 0.5)));
        sum += (idf * tf * (K1 + 1)) / (tf + K1 * (1 - B + (B * own.length) / this.#average));
      }
      return [id, sum] as const;
    });
    return scored
      .filter(([, sum]) => sum > 0)
      .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, limit);
  }
}

const split = (terms: string): readonly string[] => (terms === '' ? [] : terms.split(' '));

/** Everything in memory, nothing clever. Vectors go by the key of their unit. */
export class HeldUnits implements RecallStore {
  readonly #units: ReadonlyMap<string, MemoryUnit>;
  readonly #own: Bm25;
  readonly #sessions: Bm25;
  readonly #vectors: ReadonlyMap<string, readonly number[]>;

  constructor(
    units: readonly MemoryUnit[],
    vectors: ReadonlyMap<string, readonly number[]> = new Map(),
  ) {
    this.#units = new Map(units.map((unit) => [unit.id, unit]));
    this.#vectors = vectors;
    this.#own = new Bm25(
      units.map(({ id, terms, headTerms }) => ({
        id,
        terms: [...split(terms), ...split(headTerms)],
      })),
    );
    const sessions = Map.groupBy(units, ({ session }) => session);
    this.#sessions = new Bm25(
      [...sessions].map(([id, all]) => ({
        id,
        terms: all.flatMap(({ terms, headTerms }) => [...split(terms), ...split(headTerms)]),
      })),
    );
  }

  statistics(): Statistics {
    const units = [...this.#units.values()];
    const length = units.reduce((sum, { terms }) => sum + split(terms).length, 0);
    return {
      units: units.length,
      averageLength: length / Math.max(1, units.length),
      frequencies: this.#own.frequencies,
      speakers: new Set(units.flatMap(({ speaker }) => speaker ?? [])),
    };
  }

  best(terms: readonly string[], limit: number): readonly StoredUnit[] {
    return this.#own.best(terms, limit).flatMap(([id]) => this.#units.get(id) ?? []);
  }

  matching(terms: readonly string[]): number {
    return this.best(terms, this.#units.size).length;
  }

  neighbours(stretches: readonly Stretch[]): readonly StoredUnit[] {
    return [...this.#units.values()].filter(({ session, seq }) =>
      stretches.some((one) => one.session === session && one.from <= seq && seq <= one.to),
    );
  }

  bestSessions(terms: readonly string[], limit: number): ReadonlyMap<string, number> {
    return new Map(this.#sessions.best(terms, limit));
  }

  vocabulary(): readonly string[] {
    return [...this.#own.frequencies.keys()];
  }

  within(
    { from = '', to = '9' }: Window,
    limit: number,
    which: 'oldest' | 'newest',
  ): readonly StoredUnit[] {
    const all = [...this.#units.values()]
      .filter(({ day = '' }) => day !== '' && from <= day && day <= to)
      .toSorted(byTime);
    return which === 'oldest' ? all.slice(0, limit) : all.slice(-limit);
  }

  async nearest(vector: Float32Array, limit: number): Promise<readonly Near[]> {
    return [...this.#units.values()]
      .flatMap((unit) => {
        const own = this.#vectors.get(unit.key);
        return own === undefined ? [] : [{ unit, cosine: cosine(own, vector) }];
      })
      .toSorted((one, other) => other.cosine - one.cosine)
      .slice(0, limit);
  }

  cosines(vector: Float32Array, keys: readonly string[]): ReadonlyMap<string, number> {
    return new Map(
      keys.flatMap((key) => {
        const own = this.#vectors.get(key);
        return own === undefined ? [] : [[key, cosine(own, vector)]];
      }),
    );
  }
}

const cosine = (one: readonly number[], other: Float32Array): number => {
  const dot = one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
  return dot / (Math.hypot(...one) * Math.hypot(...other) || 1);
};
