/** The methods of a daemon, asked in the process of a test; every answer is held to its schema. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { Ajv } from 'ajv';
import { expect } from 'vitest';

import { METHODS } from '#daemon/methods/methods.ts';
import { type Problem, problemOf } from '#daemon/methods/problem.ts';
import type { Serving } from '#daemon/workspace/serving.ts';
import { serveHere } from '#test/support/served.ts';
import type { TempWorkspace } from '#test/support/workspace.ts';

const SCHEMAS = resolve(import.meta.dirname, '../../schemas');

const ajv = new Ajv({ strict: false, allErrors: true });
for (const name of ['prompt', 'audit-report', 'boot-record'])
  ajv.addSchema(JSON.parse(readFileSync(join(SCHEMAS, `${name}.schema.json`), 'utf8')));

/** A client of `ws` that is served, with parts of it exchanged for others. */
export const askMethods = async (ws: TempWorkspace, other: Partial<Serving> = {}) => {
  const { workspace } = await serveHere(ws);
  if (workspace.serving === undefined) throw new Error('it is not served');
  const serving = { ...workspace.serving, ...other };
  const ask = async (name: string, params: object = {}) => {
    const method = METHODS[name];
    if (method === undefined) throw new Error(`there is no method ${name}`);
    expect(ajv.validate(method.params, params), JSON.stringify(ajv.errors)).toBe(true);
    const answer = await method.run(serving, params, { name: 'a test', workspace });
    // As a client gets it.
    const told: unknown = JSON.parse(JSON.stringify(answer));
    const isOfForm = ajv.validate(method.answer, told);
    expect(isOfForm, `${name}: ${JSON.stringify(ajv.errors)} ${JSON.stringify(told)}`).toBe(true);
    return answer;
  };
  return { ask, serving, workspace };
};

/** Why something was not done, as a client is told. */
export const problemIn = (asked: Promise<unknown>): Promise<Problem | undefined> =>
  asked.then(
    () => undefined,
    (error: unknown) => problemOf(error),
  );
