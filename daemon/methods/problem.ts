/** What is answered where something cannot be done: problem details (RFC 9457), with the code and the remedy of a refusal. */
import { Refusal, type RefusalCode } from '#lib/spec/refusals.ts';
import { CommandRefused } from '#daemon/workspace/own-commands.ts';

/** As a client gets it. */
export interface Problem {
  readonly type: 'about:blank';
  readonly status: number;
  readonly title: string;
  readonly code: string;
  readonly detail?: string;
  readonly remedy?: string;
}

/** A refusal of the server's own: what HTTP has a number for. */
export class HttpProblem extends Error {
  readonly problem: Problem;

  constructor(status: number, code: string, title: string, detail?: string) {
    super(title);
    this.problem = { type: 'about:blank', status, title, code, ...(detail && { detail }) };
  }
}

/** What was looked at before is another thing now. */
export const changedSince = (what: string): HttpProblem =>
  new HttpProblem(409, 'CHANGED_SINCE', `${what} is no longer what you have seen.`);

/** What went wrong is ours, or what was asked for is: rules say no with 403, the machine with 503. */
const STATUS = { 1: 403, 3: 500, 4: 503 } as const;

/** What was asked for by an id that nothing has. */
const UNKNOWN: ReadonlySet<RefusalCode> = new Set(['PROPOSAL_UNKNOWN', 'SESSION_UNKNOWN']);

/** What to answer for an error. A bug is told as such and no more. */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof HttpProblem) return error.problem;
  if (error instanceof Refusal) {
    const { code, exit, message: title, remedy } = error;
    const status = UNKNOWN.has(code) ? 404 : STATUS[exit];
    return { type: 'about:blank', status, title, code, remedy };
  }
  if (error instanceof CommandRefused) {
    const { code, message: title, remedy } = error;
    return { type: 'about:blank', status: 422, title, code, remedy };
  }
  return { type: 'about:blank', status: 500, title: 'This is a bug of yamo.', code: 'BUG' };
};
