/** Rankings joined by reciprocal rank fusion (RFC-0011): an option beside the scores, exact to its formula. */

/** The constant of the formula. */
const RRF_K = 60;

/** For each id the sum of `1 / (k + rank)` over the rankings that hold it; ranks count from 1. Best first, equal by id. */
export const fuseRanks = (
  rankings: readonly (readonly string[])[],
  k = RRF_K,
): readonly { readonly id: string; readonly score: number }[] => {
  const scores = new Map<string, number>();
  for (const ranking of rankings)
    for (const [index, id] of [...new Set(ranking)].entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (k + index + 1));
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .toSorted((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
};
