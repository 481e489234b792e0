/** The check of a configuration against its schema; loaded only where there is one. */
import { validate as fitsAuditConfig } from '#schemas/generated/audit-config.js';
import type { AuditConfig } from '#audit/report/choice.ts';
import { schemaFault } from '#kernel/contract/schema-fault.ts';

/** Does this value fit `schemas/audit-config.schema.json`? */
export const isAuditConfig = (value: unknown): value is AuditConfig => fitsAuditConfig(value);

/** What was wrong with the configuration that was checked last. */
export const configFault = (): string => schemaFault(fitsAuditConfig.errors);
