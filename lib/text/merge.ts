/** Three versions of a text to one, line by line: two have changed the same file (RFC-0009 §5.1). */
import { diffArrays } from 'diff';
import { MERGE_MAX_EDITS, MERGE_MAX_LINES } from '#lib/spec/limits.ts';

/** What two changes of one text come to. */
export interface Merge {
  /** Both changes in one text; `undefined` where they meet in the same lines. */
  readonly merged: string | undefined;
  /** In how many places they meet. */
  readonly conflicts: number;
}

/** Lines of the base that one side has put others in place of. */
interface Hunk {
  readonly side: 'mine' | 'theirs';
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * `mine` and `theirs` were both made from `base`. Changes of neighbouring lines meet, too: what is
 * joined must be beyond doubt. `undefined`: the texts are longer, or further apart, than is compared.
 */
export const mergeTexts = (base: string, mine: string, theirs: string): Merge | undefined => {
  const was = linesOf(base);
  const own = was && hunksBetween('mine', was, linesOf(mine));
  const other = was && hunksBetween('theirs', was, linesOf(theirs));
  if (was === undefined || own === undefined || other === undefined) return undefined;
  const lines: string[] = [];
  let [done, conflicts] = [0, 0];
  for (const group of groupsOf([...own, ...other])) {
    const agreed = agreementOf(group);
    if (agreed === undefined) conflicts += 1;
    for (const { start, end, lines: instead } of agreed ?? []) {
      lines.push(...was.slice(done, start), ...instead);
      done = end;
    }
  }
  lines.push(...was.slice(done));
  return { merged: conflicts === 0 ? lines.join('\n') : undefined, conflicts };
};

/** Each without its `\n`; a text that ends with one has an empty last line. */
const linesOf = (text: string): string[] | undefined => {
  const lines = text.split('\n', MERGE_MAX_LINES + 1);
  return lines.length > MERGE_MAX_LINES ? undefined : lines;
};

const hunksBetween = (
  side: Hunk['side'],
  base: string[],
  changed: string[] | undefined,
): readonly Hunk[] | undefined => {
  const parts = changed && diffArrays(base, changed, { maxEditLength: MERGE_MAX_EDITS });
  if (parts === undefined) return undefined;
  const hunks: Hunk[] = [];
  let at = 0;
  for (const { added, removed, value } of parts) {
    const start = at;
    if (!added) at += value.length;
    if (!added && !removed) continue;
    const before = hunks.at(-1);
    const lines = added ? value : [];
    // What is taken out and what is put in its place are one change.
    if (before?.end === start)
      hunks[hunks.length - 1] = { ...before, end: at, lines: [...before.lines, ...lines] };
    else hunks.push({ side, start, end: at, lines });
  }
  return hunks;
};

/** Hunks that touch each other, in the order of the base. */
const groupsOf = (hunks: readonly Hunk[]): readonly (readonly Hunk[])[] => {
  const groups: Hunk[][] = [];
  let reach = -1;
  for (const hunk of hunks.toSorted((one, other) => one.start - other.start)) {
    if (hunk.start <= reach) groups.at(-1)?.push(hunk);
    else groups.push([hunk]);
    reach = Math.max(reach, hunk.end);
  }
  return groups;
};

/** What a group comes to if only one side is in it, or both have made the same change. */
const agreementOf = (group: readonly Hunk[]): readonly Hunk[] | undefined => {
  const mine = group.filter(({ side }) => side === 'mine');
  const theirs = group.filter(({ side }) => side === 'theirs');
  if (mine.length === 0) return theirs;
  return theirs.length === 0 || textOf(mine) === textOf(theirs) ? mine : undefined;
};

const textOf = (hunks: readonly Hunk[]): string =>
  JSON.stringify(hunks.map(({ start, end, lines }) => [start, end, lines]));
