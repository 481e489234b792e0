/** The report as JSON (schemas/audit-report.schema.json). */
import type { Report } from './report.ts';

/** What JSON lets through and a terminal or an editor acts on: only in strings, so an escape is the same value. */
const unseen = (): RegExp =>
  /[\u007F-\u009F\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu;

/** Looked at closely; all else is plain, and there is much of it. */
const UNUSUAL = /[^\n -~]+/gu;

/** The whole report as one line of JSON. */
export const json = (report: Report): string => safeJson(report, 0);

/** JSON in which every invisible character is an escape, and no line is a command in a log of GitHub Actions. */
export const safeJson = (value: unknown, indent: number): string =>
  `${JSON.stringify(value, null, indent)
    .replaceAll(UNUSUAL, (part) => part.replaceAll(unseen(), escaped))
    .replaceAll('##[', '#\\u0023[')}\n`;

const escaped = (char: string): string =>
  Array.from(
    { length: char.length },
    (_, index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
