/** The check of a baseline against its schema; loaded only where there is one. */
import { Ajv } from 'ajv';
import schema from '#schemas/audit-baseline.schema.json' with { type: 'json' };
import { schemaFault } from '#kernel/contract/schema-fault.ts';

/** One known finding. */
export interface KnownFinding {
  readonly rule: string;
  /** Relative to the folder of the baseline, with `/`; `.` for that folder itself. */
  readonly workspace: string;
  readonly file: string;
  readonly hash: string;
}

/** A baseline as it lies in a repository. */
export interface BaselineFile {
  readonly version: 1;
  /** Workspaces of other systems were judged by the layout that they were recognised by. */
  readonly layouts?: 'recognised';
  readonly key: string;
  readonly findings: readonly KnownFinding[];
}

const validate = new Ajv().compile<BaselineFile>(schema);

/** Does this value fit `schemas/audit-baseline.schema.json`? */
export const isBaseline = (value: unknown): value is BaselineFile => validate(value);

/** What was wrong with the baseline that was checked last. */
export const baselineFault = (): string => schemaFault(validate.errors);
