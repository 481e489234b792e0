/**
 * What a store of memory must answer so that the recipe (`recall.ts`) can score. SQLite's FTS5 and LanceDB both can;
 * a store in memory serves the tests as the judge of them.
 *
 * - `statistics`: how many units there are, how many terms a unit has on the average, in how many units each of these
 *   terms stands (text or headings), and the names of all speakers.
 * - `best`: the units with the highest BM25 for any of the terms, none for no term, over `terms` and `headTerms`, best first, equal ones by
 *   id. The terms are the store's own: it splits columns and queries at blanks and nothing else.
 * - `neighbours`: every unit of these sessions between two places.
 * - `bestSessions`: BM25 of whole sessions (all terms of all their units as one text), the best ones.
 * - `vocabulary`: every term that some unit has.
 * - `within`: units of these days in order of time, the oldest or the newest of them where there are more.
 * - `nearest`, where vectors are kept: units by the cosine of a vector, best first; `cosines`: those of these units.
 *
 * Document frequencies may be those of the moment before: they move a score by less than a neighbour does. Units must
 * be those of one moment.
 */
import type { Window } from '#lib/protocol/mesh.ts';
import type { MemoryUnit } from './ingest.ts';

/** A unit as it comes out of a store: its text and its headings stay in their file. */
export type StoredUnit = Omit<MemoryUnit, 'text' | 'scope' | 'headings' | 'time'>;

/** Figures of a whole store. */
export interface Statistics {
  readonly units: number;
  /** In terms. */
  readonly averageLength: number;
  readonly frequencies: ReadonlyMap<string, number>;
  readonly speakers: ReadonlySet<string>;
}

/** Units of a session from one place to another, both included. */
export interface Stretch {
  readonly session: string;
  readonly from: number;
  readonly to: number;
}

/** A store that can be asked; an answer may be there at once or later. */
export interface RecallStore {
  statistics(terms: readonly string[]): Promise<Statistics> | Statistics;
  best(
    terms: readonly string[],
    limit: number,
  ): Promise<readonly StoredUnit[]> | readonly StoredUnit[];
  /** In how many units any of the terms stands. */
  matching(terms: readonly string[]): Promise<number> | number;
  neighbours(stretches: readonly Stretch[]): Promise<readonly StoredUnit[]> | readonly StoredUnit[];
  bestSessions(
    terms: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, number>> | ReadonlyMap<string, number>;
  vocabulary?(): Promise<readonly string[]> | readonly string[];
  within(
    window: Window,
    limit: number,
    which: 'oldest' | 'newest',
  ): Promise<readonly StoredUnit[]> | readonly StoredUnit[];
  nearest?(vector: Float32Array, limit: number): Promise<readonly Near[]> | readonly Near[];
  cosines?(
    vector: Float32Array,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, number>> | ReadonlyMap<string, number>;
}

/** A unit and how near it is in meaning, from -1 to 1. */
export interface Near {
  readonly unit: StoredUnit;
  readonly cosine: number;
}

/** The order of time: by day, and as the lines stand in their file. */
export const byTime = (one: StoredUnit, other: StoredUnit): number => {
  const [day = '', otherDay = ''] = [one.day, other.day];
  if (day !== otherDay) return day < otherDay ? -1 : 1;
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.from - other.from;
};
