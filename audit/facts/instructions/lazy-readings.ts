/** Where AGENTS.md leaves a file of the start-up for later (§2.2: steps 1 to 5 are not skipped). */
import type { StartupFile } from './mentions.ts';
import { startupOf } from './startup.ts';
import { statementsIn } from './statements.ts';
import type { Statement } from './statements.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';
import { wordPattern } from '#lib/text/word-pattern.ts';
import { instructionWords, speaksOfMain } from '#lib/language/instructions.ts';

/** A line that leaves a file of the start-up for later. */
export interface LazyReading {
  readonly line: number;
  readonly file: StartupFile;
}

/** What is said once a file was read, or is about files that no start-up reads. */
const AGAIN = wordPattern(instructionWords('again'));
const LAZY = wordPattern(instructionWords('lazy'));

/** The first lazy reading of each file; `undefined` where AGENTS.md names none of them. */
export const lazyReadings = (workspace: AuditedWorkspace): readonly LazyReading[] | undefined => {
  const document = workspace.agents?.document;
  if (document === undefined) return undefined;
  const startup = startupOf(workspace);
  const inStartup = new Set(startup?.statements.map(({ line }) => line));
  const lazy = new Map<StartupFile, number>();
  const eager = new Set<StartupFile>();
  let isNamed = false;
  const said = new Map<Statement, boolean>();
  for (const statement of statementsIn(document)) {
    const { kind, line } = statement;
    const files = kind === 'heading' ? [] : statement.mentions;
    if (files.length === 0) continue;
    isNamed = true;
    const isStep = inStartup.has(line);
    const isLazy = isLazyHere(statement, said);
    for (const { file } of files) {
      if (isStep && !isLazy) eager.add(file);
      // Elsewhere only a file of its own counts: logs of other days are looked up when they are wanted.
      const counts = isLazy && (isStep || file !== 'the daily logs');
      if (counts && !lazy.has(file)) lazy.set(file, line);
    }
  }
  if (!isNamed) return undefined;
  return [...lazy].flatMap(([file, line]) => (eager.has(file) ? [] : [{ line, file }]));
};

/** How far up it is looked for the words that a line stands under. */
const LEVELS_UP = 6;

/** `said` keeps what was found: many lines stand under the same one. */
const isLazyHere = (statement: Statement, said: Map<Statement, boolean>): boolean => {
  let at: Statement | undefined = statement;
  for (let level = 0; at !== undefined && level <= LEVELS_UP; level += 1) {
    const { lower } = at;
    const isSaid = said.get(at) ?? LAZY.test(lower);
    said.set(at, isSaid);
    if (isSaid) {
      // `Only when in a main session` is the condition of MEMORY.md.
      const isOther = !speaksOfMain(lower) || LAZY.test(lower.replaceAll(ONLY, ' '));
      return isOther && !AGAIN.test(statement.lower);
    }
    at = at.parent;
  }
  return false;
};

const ONLY = /only (?:when|if)|仅当|只在|nur wenn/gu;
