/** A file as it is and as it would be, for the one who is asked: what goes, what comes, and where. */
import type { FileDiff } from '#kernel/contract/events.ts';
import { revealed } from '#lib/injection/characters.ts';
import { patchLines, patchSummary } from '#lib/protocol/file-diff.ts';
import type { Row, Span } from './spans.ts';
import { cut, untabbed } from '#cli/io/width.ts';

/** Who wants to see more asks for it. */
const DIFF_LINES = 24;
/** Of a longer line, its beginning is shown first. */
const LINE_COLUMNS = 400;

/** A change in rows, cut where it is too long to look at. */
export interface DiffView {
  readonly rows: readonly Row[];
  /** So many lines are not shown. */
  readonly more: number;
}

/** The first lines of the difference, or all that is to be told of it. */
export const viewDiff = (diff: FileDiff, whole: boolean): DiffView => {
  const limit = whole ? Infinity : DIFF_LINES;
  const lines = patchLines(diff);
  const title: Row = [
    { text: `  ${revealed(diff.file)}`, style: ['bold'] },
    { text: ` (${patchSummary(diff, lines)})`, style: ['dim'] },
  ];
  return {
    rows: [title, ...lines.slice(0, limit).map((line) => [styled(line, whole)])],
    more: Math.max(0, lines.length - limit),
  };
};

/** What cannot be seen in a line is written out: the one who says yes must see it. */
const styled = (line: string, whole: boolean): Span => {
  const shown = untabbed(revealed(line.slice(1)));
  const text = `  ${line.charAt(0)} ${whole ? shown : cut(shown, LINE_COLUMNS)}`;
  switch (line.charAt(0)) {
    case '+':
      return { text, style: ['green'] };
    case '-':
      return { text, style: ['red'] };
    case '@':
      return { text: `  ${line}`, style: ['dim'] };
    default:
      return { text };
  }
};
