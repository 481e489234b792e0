/** Stretches of days by words: `last week`, `three weeks ago`, `since 3 May`, `the week before the move`. */
import type { WhenList } from '#lib/language/when-words.ts';
import type { Beside, Unit } from '#lib/protocol/mesh.ts';
import { daysBefore } from '#lib/text/days.ts';
import {
  besidePeriod,
  lastUntil,
  monthsFrom,
  moved,
  type Period,
  periodOf,
  thirdOf,
  weekdayOf,
} from './calendar.ts';
import { type Asker, dated } from './days.ts';
import {
  anyOf,
  bordered,
  type Groups,
  MARK,
  MONTH_NAMES,
  NUMBER_PLACES,
  patternsOf,
  type Read,
  type Reading,
  SEASON_NAMES,
  isLed,
  isSpaced,
  listed,
  type Lists,
  seasonsOf,
  UNIT_NAMES,
  WEEKDAYS,
} from './reading.ts';

type Work = (groups: Groups) => Read | undefined;

const sure = (window: Read['window'] | undefined): Read | undefined =>
  window && { window, isSure: true };

const unitIn = ({ unit, one }: Groups): Unit | undefined =>
  UNIT_NAMES.get((unit ?? one ?? '').replaceAll(/\s+/gu, ' '));

const countIn = ({ n }: Groups): number =>
  n === undefined ? 1 : /^\d/u.test(n) ? Number(n) : (NUMBER_PLACES.get(n) ?? 0) + 1;

const FIRST_MONTHS = { spring: 3, summer: 6, autumn: 9, winter: 12 } as const;

/** A season by the year that it begins in. */
const seasonIn = ({ season = '' }: Groups): ((year: number) => Period) | undefined => {
  const name = SEASON_NAMES.get(season);
  return name && ((year) => monthsFrom(year, FIRST_MONTHS[name], 3));
};

const monthIn = ({ month = '' }: Groups): ((year: number) => Period) | undefined => {
  const number = MONTH_NAMES.get(month);
  return number === undefined ? undefined : (year) => monthsFrom(year, number);
};

/** The last such day before today, and today itself where it may be that one. */
const lastWeekday = (name: string, today: string, mayBeToday: boolean): Period => {
  const back = (weekdayOf(today) - (WEEKDAYS.get(name) ?? 0) + 7) % 7;
  return periodOf('day', daysBefore(today, back === 0 && !mayBeToday ? 7 : back));
};

/** What has begun, so many before the one of now. */
const begun = (make: (year: number) => Period, today: string, isOver: boolean): Period => {
  for (let year = Number(today.slice(0, 4)); ; year -= 1) {
    const period = make(year);
    if ((isOver ? period.to : period.from) < today) return period;
  }
};

/** Reads the words that say when by the day of today. */
export const readRelative = (reading: Reading, asker: Asker): void => {
  const { today } = asker;
  const read = (name: WhenList, work: Work): void => {
    for (const pattern of patternsOf(name, reading.text)) reading.read(pattern, work);
  };
  const ago = (unit: Unit | undefined, count: number): Read | undefined =>
    sure(unit && periodOf(unit, moved(today, unit, -count)));
  const of = (isOver: boolean): Work => {
    return (groups) => {
      const { weekday } = groups;
      if (weekday !== undefined) return sure(lastWeekday(weekday, today, !isOver));
      const make = seasonIn(groups) ?? monthIn(groups);
      return make === undefined
        ? ago(unitIn(groups), isOver ? 1 : 0)
        : sure(begun(make, today, isOver));
    };
  };
  for (const pattern of patternsOf('habit', reading.text)) reading.skip(pattern);
  read('dayBefore', () => ago('day', 2));
  read('yesterday', () => ago('day', 1));
  read('beforeLast', (groups) => ago(unitIn(groups), 2));
  read('ago', (groups) => ago(unitIn(groups), countIn(groups)));
  read('rolling', (groups) => {
    const unit = unitIn(groups);
    return sure(unit && lastUntil(today, unit, countIn(groups)));
  });
  read('ofLastWeek', ({ weekday = '' }) => {
    const { from } = periodOf('week', moved(today, 'week', -1));
    return sure(periodOf('day', daysBefore(from, -(WEEKDAYS.get(weekday) ?? 0))));
  });
  read('last', of(true));
  read('this', of(false));
  read('today', () => ago('day', 0));
};

/** Reads days of the week and seasons that stand alone. */
export const readAlone = (reading: Reading, asker: Asker): void => {
  for (const pattern of [SEASON, YEAR_SEASON])
    reading.read(pattern, (groups, before) => {
      const { season = '', year } = groups;
      const make = seasonIn(groups);
      const isNamed = year !== undefined;
      return make !== undefined && (isNamed || isLed(before, speaking(season, seasonsOf)))
        ? dated(isNamed ? Number(year) : undefined, asker, true, make)
        : undefined;
    });
  reading.read(WEEKDAY, ({ weekday = '' }, before) =>
    FIRST_NAMES.has(weekday) ||
    isLed(
      before,
      speaking(weekday, ({ weekdays = [] }) => weekdays),
    )
      ? { window: lastWeekday(weekday, asker.today, false), isSure: false }
      : undefined,
  );
};

const speaking =
  (word: string, wordsOf: (lists: Lists) => readonly string[]) =>
  (lists: Lists): boolean =>
    wordsOf(lists).some((entry) => entry.split(' ').includes(word));

