/**
 * The JSON Schemas that are checked at each start, compiled to code in `schemas/generated/`, which git ignores: a start
 * that compiled them with ajv would take 50 ms longer. This tells which of them must be written; `npm run validators`,
 * `npm run check`, the build and the tests write them.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** What a schema is compiled to. */
export interface Validator {
  /** The name of the schema. */
  readonly schema: string;
  /** Faults are told in words, which quote what they complain about: for files of the owner's own. */
  readonly messages: boolean;
}

const VALIDATORS: readonly Validator[] = [
  { schema: 'audit-config', messages: true },
  { schema: 'conform-kernel', messages: true },
  { schema: 'heartbeat-state', messages: false },
  { schema: 'layout', messages: true },
  { schema: 'prompt-facts', messages: true },
  { schema: 'settings', messages: true },
];

/** Where the text of the schema stands. */
export const schemaPath = ({ schema }: Validator): string =>
  join(ROOT, `schemas/${schema}.schema.json`);

/** Where its code is written. */
export const codePath = ({ schema }: Validator): string =>
  join(ROOT, `schemas/generated/${schema}.js`);

/** The first line of its code: a hash of all that the code is made from. */
export const headOf = (validator: Validator): string => {
  const madeFrom = [
    schemaPath(validator),
    join(ROOT, 'node_modules/ajv/package.json'),
    join(import.meta.dirname, 'stale.ts'),
    join(import.meta.dirname, 'write.ts'),
  ];
  const hash = createHash('sha256');
  for (const path of madeFrom) hash.update(readFileSync(path));
  return `// Written by npm run validators, from ${hash.digest('hex')}.\n`;
};

/** Those whose code is missing, or was made from something else. Throws when a schema, or ajv, is missing. */
export const staleValidators = (): readonly Validator[] =>
  VALIDATORS.filter((validator) => {
    const path = codePath(validator);
    return !existsSync(path) || !readFileSync(path, 'utf8').startsWith(headOf(validator));
  });
