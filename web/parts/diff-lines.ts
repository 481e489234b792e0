/** The lines of a file before and after a change, with what is left out of those that stay. */
import { diffLines } from 'diff';
import type { AskedDiff } from '#web/workspace/question.ts';

/** Edits that are looked for; texts that are further apart are shown one after the other. */
const EDITS_MAX = 2000;
/** Unchanged lines around a change. */
const CONTEXT_LINES = 3;

/** One of them. */
export interface ShownLine {
  readonly sign: '+' | '-' | ' ' | '…';
  readonly text: string;
}

const linesOf = (text: string, sign: ShownLine['sign']): readonly ShownLine[] =>
  text
    .replace(/\n$/u, '')
    .split('\n')
    .map((line) => ({ sign, text: line }));

/** All of a change. */
export const changedLines = ({ before = '', after }: AskedDiff): readonly ShownLine[] => {
  const parts = diffLines(before, after, { maxEditLength: EDITS_MAX }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return parts
    .filter(({ value }) => value !== '')
    .flatMap(({ value, added, removed }, at) => {
      if (added) return linesOf(value, '+');
      if (removed) return linesOf(value, '-');
      return shortened(linesOf(value, ' '), at === 0, at === parts.length - 1);
    });
};

const shortened = (
  same: readonly ShownLine[],
  isFirst: boolean,
  isLast: boolean,
): readonly ShownLine[] => {
  const [head, tail] = [isFirst ? 0 : CONTEXT_LINES, isLast ? 0 : CONTEXT_LINES];
  const left = same.length - head - tail;
  if (left <= 1) return same;
  return [
    ...same.slice(0, head),
    { sign: '…', text: `${left} lines are as they were` },
    ...same.slice(same.length - tail),
  ];
};
