import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';

import { codePath, headOf, schemaPath, staleValidators, type Validator } from './stale.ts';

/** Writes the validators that are missing or stale, and returns their schemas. Throws when a schema is wrong. */
export const writeValidators = (): readonly string[] =>
  staleValidators().map((validator) => {
    const path = codePath(validator);
    const code = headOf(validator) + compile(validator);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
    return validator.schema;
  });

/** A module of one function, `validate`, that finds every fault and imports nothing. */
const compile = (validator: Validator): string => {
  const { schema, messages } = validator;
  const ajv = new Ajv({ allErrors: true, messages, code: { source: true, esm: true } });
  ajv.addSchema(JSON.parse(readFileSync(schemaPath(validator), 'utf8')), schema);
  const code = standalone.default(ajv, { validate: schema });
  if (/\brequire\(|\bimport\b/.test(code))
    throw new Error(`${schema}: the validator would load something at run time`);
  return code;
};
