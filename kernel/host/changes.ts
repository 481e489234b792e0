/**
 * What a call of a tool would make of files, for the human who is asked (RFC-0009 §2.2). What is there is what the disk
 * holds, and not what the agent says: its word only tells where a text would go.
 */
import { PERMISSION_DIFF_CHARS } from '#lib/spec/limits.ts';
import type { FileDiff } from '#kernel/contract/events.ts';

/** A text that would be put into a file: for `oldText`, or for all of it where that is missing or empty. */
export interface ProposedEdit {
  /** Absolute, and normalised. */
  readonly path: string;
  readonly oldText: string | null | undefined;
  readonly newText: string;
}

/** What a file holds, `undefined` if there is none; or why that is not known. */
export type Current = { readonly text: string | undefined } | { readonly unknown: string };

/** The files with all edits of each, in the order in which they are named first. */
export const byFile = (
  edits: readonly ProposedEdit[],
): ReadonlyMap<string, readonly ProposedEdit[]> => Map.groupBy(edits, ({ path }) => path);

/** A file as it is and as it would be; or the texts that would be put there, where that cannot be told. */
export const diffIn = (
  file: string,
  current: Current,
  edits: readonly ProposedEdit[],
): FileDiff => {
  if ('unknown' in current) return claim(file, edits, current.unknown);
  let after = current.text;
  let isElsewhere = false;
  for (const { oldText, newText } of edits) {
    if (!oldText) {
      after = newText;
      continue;
    }
    const at = after?.indexOf(oldText) ?? -1;
    if (after === undefined || at < 0)
      return claim(file, edits, 'what it would replace does not stand in the file');
    const end = at + oldText.length;
    isElsewhere ||= after.includes(oldText, end);
    after = after.slice(0, at) + newText + after.slice(end);
  }
  return {
    file,
    before: current.text,
    after: after ?? '',
    ...(isElsewhere && { note: 'of several places with this text, the first is shown' }),
  };
};

const claim = (file: string, edits: readonly ProposedEdit[], reason: string): FileDiff => ({
  file,
  before: undefined,
  after: edits.map(({ newText }) => newText).join('\n'),
  note: `what the agent would put there; ${reason}`,
});

/** Lines around a change that are kept with it. */
const CONTEXT_LINES = 3;

/** Of long texts the part that changes, as much of it as a person reads; what is left out is said. */
export const boundedDiff = (diff: FileDiff): FileDiff => {
  const { before = '', after } = diff;
  if (before.length <= PERMISSION_DIFF_CHARS && after.length <= PERMISSION_DIFF_CHARS) return diff;
  const from = linesBefore(after, commonStart(before, after));
  const left = commonEnd(before, after, from);
  const [shownBefore, cutBefore] = cut(before.slice(from, before.length - left));
  const [shownAfter, cutAfter] = cut(after.slice(from, after.length - left));
  const notes = [
    ...(diff.note === undefined ? (diff.before === undefined ? ['a new file'] : []) : [diff.note]),
    ...(cutBefore + cutAfter > 0 ? [`${cutBefore + cutAfter} more characters are not shown`] : []),
  ];
  return {
    file: diff.file,
    before: diff.before === undefined ? undefined : shownBefore,
    after: shownAfter,
    line: after.slice(0, from).split('\n').length,
    ...(notes.length > 0 && { note: notes.join('; ') }),
  };
};

/** A command as far as a person reads it; what is left out is said. */
export const boundedCommand = (command: string): string => {
  const [shown, left] = cut(command);
  return left === 0 ? shown : `${shown}\n… (${left} more characters are not shown)`;
};

/** The beginning of a text, whole characters, and how many UTF-16 units are left out. */
const cut = (text: string): readonly [string, number] => {
  if (text.length <= PERMISSION_DIFF_CHARS) return [text, 0];
  const shown = text.slice(0, PERMISSION_DIFF_CHARS).replace(/[\uD800-\uDBFF]$/, '');
  return [shown, text.length - shown.length];
};

const commonStart = (one: string, other: string): number => {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
};

/** Where the line of `at` begins, or one of the few above it. */
const linesBefore = (text: string, at: number): number => {
  let start = at;
  for (let lines = 0; lines <= CONTEXT_LINES && start > 0; lines += 1)
    start = text.lastIndexOf('\n', start - 1);
  return start <= 0 ? 0 : start + 1;
};

/** How long an end is that both have behind `from`, without the line that it begins in and a few more. */
const commonEnd = (one: string, other: string, from: number): number => {
  const most = Math.min(one.length, other.length) - from;
  let length = 0;
  while (
    length < most &&
    one.charCodeAt(one.length - 1 - length) === other.charCodeAt(other.length - 1 - length)
  )
    length += 1;
  let start = one.length - length - 1;
  for (let lines = 0; lines <= CONTEXT_LINES; lines += 1) {
    start = one.indexOf('\n', start + 1);
    if (start < 0) return 0;
  }
  return one.length - start - 1;
};
