/** The report as JSON (schemas/audit-report.schema.json). */
import { safeJson } from '#lib/report/visible.ts';
import type { Report } from './report.ts';

/** The whole report as one line of JSON. */
export const json = (report: Report): string => safeJson(report, 0);
