/** The report as JSON (schemas/audit-report.schema.json). */
import { escapeJson } from '#lib/text/unseen.ts';
import type { Report } from './report.ts';

/** The whole report as one line of JSON. */
export const json = (report: Report): string => safeJson(report, 0);

/** JSON in which every invisible character is an escape, and no line is a command in a log of GitHub Actions. */
export const safeJson = (value: unknown, indent: number): string =>
  `${escapeJson(JSON.stringify(value, null, indent)).replaceAll('##[', '#\\u0023[')}\n`;
