/** What a model, or a third-party agent, gives to a tool is checked by the tool's schema before anything is done with it. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { oneLine } from '#lib/model/bounded.ts';
import { ERROR_MAX_CHARS } from '#lib/model/limits.ts';
import type { ToolDefinition } from '#lib/model/tools.ts';

const ajv = new Ajv({ allErrors: true });

const inputs = new Map<string, ValidateFunction>();

/** What is wrong with the input of a call, in words for the model; `undefined` if nothing is. */
export const inputFault = (
  { name, input: schema }: ToolDefinition<string>,
  input: unknown,
): string | undefined => {
  const validate = inputs.get(name) ?? ajv.compile(schema);
  inputs.set(name, validate);
  if (validate(input)) return undefined;
  return `The input of ${name} is not as it must be: ${oneLine(errorsIn(validate.errors), ERROR_MAX_CHARS)}`;
};

const errorsIn = (errors: readonly ErrorObject[] | null | undefined): string =>
  (errors ?? [])
    .map(({ instancePath, message = 'not valid' }) => `${instancePath.slice(1) || 'it'} ${message}`)
    .join('; ');
