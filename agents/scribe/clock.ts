/** Which day and time it is: as the kernel says, else by the clock in the zone of `TZ`, which it sets for its child. */
import { dailyFile } from '#lib/text/day.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/** The local time as `HH:MM`. */
export const clockTime = (now: Date): string => `${two(now.getHours())}:${two(now.getMinutes())}`;

/** The log of the local day: only for clients that do not say which day it is. */
export const localDailyFile = (now: Date): string =>
  dailyFile(`${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`);
