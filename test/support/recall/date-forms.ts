/** A day in the forms in which people of ten languages write it, and sentences that hold none. */
import { daysBefore } from '#lib/text/days.ts';

/** One form: what is written of a day, and which day that is on a day of its own. */
export interface DateForm {
  readonly name: string;
  /** The day that is meant, by the day that is asked for and the day of today. */
  readonly means: (day: string, today: string) => readonly [from: string, to: string];
  readonly write: (day: string) => string;
}

/** How dates are written in one language. */
interface Locale {
  /** Around a date, and around a word that says when. */
  readonly around: (date: string) => string;
  readonly numeric: (parts: readonly [year: string, month: string, day: string]) => string;
  /** In front of a day with a month. */
  readonly on: string;
  readonly yesterday: string;
  readonly dayBefore: string;
  readonly daysAgo: (count: number) => string;
  readonly lastWeek: string;
  readonly lastMonday: string;
  /** Nominative as calendars have it would be wrong behind a preposition. */
  readonly inMonth?: (month: string) => string;
}

const dotted: Locale['numeric'] = ([year, month, day]) => `${Number(day)}.${Number(month)}.${year}`;
const slashed: Locale['numeric'] = ([year, month, day]) => `${day}/${month}/${year}`;
const eastAsian: Locale['numeric'] = ([year, month, day]) =>
  `${year}年${Number(month)}月${Number(day)}日`;

export const LOCALES: Readonly<Record<string, Locale>> = {
  en: {
    around: (date) => `What happened ${date}?`,
    numeric: slashed,
    on: 'on ',
    yesterday: 'yesterday',
    dayBefore: 'the day before yesterday',
    daysAgo: (count) => `${count} days ago`,
    lastWeek: 'last week',
    lastMonday: 'last Monday',
    inMonth: (month) => `in ${month}`,
  },
  de: {
    around: (date) => `Was war ${date}?`,
    numeric: dotted,
    on: 'am ',
    yesterday: 'gestern',
    dayBefore: 'vorgestern',
    daysAgo: (count) => `vor ${count} Tagen`,
    lastWeek: 'letzte Woche',
    lastMonday: 'letzten Montag',
    inMonth: (month) => `im ${month}`,
  },
  fr: {
    around: (date) => `Qu’est-ce que j’ai fait ${date} ?`,
    numeric: slashed,
    on: 'le ',
    yesterday: 'hier',
    dayBefore: 'avant-hier',
    daysAgo: (count) => `il y a ${count} jours`,
    lastWeek: 'la semaine dernière',
    lastMonday: 'lundi dernier',
    inMonth: (month) => `en ${month}`,
  },
  es: {
    around: (date) => `¿Qué pasó ${date}?`,
    numeric: slashed,
    on: 'el ',
    yesterday: 'ayer',
    dayBefore: 'anteayer',
    daysAgo: (count) => `hace ${count} días`,
    lastWeek: 'la semana pasada',
    lastMonday: 'el lunes pasado',
    inMonth: (month) => `en ${month}`,
  },
  it: {
    around: (date) => `Cosa è successo ${date}?`,
    numeric: slashed,
    on: 'il ',
    yesterday: 'ieri',
    dayBefore: 'l’altro ieri',
    daysAgo: (count) => `${count} giorni fa`,
    lastWeek: 'la settimana scorsa',
    lastMonday: 'lunedì scorso',
    inMonth: (month) => `in ${month}`,
  },
  pt: {
    around: (date) => `O que aconteceu ${date}?`,
    numeric: slashed,
    on: 'em ',
    yesterday: 'ontem',
    dayBefore: 'anteontem',
    daysAgo: (count) => `há ${count} dias`,
    lastWeek: 'na semana passada',
    lastMonday: 'na segunda-feira passada',
    inMonth: (month) => `em ${month}`,
  },
  nl: {
    around: (date) => `Wat gebeurde er ${date}?`,
    numeric: ([year, month, day]) => `${day}-${month}-${year}`,
    on: 'op ',
    yesterday: 'gisteren',
    dayBefore: 'eergisteren',
    daysAgo: (count) => `${count} dagen geleden`,
    lastWeek: 'vorige week',
    lastMonday: 'afgelopen maandag',
    inMonth: (month) => `in ${month}`,
  },
  ru: {
    around: (date) => `Что было ${date}?`,
    numeric: ([year, month, day]) => `${day}.${month}.${year}`,
    on: '',
    yesterday: 'вчера',
    dayBefore: 'позавчера',
    daysAgo: (count) => `${count} дней назад`,
    lastWeek: 'на прошлой неделе',
    lastMonday: 'в прошлый понедельник',
  },
  ja: {
    around: (date) => `${date}に何がありましたか`,
    numeric: eastAsian,
    on: '',
    yesterday: '昨日',
    dayBefore: '一昨日',
    daysAgo: (count) => `${count}日前`,
    lastWeek: '先週',
    lastMonday: 'この前の月曜日',
  },
  zh: {
    around: (date) => `${date}发生了什么？`,
    numeric: eastAsian,
    on: '',
    yesterday: '昨天',
    dayBefore: '前天',
    daysAgo: (count) => `${count}天前`,
    lastWeek: '上周',
    lastMonday: '上周一',
  },
};

