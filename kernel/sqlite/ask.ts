/** Asking databases in a process of its own, which reads their folder and nothing else, and is killed when it is late. */
import process from 'node:process';
import { QUERY_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { isJsonObject, parsedJson } from '#lib/text/json.ts';
import { DONE, runToEnd } from '#kernel/process/child.ts';
import { ownProgram } from '#kernel/programs/own-program.ts';
import type { Cell, DatabaseQuestion } from './question.ts';

/** Rows as they came; `isCut`: there are more. */
export interface AskedRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly isCut: boolean;
}

/** Throws QUERY_REFUSED. */
export const askDatabases = async (
  question: DatabaseQuestion,
  { signal, withinMs = QUERY_MS }: { readonly signal: AbortSignal; readonly withinMs?: number },
): Promise<AskedRows> => {
  const { entry, code } = ownProgram('query.js', ['kernel/sqlite/query-main.ts', 'kernel', 'lib']);
  const readable = [...code, question.folder];
  const command = {
    program: process.execPath,
    args: ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`), entry],
    environment: {},
    directory: '/',
  };
  const input = JSON.stringify(question);
  const { how, output, isLate } = await runToEnd(command, { input, signal, withinMs });
  if (isLate) throw refused(`it took longer than ${withinMs} ms`);
  if (signal.aborted) throw refused('whoever asked has gone');
  const answer = how === DONE ? parsedJson(output) : undefined;
  if (isAnswer(answer)) return answer;
  const fault = isJsonObject(answer) ? answer['fault'] : undefined;
  throw refused(typeof fault === 'string' ? fault : `its process ended with ${how}`);
};

/** The process runs our own code: what it writes has the form, or it has ended half-way. */
const isAnswer = (value: unknown): value is AskedRows =>
  isJsonObject(value) && Array.isArray(value['columns']) && Array.isArray(value['rows']);

const refused = (reason: string): Refusal => new Refusal('QUERY_REFUSED', { reason });
