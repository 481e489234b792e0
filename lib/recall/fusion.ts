/** Rankings joined by reciprocal rank fusion (RFC-0011): an option beside the scores, exact to its formula. */

/** The constant of the formula. */
const RRF_K = 60;

/** What an id has of each ranking that holds it, and their sum. */
export interface Fused<Name extends string> {
  readonly id: string;
  readonly score: number;
  readonly parts: Readonly<Partial<Record<Name, number>>>;
}

/** For each id the sum of `1 / (k + rank)` over the rankings that hold it; ranks count from 1. Best first, equal by id. */
export const fuseRanks = <Name extends string>(
  rankings: Readonly<Record<Name, readonly string[]>>,
  k = RRF_K,
): readonly Fused<Name>[] => {
  interface Sum {
    score: number;
    readonly parts: { [One in Name]?: number };
  }
  const fused = new Map<string, Sum>();
  for (const name in rankings)
    for (const [index, id] of [...new Set(rankings[name])].entries()) {
      const one: Sum = fused.get(id) ?? { score: 0, parts: {} };
      const part = 1 / (k + index + 1);
      one.score += part;
      one.parts[name] = part;
      fused.set(id, one);
    }
  return [...fused]
    .map(([id, { score, parts }]) => ({ id, score, parts }))
    .toSorted((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
};