const DAY_MS = 86_400_000;
const mondayOf = (day: string): string =>
  daysBefore(day, (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7);
const alone = (day: string): readonly [string, string] => [day, day];

const partsOf = (day: string): readonly [string, string, string] => {
  const [year = '', month = '', date = ''] = day.split('-');
  return [year, month, date];
};

/** Twelve forms of a date in a language. */
export const dateForms = (locale: string): readonly DateForm[] => {
  const of = LOCALES[locale];
  if (of === undefined) throw new Error(`${locale} is not there`);
  const shown =
    (options: Intl.DateTimeFormatOptions) =>
    (day: string): string =>
      new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
        timeZone: 'UTC',
        ...options,
      }).format(new Date(`${day}T12:00:00Z`));
  const asked = alone;
  const form = (
    name: string,
    write: (day: string) => string,
    means: DateForm['means'] = asked,
  ): DateForm => ({ name, write: (day) => of.around(write(day)), means });
  const long = shown({ day: 'numeric', month: 'long', year: 'numeric' });
  const lastMonday = (today: string): string =>
    locale === 'zh' ? daysBefore(mondayOf(today), 7) : mondayOf(daysBefore(today, 1));
  return [
    form('ISO', (day) => `${of.on}${day}`),
    form('long', (day) => `${of.on}${long(day)}`),
    form('numeric', (day) => `${of.on}${of.numeric(partsOf(day))}`),
    form('without a year', (day) => `${of.on}${shown({ day: 'numeric', month: 'long' })(day)}`),
    form(
      'short',
      (day) => `${of.on}${shown({ day: 'numeric', month: 'short', year: 'numeric' })(day)}`,
    ),
    form(
      'weekday',
      (day) =>
        `${of.on}${shown({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })(day)}`,
    ),
    form(
      'month',
      (day) => {
        const month = shown({ month: 'long', year: 'numeric' })(day);
        return of.inMonth?.(month) ?? month;
      },
      (day) => [
        `${day.slice(0, 8)}01`,
        new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0))
          .toISOString()
          .slice(0, 10),
      ],
    ),
    form(
      'yesterday',
      () => of.yesterday,
      (_, today) => alone(daysBefore(today, 1)),
    ),
    form(
      'day before',
      () => of.dayBefore,
      (_, today) => alone(daysBefore(today, 2)),
    ),
    form(
      'days ago',
      () => of.daysAgo(5),
      (_, today) => alone(daysBefore(today, 5)),
    ),
    form(
      'last week',
      () => of.lastWeek,
      (_, today) => [daysBefore(mondayOf(today), 7), daysBefore(mondayOf(today), 1)],
    ),
    form(
      'last Monday',
      () => of.lastMonday,
      (_, today) => alone(lastMonday(today)),
    ),
  ];
};

/** Forty days of a year and a half, over both changes of the clocks. */
export const FORTY_DAYS: readonly string[] = Array.from({ length: 40 }, (_, at) =>
  new Date(Date.UTC(2025, 0, 30) + at * 15 * DAY_MS).toISOString().slice(0, 10),
);
