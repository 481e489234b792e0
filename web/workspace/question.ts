/** A question of the daemon, as it comes: what is about to be done, and what can be answered. */
import { type GuardedBy, isInteger, isString, listOf, objectOf } from '#lib/guard.ts';

const isDiff = objectOf(
  { file: isString, after: isString },
  { before: isString, line: isInteger, note: isString },
);

const isQuestion = objectOf(
  { id: isString, session: isString, kind: isString, text: isString, at: isString },
  {
    options: listOf(objectOf({ id: isString, label: isString }, { kind: isString })),
    subject: objectOf({ diffs: listOf(isDiff) }, { more: isInteger, command: isString }),
    until: isString,
  },
);

/** What waits for an answer of the owner, or did. */
export type AskedQuestion = GuardedBy<typeof isQuestion>;

/** A file before and after the change that is asked for. */
export type AskedDiff = GuardedBy<typeof isDiff>;

/** `undefined` for what is none. */
export const questionIn = (value: unknown): AskedQuestion | undefined =>
  isQuestion(value) ? value : undefined;
