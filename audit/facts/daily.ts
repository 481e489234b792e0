/** The daily logs as the rules of §2.5 and §5.2 need them: what their names say, and what git knows of them. */
import { MEMORY_DIR } from '#lib/spec/files.ts';
import { copiedFile } from '#lib/memory/foreign-marks.ts';
import { dayOf, isDay } from '#lib/text/day.ts';
import { daysFrom } from '#lib/text/days.ts';
import type { Change, GitHistory } from '#lib/workspace/snapshot.ts';
import { type Document, once } from '#audit/workspace/document.ts';
import { NOT_APPLICABLE, notAuditable } from '#audit/workspace/finding.ts';
import type { Finding, RuleOutcome } from '#audit/workspace/finding.ts';
import type { AuditedWorkspace, DatedLog } from '#audit/workspace/workspace.ts';

/** `2026-03-10` to seconds since 1970, at its first moment in UTC. */
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;

/** The day in UTC of an instant in seconds. Git stores any number: beyond the calendar it is the last or first day. */
export const dayAt = (seconds: number): string => {
  const inCalendar = Math.min(Math.max(seconds, startOf('0000-01-01')), startOf('9999-12-31'));
  return new Date(inCalendar * 1000).toISOString().slice(0, 10);
};

/** A Markdown file beside the logs whose name begins with a date and goes on: `2026-03-10-review.md`. */
const SUFFIXED = /^(\d{4}-\d{2}-\d{2})[^\d].*$/su;

/** A file of `memory/` whose name says a day, and that day. */
export interface DatedName {
  readonly name: string;
  readonly day: string;
}

/** Names of memory/ itself, without the folder and the ending, of Markdown files. */
export const memoryStems = ({
  snapshot,
}: AuditedWorkspace): readonly { readonly name: string; readonly stem: string }[] => {
  const stems: { name: string; stem: string }[] = [];
  for (const { name, type } of snapshot.items.values()) {
    if (type === 'directory' || !name.startsWith(`${MEMORY_DIR}/`) || !name.endsWith('.md'))
      continue;
    const stem = name.slice(MEMORY_DIR.length + 1, -'.md'.length);
    if (!stem.includes('/')) stems.push({ name, stem });
  }
  return stems;
};

/** A whole date, also of a day that the calendar lacks. `1.2.3` is a version, so points need a year of four digits. */
const DATES = [/^\d{1,4}-\d{1,2}-\d{1,4}$/u, /^\d{4}([_.])\d{1,2}\1\d{1,2}$/u] as const;

/** `20260310` */
const WITHOUT_DASHES = /^(\d{4})(\d{2})(\d{2})$/u;

/** Is a name without its ending a date, in whatever spelling? */
export const isDateName = (stem: string): boolean => {
  if (DATES.some((date) => date.test(stem))) return true;
  const [, year, month, day] = WITHOUT_DASHES.exec(stem) ?? [];
  return isDay(`${year}-${month}-${day}`);
};

/** The Markdown files of memory/ whose names are no date at all, nor the pattern of one, in the order of their names. */
export const otherNotes = (workspace: AuditedWorkspace): readonly string[] =>
  memoryStems(workspace)
    .filter(({ stem }) => !isDateName(stem) && !SUFFIXED.test(stem) && stem !== 'YYYY-MM-DD')
    .map(({ name }) => name)
    .toSorted();

/** The Markdown files of memory/ whose names say more than a day, in the order of their names. */
export const suffixedNames = (workspace: AuditedWorkspace): readonly DatedName[] =>
  memoryStems(workspace)
    .flatMap(({ name, stem }) => {
      const day = SUFFIXED.exec(stem)?.[1];
      // The second version of a log is no note of its own.
      return day === undefined || copiedFile(name) !== undefined ? [] : [{ name, day }];
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** After a log of a wrong year, so many days pass without any. */
const WRONG_YEAR_GAP_DAYS = 200;

/**
 * Logs that were filed a year too early, as it happens in January: a long gap follows them, the same day one year
 * later lies among the logs after the gap, and they are few beside those. A pause of many months after a year of
 * work looks alike, but for the last.
 */
export const wrongYearLogs = ({ dailyLogs, context }: AuditedWorkspace): readonly DatedLog[] => {
  const logs = dailyLogs.filter(({ day }) => day <= context.today);
  const gap = logs.findLastIndex(({ day }, at) => {
    const next = logs[at + 1];
    return next !== undefined && daysFrom(day, next.day) > WRONG_YEAR_GAP_DAYS;
  });
  const early = logs.slice(0, gap + 1);
  const rest = logs.slice(gap + 1);
  const [first, last] = [rest[0]?.day, rest.at(-1)?.day];
  if (first === undefined || last === undefined || early.length >= rest.length) return [];
  return early.filter(({ day }) => {
    const year = String(Number(day.slice(0, 4)) + 1).padStart(4, '0');
    const later = `${year}${day.slice(4)}`;
    return later >= first && later <= last;
  });
};

/** The first and the last day that logs speak of, also logs with more in their names; not what cannot be true. */
export const loggedDays = (
  workspace: AuditedWorkspace,
): { readonly first: string; readonly last: string } | undefined => {
  const wrong = new Set(wrongYearLogs(workspace).map(({ day }) => day));
  const days = [...workspace.dailyLogs, ...suffixedNames(workspace)]
    .map(({ day }) => day)
    .filter((day) => isDay(day) && !wrong.has(day) && day <= workspace.context.today)
    .toSorted();
  const [first, last] = [days[0], days.at(-1)];
  return first === undefined || last === undefined ? undefined : { first, last };
};

/** A rule over the text of each daily log; a log that is no text has no answer. */
export const overLogs = (
  judge: (document: Document, day: string) => readonly Finding[],
): ((workspace: AuditedWorkspace) => RuleOutcome) => {
  const judged = once((document) => judge(document, dayOf(document.name) ?? ''));
  return (workspace) => {
    if (workspace.dailyLogs.length === 0) return NOT_APPLICABLE;
    const findings: Finding[] = [];
    let reason: string | undefined;
    for (const { name } of workspace.dailyLogs) {
      const document = workspace.document(name);
      if (document === undefined) reason ??= workspace.whyNoDocument(name);
      else findings.push(...judged(document));
    }
    return findings.length === 0 && reason !== undefined ? notAuditable(reason) : findings;
  };
};

/** A change of the log of a day. */
export interface LogChange extends Change {
  readonly day: string;
}

/** What git knows of daily logs, by file, the newest change first. */
export const logChanges = ({ changes }: GitHistory): ReadonlyMap<string, readonly LogChange[]> =>
  Map.groupBy(
    changes.flatMap((change) => {
      const day = dayOf(change.file);
      return day === undefined || !Number.isFinite(change.time) ? [] : [{ ...change, day }];
    }),
    ({ file }) => file,
  );
