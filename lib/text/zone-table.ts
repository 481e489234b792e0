/**
 * What a clock shows in a time zone, from the system's table of that zone (TZif, RFC 8536): the standard library asks
 * `Intl` for it, whose first answer costs a tenth of a boot.
 */

/** Milliseconds to add to UTC at an instant, given in milliseconds since 1970. */
export type Offset = (at: number) => number;

const HEADER_BYTES = 44;
const SECOND = 1000;
const DAY_SECONDS = 86_400;

/** `undefined` if this is no table of version 2 or later, or says what this does not read. */
export const readZoneTable = (bytes: Uint8Array): Offset | undefined => {
  const table = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const first = headerAt(table, 0);
    if (first === undefined) return undefined;
    return offsetsIn(table, HEADER_BYTES + first.times * 5 + blockAfter(first, 4));
  } catch (error) {
    // A table that is cut off.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

interface Header {
  readonly times: number;
  readonly types: number;
  readonly chars: number;
  readonly leaps: number;
  readonly flags: number;
}

const MAGIC = 0x54_5a_69_66;
const VERSION_2 = 0x32;

const headerAt = (table: DataView, at: number): Header | undefined => {
  if (table.getUint32(at) !== MAGIC || table.getUint8(at + 4) < VERSION_2) return undefined;
  const [utc = 0, standard = 0, leaps = 0, times = 0, types = 0, chars = 0] = Array.from(
    { length: 6 },
    (_, index) => table.getUint32(at + 20 + 4 * index),
  );
  return { times, types, chars, leaps, flags: utc + standard };
};

/** Bytes behind the times of change and their types. */
const blockAfter = ({ types, chars, leaps, flags }: Header, timeBytes: 4 | 8): number =>
  types * 6 + chars + leaps * (timeBytes + 4) + flags;

/** The second block has times of 64 bits, and a rule for what comes after the last of them. */
const offsetsIn = (table: DataView, at: number): Offset | undefined => {
  const header = headerAt(table, at);
  if (header === undefined || header.types === 0) return undefined;
  const { times } = header;
  const timesAt = at + HEADER_BYTES;
  const typesAt = timesAt + times * 9;
  const offsetOf = (type: number): number => table.getInt32(typesAt + type * 6) * SECOND;
  const changes = Array.from({ length: times }, (_, index) => ({
    at: Number(table.getBigInt64(timesAt + index * 8)) * SECOND,
    offset: offsetOf(table.getUint8(timesAt + times * 8 + index)),
  }));
  const first = offsetOf(0);
  const after = ruleIn(table, typesAt + blockAfter(header, 8));
  if (after === undefined) return undefined;
  return (instant) => {
    const last = changes.at(-1);
    if (after !== 'none' && (last === undefined || instant >= last.at)) return after(instant);
    return changes.findLast((change) => change.at <= instant)?.offset ?? first;
  };
};

const ruleIn = (table: DataView, at: number): Offset | 'none' | undefined => {
  let rule = '';
  for (let next = at + 1; table.getUint8(next) !== 0x0a; next += 1)
    rule += String.fromCharCode(table.getUint8(next));
  return rule === '' ? 'none' : readRule(rule);
};

const NAME = String.raw`(?:<[\w+-]+>|[A-Za-z]+)`;
const TIME = String.raw`[+-]?\d+(?::\d+){0,2}`;
/** `CET-1CEST,M3.5.0,M10.5.0/3`: standard time, and where there is summer time, when it begins and ends. */
const RULE = new RegExp(`^${NAME}(${TIME})(?:${NAME}(${TIME})?,([^,]+),([^,]+))?$`);

/** `undefined` for a rule of another form. */
const readRule = (rule: string): Offset | undefined => {
  const [whole, standard = '', summer, begins, ends] = RULE.exec(rule) ?? [];
  if (whole === undefined) return undefined;
  // Written as what is to be added to reach UTC.
  const winterOffset = 0 - secondsOf(standard);
  if (begins === undefined || ends === undefined) return () => winterOffset * SECOND;
  const summerOffset = summer === undefined ? winterOffset + 3600 : 0 - secondsOf(summer);
  const from = readDate(begins);
  const to = readDate(ends);
  if (from === undefined || to === undefined) return undefined;
  return (instant) => {
    const at = instant / SECOND;
    const year = new Date(instant + winterOffset * SECOND).getUTCFullYear();
    const start = from(year) - winterOffset;
    const end = to(year) - summerOffset;
    const isSummer = start < end ? at >= start && at < end : at >= start || at < end;
    return (isSummer ? summerOffset : winterOffset) * SECOND;
  };
};

const secondsOf = (time: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = time.replace(/^[+-]/, '').split(':').map(Number);
  const all = hours * 3600 + minutes * 60 + seconds;
  return time.startsWith('-') ? 0 - all : all;
};

/** When a day of the rule begins, and so many hours: in seconds since 1970, of a clock that shows UTC. */
type DayOf = (year: number) => number;

/** Two in the morning, where the rule names no time. */
const TIME_OF_CHANGE = '2';

/** `Mm.w.d`: the w-th weekday d of a month, the fifth being the last; `Jn` and `n` count days. */
const readDate = (date: string): DayOf | undefined => {
  const [day = '', time = TIME_OF_CHANGE] = date.split('/');
  const seconds = secondsOf(time);
  const [, month, week, weekday] = /^M(\d+)\.(\d)\.(\d)$/.exec(day) ?? [];
  if (month !== undefined)
    return (year) =>
      weekdayOf(year, Number(month), Number(week), Number(weekday)) * DAY_SECONDS + seconds;
  const [, julian, number] = /^(J?)(\d+)$/.exec(day) ?? [];
  if (number === undefined) return undefined;
  return (year) => {
    const count = Number(number);
    // J counts from 1, and has no 29 February.
    const days = julian === '' ? count : count - 1 + (isLeap(year) && count > 59 ? 1 : 0);
    return (daysTo(year, 1) + days) * DAY_SECONDS + seconds;
  };
};

const weekdayOf = (year: number, month: number, week: number, weekday: number): number => {
  const first = daysTo(year, month);
  const length = daysTo(year, month + 1) - first;
  const firstWeekday = (first + 4) % 7;
  const day = ((weekday - firstWeekday + 7) % 7) + (week - 1) * 7;
  return first + (day < length ? day : day - 7);
};

/** Days from 1970 to the first of a month. */
const daysTo = (year: number, month: number): number =>
  Date.UTC(year, month - 1, 1) / (DAY_SECONDS * SECOND);

const isLeap = (year: number): boolean => daysTo(year + 1, 1) - daysTo(year, 1) === 366;
