/** Days, months and years that are written out: `2026-08-17`, `17.8.2026`, `3 to 9 May`, `8月17日`, `in August`. */
import { MONTHS, WHEN_LISTS } from '#lib/language/when-words.ts';
import { isDay } from '#lib/text/day.ts';
import { dayOfDate, monthsFrom, type Period } from './calendar.ts';
import {
  anyOf,
  fullMonths,
  type Groups,
  isLed,
  LETTER,
  listed,
  type Read,
  type Reading,
} from './reading.ts';

/** Whoever asks: where, on which day, and of which days there are notes. */
export interface Asker {
  /** `YYYY-MM-DD`, where the human lives. */
  readonly today: string;
  /** IANA name. */
  readonly zone?: string | undefined;
  /** Is there a note of one of these days? */
  readonly isLogged?: ((days: Period) => boolean) | undefined;
}

const D = String.raw`(?<day>\d{1,2})`;
const D2 = String.raw`(?<day2>\d{1,2})`;
const M = String.raw`(?<month>\d{1,2})`;
const Y = String.raw`(?<year>\d{4})`;
const ORDINAL = String.raw`(?:st|nd|rd|th|er|re|º|°|ª|\.|-?(?:го|е|ого))?`;
const OF = String.raw`(?:\s+(?:of|de|del|di|do)\s+|\s+d['’]|\s*)`;
const NAME = `(?<name>${anyOf([...MONTHS.keys()].filter((name) => !name.endsWith('月')))})`;
const KANJI = `(?<name>${anyOf([...MONTHS.keys()].filter((name) => name.endsWith('月')))})`;
const YEAR = String.raw`(?:,?(?:\s+(?:of|de|del|di|do))?\s+(?<year>(?:19|20)\d{2})(?!\d)|\s*['’](?<yy>\d{2})(?!\d))?(?:\s*(?:года|году|г\.?)(?![${LETTER}]))?`;
const NO_DIGIT = String.raw`(?![${LETTER}]|[.,:]\d)`;
const NO_YEAR = String.raw`(?![a-z0-9]|[.,:]\d)`;
const START = String.raw`(?<![${LETTER}.,:/-])`;
const THE = `(?:${anyOf(listed('articles'))})?\\s*`;
const TO = String.raw`\s*(?:[-–—~〜～]|(?:${anyOf(listed('range'))})(?![${LETTER}]))\s*`;

const exact = (pattern: string): RegExp => new RegExp(pattern, 'gu');