const SEASON = new RegExp(
  bordered(
    String.raw`(?<season>${anyOf([...SEASON_NAMES.keys()].filter(isSpaced))})(?:(?:\s+(?:of|de|del|di|do|des))?\s+(?:(?:jahres|year)\s+)?(?<year>20\d{2}))?`,
  ),
  'gu',
);
const YEAR_SEASON = new RegExp(
  String.raw`(?<year>20\d{2})年の?(?<season>${anyOf(SEASON_NAMES.keys())})`,
  'gu',
);
const WEEKDAY = new RegExp(
  bordered(`(?<weekday>${anyOf([...WEEKDAYS.keys()].filter(isSpaced))})`),
  'gu',
);
/** Other forms of a name are words of other meaning, too. */
const FIRST_NAMES = new Set(listed('weekdays').map((entry) => entry.split(' ')[0]));
const ANY_OF = String.raw`(?:\s*(?:of|de|del|della|di|do|da|des|der|van|in|en|im|の|的)\s*(?:l['’]|la |el |the |letzten )?\s*|\s+)?`;
const YEAR_BEHIND = new RegExp(`(?<p>${MARK})${ANY_OF}(?<q>${MARK})`, 'gu');

/** Reads what says how days lie to others that were read before: `since`, `the week before`, `last year`. */
export const readRelations = (reading: Reading): void => {
  if (reading.found.length === 0) return;
  const both = ({ p, q }: Groups): readonly [Read | undefined, Read | undefined] => [
    reading.at(p),
    reading.at(q),
  ];
  const take = (name: WhenList, work: (days: Period, groups: Groups) => Read | undefined): void => {
    for (const pattern of patternsOf(name, reading.text))
      reading.read(pattern, (groups) => {
        const read = reading.at(groups['p']);
        const days = closed(read?.window);
        return read?.isWhole === true && OPEN.has(name) ? undefined : days && work(days, groups);
      });
  };
  reading.read(YEAR_BEHIND, (groups) => {
    const [one, other] = both(groups);
    return inside(one, other) ?? inside(other, one);
  });
  take('start', (days) => sure(thirdOf(days, 0)));
  take('middle', (days) => sure(thirdOf(days, 1)));
  take('end', (days) => sure(thirdOf(days, 2)));
  take('countBefore', beside('before', true));
  take('countAfter', beside('after', true));
  take('unitBefore', beside('before', false));
  take('unitAfter', beside('after', false));
  take('unitOf', ({ from }) => sure(periodOf('week', from)));
  for (const pattern of patternsOf('between', reading.text))
    reading.read(pattern, (groups) => {
      const [one, other] = both(groups);
      return spanning(one, closed(other?.window));
    });
  take('asOf', ({ to }) => ({ window: { to }, isSure: true, holds: true }));
  take('until', ({ to }) => sure({ to }));
  take('since', ({ from }) => sure({ from }));
  take('before', ({ from }) => sure({ to: daysBefore(from, 1) }));
  take('after', ({ to }) => sure({ from: daysBefore(to, -1) }));
};

/** From a day or up to one: days that have both ends are not opened by a word that led to the first. */
const OPEN: ReadonlySet<WhenList> = new Set(['since', 'until', 'before', 'after']);

/** Days that lie so many units from others, or the stretch of one unit beside them. */
const beside =
  (side: 'before' | 'after', isCounted: boolean) =>
  (days: Period, groups: Groups): Read | undefined => {
    const unit = unitIn(groups);
    if (unit === undefined) return undefined;
    if (!isCounted) return sure(besidePeriod(days, unit, side));
    const count = side === 'before' ? -countIn(groups) : countIn(groups);
    return sure(periodOf(unit, moved(days.from, unit, count)));
  };

const closed = (window: Read['window'] | undefined): Period | undefined =>
  window?.from !== undefined && window.to !== undefined
    ? { from: window.from, to: window.to }
    : undefined;

/** `17 August` and `last year`, `Monday` and `last week`: the day of that year or week. */
const inside = (one: Read | undefined, other: Read | undefined): Read | undefined => {
  const [days, around] = [closed(one?.window), closed(other?.window)];
  if (days === undefined || around === undefined) return undefined;
  const length = spanDays(around);
  if (one?.inYear !== undefined && length > 364 && around.from.endsWith('-01-01'))
    return sure(one.inYear(Number(around.from.slice(0, 4))));
  const isWeekday = one?.isSure === false && spanDays(days) === 1;
  return isWeekday && length === 7
    ? sure(periodOf('day', daysBefore(around.from, -weekdayOf(days.from))))
    : undefined;
};

const spanDays = ({ from, to }: Period): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/** From the first to the last; what has no year and would begin behind the end is of the year before. */
const spanning = (one: Read | undefined, last: Period | undefined): Read | undefined => {
  const first = closed(one?.window);
  if (first === undefined || last === undefined) return undefined;
  const year = Number(last.from.slice(0, 4));
  const [from] = [one?.inYear?.(year), one?.inYear?.(year - 1), first].flatMap((days) =>
    days === undefined || days.from > last.to ? [] : days.from,
  );
  return from === undefined ? undefined : sure({ from, to: last.to });
};

/** What must be looked up before its days are known; `undefined` where a question says nothing of that kind. */
export const besideIn = (
  reading: Reading,
): { readonly beside: Beside; readonly pattern: RegExp } | undefined => {
  for (const [name, side] of [
    ['anchorBefore', 'before'],
    ['anchorAfter', 'after'],
  ] as const)
    for (const pattern of patternsOf(name, reading.text)) {
      pattern.lastIndex = 0;
      const groups = pattern.exec(reading.text)?.groups ?? {};
      const unit = unitIn(groups);
      const words = reading.asked(reading.said(groups['x'] ?? ''));
      if (unit !== undefined && words !== '') return { beside: { words, unit, side }, pattern };
    }
  return undefined;
};
