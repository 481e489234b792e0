/** Where AGENTS.md has MEMORY.md read, and under which condition (§2.2 step 5, §4.1). */
import type { Document } from '#audit/workspace/document.ts';
import { doneWith, speaksOfReading, speaksOfWriting } from './reading.ts';
import type { Startup } from './startup.ts';
import { heldBy, statementsIn } from './statements.ts';
import type { Statement } from './statements.ts';
import { wordPattern } from '#lib/text/word-pattern.ts';
import {
  instructionWords,
  LIMIT,
  NEGATION,
  SHARED_WORDS,
  SHARED_SESSION,
  speaksOfMain,
} from '#lib/language/instructions.ts';

/** The statements of the start-up section that have MEMORY.md read. */
export const startupReadings = ({ statements, named }: Startup): readonly Statement[] => {
  if (!named.has('MEMORY.md')) return [];
  const others = new Set(
    statements.flatMap(({ mentions, parent }) =>
      mentions.some(({ file }) => file === 'SOUL.md' || file === 'USER.md') ? parent : [],
    ),
  );
  return statements.filter((statement) => isReading(statement, others));
};

/**
 * Where a statement names MEMORY.md; -1 where it does not. A step that is only called `load_memory` may mean the
 * daily logs, as in RFC-0006 §2.3.
 */
const memoryAt = ({ kind, lower, mentions }: Statement): number => {
  if (kind === 'heading') return -1;
  const named = mentions.find(
    ({ file, at }) => file === 'MEMORY.md' && lower.startsWith('memory.md', at),
  );
  return named?.at ?? -1;
};

/** A line that only names the file is one of a list to read where the list is about reading, or names the others too. */
const isReading = (statement: Statement, others: ReadonlySet<Statement | undefined>): boolean => {
  const { kind, lower, parent } = statement;
  const at = memoryAt(statement);
  if (at < 0) return false;
  const done = doneWith(lower, at);
  if (done !== 'named') return done === 'read';
  const isBare = kind !== 'text' && !/[\p{L}]/u.test(lower.slice(0, at).replace(/\[x\]/u, ''));
  if (!isBare || parent === undefined) return false;
  if (parent.kind !== 'heading' && speaksOfReading(parent.lower)) return true;
  return others.has(parent) && !speaksOfWriting(parent.lower);
};

/**
 * Those without a condition on them, on what they stand under, or below them. Where another line of the section says
 * when MEMORY.md is read, it says so for all.
 */
export const withoutCondition = (
  { statements }: Startup,
  readings: readonly Statement[],
): readonly Statement[] => {
  const isSaid = statements.some(
    (statement) => memoryAt(statement) >= 0 && isCondition(statement.lower),
  );
  if (readings.length === 0 || isSaid) return [];
  const gated = heldBy(statements, ({ lower }) => isCondition(lower));
  return readings.filter((reading) => !gated.has(reading));
};

const isCondition = (lower: string): boolean =>
  speaksOfMain(lower) || (SHARED_WORDS.test(lower) && (NEGATION.test(lower) || LIMIT.test(lower)));

const ALWAYS = wordPattern(instructionWords('always'));
/** `Always read MEMORY.md before you edit it` is about editing. */
const BEFORE = wordPattern(instructionWords('before'));
const BOTH =
  /\b(?:main|direct|private|dm)\b[^.;]{0,20}\b(?:and|as well as)\b[^.;]{0,12}\b(?:group|shared)|\bboth\b/u;

/** How far up it is looked for the group that a line stands under. */
const LEVELS_UP = 6;

/** Lines of the whole file that have it read always, or in groups: by line, what is wrong with them. */
export const forbiddenReadings = (document: Document): readonly (readonly [number, string])[] => {
  // A whole file need not be read for a name that it does not hold.
  if (!/memory\.md/i.test(document.text)) return [];
  return statementsIn(document).flatMap((statement): readonly (readonly [number, string])[] => {
    const { line, lower } = statement;
    const at = memoryAt(statement);
    if (at < 0 || doneWith(lower, at) !== 'read' || NEGATION.test(lower)) return [];
    if (isForGroups(statement)) return [[line, 'MEMORY.md read in shared sessions']];
    const isAlways = ALWAYS.test(lower) && !BEFORE.test(lower) && !isUnder(statement, isCondition);
    return isAlways ? [[line, 'MEMORY.md read in every session']] : [];
  });
};

const isForGroups = (statement: Statement): boolean => {
  const { lower } = statement;
  if (speaksOfMain(lower) && !BOTH.test(lower)) return false;
  return !LIMIT.test(lower) && isUnder(statement, (above) => SHARED_SESSION.test(above));
};

const isUnder = (statement: Statement, holds: (lower: string) => boolean): boolean => {
  let at: Statement | undefined = statement;
  for (let level = 0; at !== undefined && level <= LEVELS_UP; level += 1) {
    if (holds(at.lower)) return true;
    at = at.parent;
  }
  return false;
};
