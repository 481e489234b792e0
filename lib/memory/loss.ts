/** How much of MEMORY.md a change takes out (RFC-0009 §5.3). */
import { MEMORY_LOSS_LINES } from '#lib/spec/limits.ts';

/** The lines that are gone, of those that were there; headings and blank lines do not count. */
export interface Loss {
  readonly lost: number;
  readonly lines: number;
  /** More goes than stays. */
  readonly isMost: boolean;
}

/** Compares two texts of MEMORY.md; a line that only moved is not lost. */
export const lossOf = (before: string, after: string): Loss => {
  const left = new Map<string, number>();
  for (const line of entriesIn(after)) left.set(line, (left.get(line) ?? 0) + 1);
  const lines = entriesIn(before);
  const lost = lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  }).length;
  return {
    lost,
    lines: lines.length,
    isMost: lost >= MEMORY_LOSS_LINES && 2 * lost > lines.length,
  };
};

const entriesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
