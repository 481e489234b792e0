/** Which day and time it is: as the kernel says, else by the clock in the zone of `TZ`, which it sets for its child. */
import { dailyFile, dayOf } from '#lib/text/day.ts';
import { textAt } from '#lib/text/json.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/** The local time as `HH:MM`. */
export const clockTime = (now: Date): string => `${two(now.getHours())}:${two(now.getMinutes())}`;

/** The log of the local day: only for clients that do not say which day it is. */
export const localDailyFile = (now: Date): string =>
  dailyFile(`${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`);

/** The log of today as `_meta` names it; `undefined` for what is no log. */
export const todayIn = (meta: unknown): string | undefined => {
  const today = textAt(meta, 'yamo', 'today');
  return today !== undefined && dayOf(today) !== undefined ? today : undefined;
};
