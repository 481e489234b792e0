/** Points in time as agents write them where seconds since 1970 belong (RFC-0009 §2.9). */
import { isDay } from '#lib/text/day.ts';

export const SECONDS_PER_DAY = 86_400;

/** The largest number that is read as seconds: the year 5138. `schemas/heartbeat-state.schema.json` says it too. */
export const SECONDS_MAX = 100_000_000_000;

/** Between these a bare number is taken for a time: 2000 to 2100. */
const PLAUSIBLE_SECONDS = { from: 946_684_800, to: 4_102_444_800 } as const;

/** No time has more characters. */
const TIME_MAX_CHARS = 40;

const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?)?(?: ?(Z|z|UTC|GMT|[+-]\d{2}:?\d{2}))?$/u;

/** The units in which programs count from 1970, by how many of them are one second. */
const UNITS = [
  { per: 1_000, name: 'milliseconds' },
  { per: 1_000_000, name: 'microseconds' },
  { per: 1_000_000_000, name: 'nanoseconds' },
] as const;

/** A number too large for seconds, in the unit that makes it a time; `undefined` where none does. */
export const fromSmallerUnit = (
  value: number,
): { readonly seconds: number; readonly unit: (typeof UNITS)[number]['name'] } | undefined => {
  const unit = UNITS.find(({ per }) => value / per <= SECONDS_MAX);
  return unit === undefined
    ? undefined
    : { seconds: Math.floor(value / unit.per), unit: unit.name };
};

/** Text that means a time: by itself, or only in a time zone that it does not name. */
export type WrittenTime =
  | { readonly is: 'instant'; readonly seconds: number }
  /** `seconds` is right if the zone is UTC. */
  | { readonly is: 'local'; readonly seconds: number }
  | { readonly is: 'day' };

/** Reads a number in quotes, or ISO 8601. */
export const readTime = (text: string): WrittenTime | undefined => {
  const bare = text.trim();
  if (bare.length > TIME_MAX_CHARS) return undefined;
  if (/^\d{9,20}(?:\.\d{1,9})?$/u.test(bare)) {
    const value = Number(bare);
    const seconds = value <= SECONDS_MAX ? Math.floor(value) : fromSmallerUnit(value)?.seconds;
    return seconds === undefined ? undefined : { is: 'instant', seconds };
  }
  const [, day, hour, minute, second = '00', zone] = ISO.exec(bare) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  if (hour === undefined || minute === undefined) return { is: 'day' };
  const wall = Date.parse(`${day}T${hour}:${minute}:${second}Z`) / 1000;
  const offset = offsetSeconds(zone);
  if (Number.isNaN(wall) || offset === undefined) return undefined;
  return { is: zone === undefined ? 'local' : 'instant', seconds: wall - offset };
};

const offsetSeconds = (zone = 'Z'): number | undefined => {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/u.exec(zone) ?? [];
  if (sign === undefined) return 0;
  const offset = Number(hours) * 3600 + Number(minutes) * 60;
  if (offset > 14 * 3600) return undefined;
  return sign === '-' ? -offset : offset;
};

/** Is this number, or this text, a time of our days? */
export const looksLikeTime = (value: unknown): boolean => {
  if (typeof value === 'string') return readTime(value) !== undefined;
  if (typeof value !== 'number') return false;
  const seconds = value <= SECONDS_MAX ? value : (fromSmallerUnit(value)?.seconds ?? Infinity);
  return seconds >= PLAUSIBLE_SECONDS.from && seconds < PLAUSIBLE_SECONDS.to;
};

/** From a wall clock in a zone, given as if it were UTC, to seconds since 1970; the name of the zone is checked. */
export const wallClock = (zone: string): ((wall: number) => number) | undefined => {
  const format = formatIn(zone);
  if (format === undefined) return undefined;
  const shown = (seconds: number): number => {
    const parts = Object.fromEntries(
      format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]),
    );
    const { year, month, day, hour, minute, second } = parts;
    return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000;
  };
  return (wall) => {
    // The offset at the wall clock read as UTC is right but near a change of the clocks; the second look is there too.
    const near = wall - (shown(wall) - wall);
    return wall - (shown(near) - near);
  };
};

/** Making one takes as long as thousands of uses; many workspaces have few zones. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** More zones than this are made anew each time: a name of a zone is a text of the workspace. */
const FORMATS_MAX = 100;

const formatIn = (timeZone: string): Intl.DateTimeFormat | undefined => {
  const known = formats.get(timeZone) ?? newFormat(timeZone);
  if (known !== undefined && formats.size < FORMATS_MAX) formats.set(timeZone, known);
  return known;
};

const newFormat = (timeZone: string): Intl.DateTimeFormat | undefined => {
  try {
    return new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch {
    return undefined;
  }
};
