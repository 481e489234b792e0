/** What rules want to know of MEMORY.md (§2.4, §4.1, §5.3). */
import type { Line } from '#lib/text/lines.ts';
import { isContent } from '#audit/workspace/document.ts';
import type { Document } from '#audit/workspace/document.ts';
import { NOT_APPLICABLE, notAuditable } from '#audit/workspace/finding.ts';
import type { Finding, RuleOutcome } from '#audit/workspace/finding.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** The long-term memory (§2.4), relative to the workspace. */
export const MEMORY_FILE = 'MEMORY.md';

/** Asks about MEMORY.md where it is a document. */
export const ofMemory =
  (check: (memory: Document, workspace: AuditedWorkspace) => readonly Finding[] | RuleOutcome) =>
  (workspace: AuditedWorkspace): RuleOutcome => {
    const memory = workspace.document(MEMORY_FILE);
    if (memory !== undefined) return check(memory, workspace);
    const reason = workspace.whyNoDocument(MEMORY_FILE);
    return reason === undefined ? NOT_APPLICABLE : notAuditable(reason);
  };

/** Lines that say something: neither blank nor a heading, nor in a comment, a code block or the front matter. */
export const entryLines = ({ lines }: Document): readonly Line[] =>
  lines.filter((line) => line.kind === 'text' && isContent(line));

const MONTH =
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|janv|févr|avr|juin|juil|août|déc|ene|abr|ago|dic|fev|set|out)';
/** Near a number, as in every date that names one: most lines have none, and those below take long to make. */
const MAY_NAME_MONTH = new RegExp(`\\d\\D{1,6}${MONTH}|${MONTH}.{0,18} \\d`);
const DATES: readonly RegExp[] = [
  /(?:19|20)\d\d[-/.年]\s?\d{1,2}(?!\d)/u,
  /(?<!\d)\d{1,2}[./-]\d{1,2}[./-](?:(?:19|20)\d\d|\d\d)(?!\d)/u,
  /\d{1,2}月\d{1,2}日/u,
];
const DATES_WITH_MONTH: readonly RegExp[] = [
  new RegExp(`(?<!\\p{L})${MONTH}\\p{L}{0,8}\\.? \\d{1,4}(?!\\d)`, 'u'),
  new RegExp(`(?<!\\d)\\d{1,2}(?:\\.|st|nd|rd|th)? (?:de |of )?${MONTH}`, 'u'),
];

/** Does a line name a day or a month, in whatever way people write one? */
export const namesDate = ({ text }: Line): boolean => {
  if (!/\d/.test(text)) return false;
  const lower = text.toLowerCase();
  if (DATES.some((date) => date.test(lower))) return true;
  return MAY_NAME_MONTH.test(lower) && DATES_WITH_MONTH.some((date) => date.test(lower));
};

/** At the margin: what is indented belongs to the item above. */
const ITEM = /^ ?(?:[-*+]|\d{1,3}[.)])\s+\S/u;

/**
 * The entries that name no day: an item of a list, or, in a section without items, its first line. A heading above
 * that names one dates all of them.
 */
export const undatedEntries = ({ lines }: Document): readonly Line[] => {
  const undated: Line[] = [];
  /** Levels of the open headings that name a date. */
  let dated: readonly number[] = [];
  let section: Line[] = [];
  const close = (): void => {
    const said = section.filter(isContent);
    const items = said.filter(({ text }) => ITEM.test(text));
    if (items.length > 0) undated.push(...items.filter((item) => !namesDate(item)));
    else if (!said.some(namesDate)) undated.push(...said.slice(0, 1));
    section = [];
  };
  for (const line of lines) {
    if (line.kind !== 'heading') {
      if (dated.length === 0) section.push(line);
      continue;
    }
    close();
    dated = dated.filter((level) => level < line.level);
    if (namesDate(line)) dated = [...dated, line.level];
  }
  close();
  return undated;
};

/** `YYYY-MM-DD` in a text, each time it stands there. */
export const isoDays = (text: string): readonly string[] =>
  text.match(/(?<!\d)(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/gu) ?? [];
