/** The check of a baseline against its schema; loaded only where there is one. */
import { Ajv } from 'ajv';
import schema from '#schemas/audit-baseline.schema.json' with { type: 'json' };
import type { BaselineFile } from './audit-baseline.ts';
import { faultIn } from './schema-fault.ts';

const validate = new Ajv().compile<BaselineFile>(schema);

export const isBaseline = (value: unknown): value is BaselineFile => validate(value);

/** What was wrong with the baseline that was checked last. */
export const baselineFault = (): string => faultIn(validate.errors);
