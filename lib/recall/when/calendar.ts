/** Days of the calendar, counted in its units; weeks begin on Monday. A day is `YYYY-MM-DD`. */
import type { Unit } from '#lib/protocol/mesh.ts';
import { daysBefore } from '#lib/text/days.ts';

/** A window with both ends. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const two = (part: number): string => String(part).padStart(2, '0');

/** The day with these numbers; days and months that the calendar has not are those of the next month or year. */
export const dayOfDate = (year: number, month: number, day: number): string => {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(date.getUTCFullYear() + year - 2000);
  return `${String(date.getUTCFullYear()).padStart(4, '0')}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
};

const partsOf = (day: string): readonly [number, number, number] => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return [year, month, date];
};

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: string): number =>
  (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** A month, or several. */
export const monthsFrom = (year: number, month: number, count = 1): Period => ({
  from: firstOf(year, month),
  to: daysBefore(firstOf(year, month + count), 1),
});

const firstOf = (year: number, month: number): string =>
  dayOfDate(year + Math.floor((month - 1) / 12), ((((month - 1) % 12) + 12) % 12) + 1, 1);

/** The day, week, month … in which a day lies. */
export const periodOf = (unit: Unit, day: string): Period => {
  const [year, month] = partsOf(day);
  const monday = daysBefore(day, weekdayOf(day));
  switch (unit) {
    case 'day':
      return { from: day, to: day };
    case 'week':
      return { from: monday, to: daysBefore(monday, -6) };
    case 'weekend':
      return { from: daysBefore(monday, -5), to: daysBefore(monday, -6) };
    case 'month':
      return monthsFrom(year, month);
    case 'quarter':
      return monthsFrom(year, month - ((month - 1) % 3), 3);
    case 'year':
      return monthsFrom(year, 1, 12);
  }
};

/** A day so many units later, or earlier; a day that a month has not is its last one. */
export const moved = (day: string, unit: Unit, count: number): string => {
  if (unit === 'day') return daysBefore(day, -count);
  if (unit === 'week' || unit === 'weekend') return daysBefore(day, -7 * count);
  const [year, month, date] = partsOf(day);
  const months = count * { month: 1, quarter: 3, year: 12 }[unit];
  const { from, to } = monthsFrom(year, month + months);
  const same = `${from.slice(0, 8)}${two(date)}`;
  return same < to ? same : to;
};

/** The last days up to `day`, so many units of them. */
export const lastUntil = (day: string, unit: Unit, count: number): Period => ({
  from: daysBefore(moved(day, unit, -count), -1),
  to: day,
});

/** As many days before a day as a unit has, or after one. */
export const besidePeriod = (
  { from, to }: Period,
  unit: Unit,
  side: 'before' | 'after',
): Period => {
  const [one, other] =
    side === 'before'
      ? [moved(from, unit, -1), daysBefore(from, 1)]
      : [daysBefore(to, -1), moved(to, unit, 1)];
  return { from: one, to: other };
};

/** Third of a stretch of days, rounded to whole ones: 0, 1 or 2. */
export const thirdOf = ({ from, to }: Period, third: 0 | 1 | 2): Period => {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const step = Math.max(1, Math.round(days / 3));
  const first = daysBefore(from, -step * third);
  return { from: first, to: third === 2 ? to : daysBefore(first, 1 - step) };
};
