/** Which fixes of an audit can be made together, and what a text is after them. Everything else stays to the byte. */
import type { Edit, Fix, RuleFinding } from '#audit/workspace/finding.ts';

/** A fix with the finding that asked for it. */
export interface PlannedFix {
  readonly finding: RuleFinding;
  readonly fix: Fix;
}

/**
 * The fixes of these findings that do not touch the same place as an earlier one; what is left out is found again by
 * the audit after it. The same fix asked for by several findings is made once.
 */
export const planFixes = (
  findings: readonly RuleFinding[],
  kinds: readonly Fix['kind'][],
): readonly PlannedFix[] => {
  const planned: PlannedFix[] = [];
  const taken = new Map<string, Taken>();
  for (const finding of findings) {
    const { fix } = finding;
    if (fix === undefined || !kinds.includes(fix.kind)) continue;
    if (fix.edits.some((edit) => isTaken(edit, taken.get(edit.file)))) continue;
    for (const edit of fix.edits) {
      const before = taken.get(edit.file);
      taken.set(edit.file, {
        edits: before === undefined ? [edit] : push(before.edits, edit),
        end: Math.max(before?.end ?? 0, edit.end),
      });
    }
    planned.push({ finding, fix });
  }
  return planned;
};

/** What is taken of a file, and where the last of it ends. */
interface Taken {
  readonly edits: Edit[];
  readonly end: number;
}

const push = (edits: Edit[], edit: Edit): Edit[] => {
  edits.push(edit);
  return edits;
};

/** Findings come from the top of a file, so most edits begin after all that are taken. */
const isTaken = (edit: Edit, taken: Taken | undefined): boolean =>
  taken !== undefined &&
  edit.start <= taken.end &&
  taken.edits.some((other) => touches(edit, other));

/** Two insertions at one place touch as well: which comes first would be chance. */
const touches = (one: Edit, other: Edit): boolean =>
  one.start <= other.end && other.start <= one.end;

/** The edits of planned fixes by file, from the top. */
export const editsByFile = (
  planned: readonly PlannedFix[],
): ReadonlyMap<string, readonly Edit[]> => {
  const edits = planned.flatMap(({ fix }) => fix.edits).toSorted((a, b) => a.start - b.start);
  return Map.groupBy(edits, ({ file }) => file);
};

/** A text after edits that do not overlap and stand in order. Throws a RangeError on any others. */
export const applyEdits = (text: string, edits: readonly Edit[]): string => {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text: replacement } of edits) {
    if (start < at || end < start || end > text.length)
      throw new RangeError('edits overlap, or lie outside of the text');
    parts.push(text.slice(at, start), replacement);
    at = end;
  }
  return [...parts, text.slice(at)].join('');
};