const ISO = exact(String.raw`(?<!\d)${Y}[-/.]${M}[-/.]${D}(?![\d])(?:T[\d:.Z+]*)?`);
const ISO_MONTH = exact(String.raw`(?<![\d-])${Y}-(?<month>0[1-9]|1[0-2])(?![\d-])`);
const NUMBERS = exact(
  String.raw`(?<![\d.,/-])(?<one>\d{1,2})(?<by>[./-])\s?(?<other>\d{1,2})\k<by>\s?(?:${Y}|(?<yy>\d{2}))(?![\d/])`,
);
const DOTTED = exact(String.raw`(?<![\d.,:/])${D}\.\s?${M}\.(?!\d)`);
const SLASHED = exact(
  String.raw`(?<![${LETTER}])(?<=(?:on|am|le|el|il|op|dia|día|den)\s)(?<one>\d{1,2})/(?<other>\d{1,2})(?![\d/])`,
);
const EAST_ASIAN_RANGE = exact(
  String.raw`(?:${Y}\s*年\s*)?(?<![\d])${M}\s*月\s*${D}\s*[日号號]?${TO}${D2}\s*[日号號]`,
);
const EAST_ASIAN = exact(
  String.raw`(?<!(?:\d|元)\s*年\s*)(?:${Y}\s*年\s*)?(?<!\d)${M}\s*月\s*${D}\s*[日号號]`,
);
const EAST_ASIAN_MONTH = exact(
  String.raw`(?<!(?:\d|元)\s*年\s*)(?:${Y}\s*年\s*)?(?<!\d)${M}\s*月(?!\s*[\d一二三四五六七八九十间間])`,
);
const KANJI_MONTH = exact(
  `(?<![一二三四五六七八九十\\d年])${KANJI}(?![一二三四五六七八九十\\d间間])`,
);
const RANGE = exact(
  `${START}${D}${ORDINAL}${TO}${THE}${D2}${ORDINAL}${OF}${NAME}\\.?${YEAR}${NO_DIGIT}`,
);
const NAMED_RANGE = exact(
  `${START}${NAME}\\.?\\s+${THE}${D}${ORDINAL}${TO}${THE}${D2}${ORDINAL}(?!${OF}${NAME.replace('?<name>', '?:')})${YEAR}${NO_DIGIT}`,
);
const DAY_OF = exact(`${START}${D}${ORDINAL}(?<of>${OF})${NAME}\\.?${YEAR}${NO_DIGIT}`);
const OF_DAY = exact(`${START}${NAME}\\.?\\s+(?:the\\s+)?${D}(?:st|nd|rd|th)?${YEAR}${NO_DIGIT}`);
const MONTH_OF = exact(
  String.raw`${START}${NAME}\.?,?${OF}(?<year>(?:19|20)\d{2})(?:\s*(?:года|году|г\.?)(?![${LETTER}]))?${NO_DIGIT}`,
);
const MONTH = exact(`${START}(?<name>${anyOf(fullMonths(WHEN_LISTS))})${NO_DIGIT}`);
const YEAR_ALONE = exact(
  String.raw`(?<![\d.,:/-])(?<year>(?:19|20)\d{2})(?<behind>\s*(?:年(?!間|间)|года|году))?${NO_YEAR}`,
);

