/** The hours of the day in which a heartbeat may come, where its human lives. */
import type { Offset } from '#lib/text/zone-table.ts';

/** From the first minute of the day on, to before the second; over midnight where that comes first. */
export interface Hours {
  readonly from: number;
  readonly to: number;
}

const HOURS = /^([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;
const DAY_MINUTES = 24 * 60;
const MINUTE_SECONDS = 60;

/** `08:00-22:00`; `undefined` for what is none, or is no time at all. */
export const hoursIn = (text: string): Hours | undefined => {
  const match = HOURS.exec(text);
  if (match === null) return undefined;
  const [, h = '', m = '', toH = '24', toM = '00'] = match;
  const from = Number(h) * 60 + Number(m);
  const to = Number(toH) * 60 + Number(toM);
  return from === to ? undefined : { from, to };
};

/** Is this minute of a day one of them? */
export const isInHours = ({ from, to }: Hours, minute: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to;

/** The minute of the day that a clock shows at `seconds`. */
export const minuteOf = (seconds: number, offset: Offset): number => {
  const ms = seconds * 1000;
  const minutes = Math.floor((ms + offset(ms)) / (MINUTE_SECONDS * 1000));
  return ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
};

/** The first instant from `seconds` on that lies within them; a day may skip an hour, so the clock is asked, not reckoned. */
export const nextWithin = (hours: Hours, seconds: number, offset: Offset): number => {
  if (isInHours(hours, minuteOf(seconds, offset))) return seconds;
  const first = Math.ceil(seconds / MINUTE_SECONDS) * MINUTE_SECONDS;
  for (let minutes = 0; minutes <= 2 * DAY_MINUTES; minutes += 1) {
    const at = first + minutes * MINUTE_SECONDS;
    if (isInHours(hours, minuteOf(at, offset))) return at;
  }
  return seconds;
};
