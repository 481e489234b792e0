/** The check of the settings against their schema; loaded only where there are settings. */
import { Ajv } from 'ajv';
import schema from '#schemas/settings.schema.json' with { type: 'json' };
import type { Settings, ShellSettings } from './boot-request.ts';
import { faultIn } from './schema-fault.ts';

/** What an owner may write: every field, and every field of `shell`, may be left out. */
export type GivenSettings = Partial<Omit<Settings, 'shell'>> & {
  readonly shell?: Partial<ShellSettings>;
};

const validate = new Ajv({ allowUnionTypes: true }).compile<GivenSettings>(schema);

export const isSettings = (value: unknown): value is GivenSettings => validate(value);

/** What was wrong with the settings that were checked last. */
export const settingsFault = (): string => faultIn(validate.errors);
