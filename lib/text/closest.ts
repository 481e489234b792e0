/** Which word was meant: the one that is few keystrokes away. */

/** Longer words are no slips of the names that we have. */
const WORD_MAX_CHARS = 40;

/** The nearest of `words`, if it begins as `given` does or differs by at most a third of its letters. */
export const closest = (given: string, words: readonly string[]): string | undefined => {
  if (given.length > WORD_MAX_CHARS) return undefined;
  const wanted = given.toLowerCase();
  const [best] = [...new Set(words)]
    .filter((word) => word.length <= WORD_MAX_CHARS)
    .map((word) => ({ word, steps: word.startsWith(wanted) ? 0 : distance(wanted, word) }))
    .filter(({ word, steps }) => steps <= Math.max(1, Math.floor(word.length / 3)))
    .toSorted((one, other) => one.steps - other.steps);
  return best?.word;
};

/** Letters to put in, leave out, change or swap with their neighbours. */
const distance = (one: string, other: string): number => {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const isSame = one[at - 1] === other[to - 1];
      const isSwap = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      next.push(
        Math.min(
          (row[to] ?? 0) + 1,
          (next[to - 1] ?? 0) + 1,
          (row[to - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (before[to - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
};
