/** Newer units that may replace what was found: a unit is asked for once more, by its own rare words. */
import type { Scored } from './score.ts';
import type { RecallStore, StoredUnit } from './store.ts';

/** Of what was found, so many are asked for. */
const FIRST = 4;
/** Of each, so many of its words. */
const RARE = 4;
/** A word that stands in more units than this share says little. */
const RARE_SHARE = 0.02;
const RARE_UNITS = 24;
/** For each, so many others. */
const NEAR = 8;

/** The newer units with rare words of the first that were found, each once, without these. */
export const newerBeside = async (
  store: RecallStore,
  found: readonly Scored[],
): Promise<readonly StoredUnit[]> => {
  const first = found.slice(0, FIRST).map(({ unit }) => unit);
  const known = new Set(found.map(({ unit }) => unit.key));
  const terms = first.map(({ terms: own }) => [...new Set(own.split(' '))]);
  const { units, frequencies } = await store.statistics([...new Set(terms.flat())]);
  const most = Math.max(RARE_UNITS, RARE_SHARE * units);
  const frequencyOf = (term: string): number => frequencies.get(term) ?? 0;
  const beside = new Map<string, StoredUnit>();
  for (const [at, unit] of first.entries()) {
    const rare = (terms[at] ?? [])
      .filter((term) => frequencyOf(term) > 1 && frequencyOf(term) <= most)
      .toSorted((one, other) => frequencyOf(one) - frequencyOf(other));
    if (rare.length === 0) continue;
    for (const other of await store.best(rare.slice(0, RARE), NEAR))
      if (!known.has(other.key) && (other.day ?? '') > (unit.day ?? ''))
        beside.set(other.key, other);
  }
  return [...beside.values()];
};
