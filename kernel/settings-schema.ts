/** The check of the settings against their schema; loaded only where there are settings. */
import { Ajv } from 'ajv';
import schema from '#schemas/settings.schema.json' with { type: 'json' };

const validate = new Ajv({ allErrors: false }).compile(schema);

/** What is wrong with these settings; `undefined` if nothing is. */
export const settingsFault = (value: unknown): string | undefined => {
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  if (error === undefined) return 'unknown';
  const extra = typeof error.params['additionalProperty'] === 'string' ? ` (${error.params['additionalProperty']})` : '';
  return `${error.instancePath === '' ? 'the file' : error.instancePath} ${error.message}${extra}`;
};