/** What stands between a word that leads to a year and its number. */
const YEAR_WORD = /(?:year|jahre?|l['’]année|año|ano|anno|jaar)\s+$/u;

/** Words that are months, and more often something else: beside a number only with a year or `de`. */

const RARELY: ReadonlySet<string> = new Set(['set', 'out', 'ago', 'mar', 'mag', 'gen', 'dic']);
const VERBS: ReadonlySet<string> = new Set(['may', 'march']);
/** Such as are months alone only behind a word that leads to a day. */
const LED: ReadonlySet<string> = new Set([...VERBS, 'mai', 'mars', 'mei', 'май', 'мая', 'мае']);

/** Zones in which a month stands before its day. */
const MONTH_FIRST =
  /^(?:US\/|America\/(?:New_York|Chicago|Denver|Los_Angeles|Phoenix|Anchorage|Detroit|Boise|Juneau|Nome|Adak|Menominee|Indiana|Kentucky|North_Dakota|Louisville|Indianapolis)|Pacific\/Honolulu)/u;

/** Reads the days that are written with numbers, or with a number and the name of a month. */
export const readDays = (reading: Reading, asker: Asker): void => {
  const read = reading.read.bind(reading);
  const day = (groups: Groups, isSure = true): Read | undefined => {
    const month = monthIn(groups);
    const { day: first, day2: last } = groups;
    const one = dated(yearIn(groups, asker), asker, isSure, (year) =>
      daysOf(year, month, first, last),
    );
    return one && { ...one, isWhole: last !== undefined };
  };
  read(ISO, (groups) => day(groups));
  read(ISO_MONTH, (groups) => monthOf(groups, asker, true));
  read(NUMBERS, (groups) => {
    const { day: date, month } = ordered(groups, asker);
    return day({ ...groups, day: date, month }, groups['yy'] === undefined);
  });
  for (const pattern of [EAST_ASIAN_RANGE, EAST_ASIAN, RANGE, NAMED_RANGE])
    read(pattern, (groups) => day(groups));
  for (const pattern of [DAY_OF, OF_DAY])
    read(pattern, (groups, before) => {
      const isNamed = isLed(before) || reading.isLarge(groups['name'] ?? '');
      return isMonth(groups, isNamed) ? day(groups) : undefined;
    });
  read(DOTTED, (groups, before) => day(groups, isLed(before)));
  read(SLASHED, (groups) => day({ ...groups, ...ordered({ ...groups, by: '/' }, asker) }, false));
};

/** Reads months and years that stand alone. */
export const readMonths = (reading: Reading, asker: Asker): void => {
  reading.read(MONTH_OF, (groups) => monthOf(groups, asker, true));
  reading.read(EAST_ASIAN_MONTH, (groups) => monthOf(groups, asker, true));
  reading.read(KANJI_MONTH, (groups) => monthOf(groups, asker, true));
  reading.read(MONTH, (groups, before) => {
    const { name = '' } = groups;
    const isSure = isLed(before, ({ months = [] }) =>
      months.some((entry) => entry.split(' ').includes(name)),
    );
    return isSure || !LED.has(name) ? monthOf(groups, asker, isSure) : undefined;
  });
  reading.read(YEAR_ALONE, ({ behind, year = '' }, before) => {
    const window = monthsFrom(Number(year), 1, 12);
    const isSure = behind !== undefined || isLed(before.replace(YEAR_WORD, ''));
    return window.from > asker.today ? undefined : { window, isSure };
  });
};

/** Is a name in front of or behind a number that of a month? */
const isMonth = ({ name = '', of = '', year, yy }: Groups, isNamed: boolean): boolean => {
  if (year !== undefined || yy !== undefined) return true;
  if (RARELY.has(name)) return /\p{L}/u.test(of);
  return !VERBS.has(name) || isNamed;
};

/** Which of two numbers is the day: the first one, but where a month stands before it or there is no such month. */
const ordered = ({ one = '', other = '', by }: Groups, { zone = '' }: Asker): Groups => {
  const isMonthFirst = by === '/' && MONTH_FIRST.test(zone);
  const isTurned = isMonthFirst ? Number(one) <= 12 : Number(other) > 12;
  return isTurned ? { day: other, month: one } : { day: one, month: other };
};

const monthIn = ({ month, name }: Groups): number =>
  name === undefined ? Number(month) : (MONTHS.get(name) ?? 0);

/** The year that is named; of two digits, the one that is not to come. */
const yearIn = ({ year, yy }: Groups, { today }: Asker): number | undefined => {
  if (year !== undefined) return Number(year);
  if (yy === undefined) return undefined;
  const full = 2000 + Number(yy);
  return full > Number(today.slice(0, 4)) + 1 ? full - 100 : full;
};

const monthOf = (groups: Groups, asker: Asker, isSure: boolean): Read | undefined => {
  const month = monthIn(groups);
  if (month < 1 || month > 12) return undefined;
  return dated(yearIn(groups, asker), asker, isSure, (year) => monthsFrom(year, month));
};

const daysOf = (
  year: number,
  month: number,
  day: string | undefined,
  day2 = day,
): Period | undefined => {
  const [from, to] = [dayOfDate(year, month, Number(day)), dayOfDate(year, month, Number(day2))];
  const isThere = [from, to].every((one) => isDay(one) && Number(one.slice(5, 7)) === month);
  return isThere && from <= to ? { from, to } : undefined;
};

/** So many years back a day without one is looked for. */
const YEARS_BACK = 30;

/** What is of this year, or of the last one of which there are notes where none is named. */
export const dated = (
  year: number | undefined,
  { today, isLogged }: Asker,
  isSure: boolean,
  inYear: (year: number) => Period | undefined,
): Read | undefined => {
  if (year !== undefined) {
    const window = inYear(year);
    return window && { window, isSure };
  }
  const now = Number(today.slice(0, 4));
  let last: Period | undefined;
  for (let one = now; one > now - YEARS_BACK; one -= 1) {
    const window = inYear(one);
    if (window === undefined || window.from > today) continue;
    last ??= window;
    if (isLogged === undefined || isLogged(window)) return { window, isSure, inYear };
  }
  return last && { window: last, isSure, inYear };
};
