/** The days of a memory as a picture: how much was written on each, and in how many sessions (RFC-0009 §5.2). */
import { plural } from '#lib/report/plural.ts';
import { daysBefore, daysFrom } from '#lib/text/days.ts';

/** A day of which there is a log. */
export interface DayOfLog {
  readonly day: string;
  /** Of the log itself, also where it lies compressed in the archive. */
  readonly bytes: number;
  readonly sessions: number;
  readonly notes: number;
  readonly isArchived: boolean;
}

/** A row of the picture: one day, or all days of an older month. */
export interface TimelineRow {
  /** `2026-03-14`, or `2026-01`. */
  readonly label: string;
  readonly logs: number;
  readonly archived: number;
  readonly bytes: number;
  readonly sessions: number;
  readonly notes: number;
  /** Days without a log before this row, up to the one before. */
  readonly gap: number;
}

/** Days that are shown one by one. */
export const TIMELINE_DAYS = 30;

/** Oldest first: months up to the last `days` days, then each day that has a log. */
export const timelineRows = (
  logs: readonly DayOfLog[],
  today: string,
  days = TIMELINE_DAYS,
): readonly TimelineRow[] => {
  const from = daysBefore(today, days - 1);
  const groups = Map.groupBy(
    logs.toSorted((one, other) => (one.day < other.day ? -1 : 1)),
    ({ day }) => (day < from ? day.slice(0, 'YYYY-MM'.length) : day),
  );
  let last: string | undefined;
  return [...groups].map(([label, group]) => {
    const gap =
      label.length === 'YYYY-MM'.length || last === undefined ? 0 : daysFrom(last, label) - 1;
    last = group.at(-1)?.day;
    const sum = (count: (log: DayOfLog) => number): number =>
      group.reduce((total, log) => total + count(log), 0);
    return {
      label,
      logs: new Set(group.map(({ day }) => day)).size,
      archived: sum(({ isArchived }) => (isArchived ? 1 : 0)),
      bytes: sum(({ bytes }) => bytes),
      sessions: sum(({ sessions }) => sessions),
      notes: sum(({ notes }) => notes),
      gap: Math.max(0, gap),
    };
  });
};

/** A month is drawn as one of its days is on average: else it would dwarf them all. */
export const dailyBytes = ({ bytes, logs }: TimelineRow): number => bytes / Math.max(1, logs);

/** The sessions of a row, and what else there is to say. */
export const factsOf = ({ label, sessions, logs, archived }: TimelineRow): string =>
  [
    label.length === 'YYYY-MM-DD'.length ? [] : plural(logs, 'log'),
    plural(sessions, 'session'),
    archived === 0 ? [] : `${archived === logs ? '' : `${archived} `}archived`,
  ]
    .flat()
    .join(', ');

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** A bar of `share` of `columns`, in eighths of a column; something of what is not nothing. */
export const barOf = (share: number, columns: number): string => {
  const eighths = share <= 0 ? 0 : Math.max(1, Math.round(share * columns * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
};

/** Bytes as people read them. */
export const sizeOf = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
};
