/** Where AGENTS.md leaves a file of the start-up for later (§2.2: steps 1 to 5 are not skipped). */
import type { StartupFile } from './mentions.ts';
import { startupOf } from './startup.ts';
import { statementsIn } from './statements.ts';
import type { Statement } from './statements.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';
import { wordPattern } from '#lib/text/word-pattern.ts';
import { speaksOfMain } from '#lib/language/words.ts';

export interface LazyReading {
  readonly line: number;
  readonly file: StartupFile;
}

/** What is said once a file was read, or is about files that no start-up reads. */
const AGAIN = wordPattern([
  'again',
  're read*',
  'reread*',
  'reload*',
  'refresh*',
  'deeper',
  'older',
  'old',
  'past logs',
  'archive*',
  '再次',
  '重新',
  '旧',
  '古い',
  '再度',
  'erneut',
  'nochmal*',
  'ältere',
  'novamente',
  'de novo',
  'antig*',
  'otra vez',
  'antigu*',
  'à nouveau',
  'ancien*',
  'снова',
  'стар*',
]);
const LAZY = wordPattern([
  'on demand',
  'on request',
  'lazy',
  'lazily',
  'when needed',
  'if needed',
  'as needed',
  'only when',
  'only if',
  'when relevant',
  'if relevant',
  'when required',
  'when asked',
  'if asked',
  'when mentioned',
  'is mentioned',
  'are mentioned',
  'user mentions',
  'user asks',
  'user refers',
  'human mentions',
  'human asks',
  '按需',
  '需要时',
  '需要時',
  '仅当',
  '只在',
  '用户提到',
  '用户提及',
  '必要に応じ',
  '必要なとき',
  '必要な時',
  'オンデマンド',
  'bei bedarf',
  'nur wenn',
  'auf anfrage',
  'sob demanda',
  'quando necessário',
  'se necessário',
  'bajo demanda',
  'cuando sea necesario',
  'si es necesario',
  'à la demande',
  'si besoin',
  'si nécessaire',
  'по требованию',
  'по запросу',
  'при необходимости',
]);

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
