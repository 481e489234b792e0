/** The check of the settings against their schema; loaded only where there are settings. */
import { Ajv } from 'ajv';
import schema from '#schemas/settings.schema.json' with { type: 'json' };
import type { Settings } from './boot-request.ts';
import { faultIn } from './schema-fault.ts';

const validate = new Ajv().compile<Partial<Settings>>(schema);

export const isSettings = (value: unknown): value is Partial<Settings> => validate(value);

/** What was wrong with the settings that were checked last. */
export const settingsFault = (): string => faultIn(validate.errors);
