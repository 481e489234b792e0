/** Calendar days as the daily logs name them (RFC-0009 §2.5). */

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Is this an existing date, written `YYYY-MM-DD`? (2026-02-30 is not.) */
export const isDay = (text: string): boolean => {
  if (!DAY.test(text)) return false;
  const at = (from: number, to?: number): number => Number(text.slice(from, to));
  const [year, month, day] = [at(0, 4), at(5, 7), at(8)];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && isLeap ? 29 : (DAYS_OF_MONTHS[month - 1] ?? 0);
  return day >= 1 && day <= last;
};

/** The day before `day`. */
export const dayBefore = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
};

/** The log of a day, as a name in the workspace. */
export const dailyFile = (day: string): string => `memory/${day}.md`;

/** The day whose log this name is; `undefined` if it is none. */
export const dayOf = (file: string): string | undefined => {
  const day = /^memory\/(\d{4}-\d{2}-\d{2})\.md$/.exec(file)?.[1];
  return day !== undefined && isDay(day) ? day : undefined;
};

/** The day whose log was put away under this name; `undefined` if it is none. */
export const archivedDayOf = (file: string): string | undefined => {
  const log = /^memory\/archive\/(.+)\.gz$/.exec(file)?.[1];
  return log === undefined ? undefined : dayOf(`memory/${log}`);
};
