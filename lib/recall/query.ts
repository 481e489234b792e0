/** What a question asks for: its words, the days that it names, and what kind of answer it wants. */
import { ASKS, MONTHS, SPEAKS_OF_SELF } from '#lib/language/recall-words.ts';
import { RECALL_TERMS_MAX } from '#lib/spec/limits.ts';
import { isDay } from '#lib/text/day.ts';
import { withAsciiDigits } from './digits.ts';
import { type Forms, formsIn } from './analysis.ts';
import { folded } from './folding.ts';
import { languageOf } from './languages.ts';
import type { LanguageCode } from '#lib/language/stem-words.ts';

/** A day, a month or a year that a question names; a month may have no year. */
export interface AskedDate {
  readonly year: number | undefined;
  readonly month: number | undefined;
  readonly day: number | undefined;
}

/** A question, read. */
export interface Query {
  /** Each word once, in order, as what it may be in a text: it counts once, whichever of these stands there. */
  readonly words: readonly Forms[];
  /** Words that stand side by side, by their places. */
  readonly pairs: readonly (readonly [number, number])[];
  readonly dates: readonly AskedDate[];
  readonly asksWhen: boolean;
  readonly asksHowMany: boolean;
  readonly asksWho: boolean;
  /** In small letters with a blank at either side of each word, to look for names in. */
  readonly spoken: string;
}

const ISO = /(?<!\d)(\d{4})-(\d{2})(?:-(\d{2}))?(?!\d)/gu;
const EAST_ASIAN = /(?:(\d{4})\s*年\s*)?(?<!\d)(\d{1,2})\s*月(?:\s*(\d{1,2})\s*[日号])?/gu;
const WORD = /[\p{L}\p{M}]+|\d+/gu;
/** Between the parts of a date: `3rd of May, 2026`, `3. Mai`, `el 3 de mayo de 2026`. */
const BETWEEN = /^(?:st|nd|rd|th|of|the|de|del|do|в|г|года|من|عام|سنة)$/u;
/** A month that is a word of other meaning too counts only beside a number. */
const AMBIGUOUS: ReadonlySet<string> = new Set([
  'may',
  'mar',
  'jan',
  'set',
  'mai',
  'mars',
  'march',
]);
const YEAR = /^(?:19|20)\d{2}$/u;
const DAY_OF_MONTH = /^(?:0?[1-9]|[12]\d|3[01])$/u;
/** So many words stand between a month and its day or year at most. */
const REACH_WORDS = 3;

/** Whom a question is put to. */
export interface QuestionOf {
  /** Of the texts that are asked. */
  readonly languages?: readonly LanguageCode[] | undefined;
  /** What the human is called who asks, who is "I" in it. */
  readonly human?: string | undefined;
}

/** Reads a question. Linear in its length; never throws. */
export function queryOf(text: string, { languages = ['en'], human = '' }: QuestionOf = {}): Query {
  const own = SPEAKS_OF_SELF.areIn(text.toLowerCase()) ? [formsOfName(human, languages)] : [];
  const all = [
    ...own.filter(({ size }) => size > 0),
    ...formsIn(text, languageOf(text), languages),
  ].slice(0, RECALL_TERMS_MAX);
  const names = all.map((forms) => [...forms.keys()].join(' '));
  const words = new Map(names.map((name, at) => [name, all[at] ?? new Map()]));
  const places = new Map([...words.keys()].map((name, at) => [name, at]));
  const placeAt = (at: number): number => places.get(names[at] ?? '') ?? 0;
  const lower = text.toLowerCase();
  return {
    words: [...words.values()],
    pairs: names.slice(1).map((_, at) => [placeAt(at), placeAt(at + 1)] as const),
    dates: datesIn(text),
    asksWhen: ASKS.when.areIn(lower),
    asksHowMany: ASKS.howMany.areIn(lower),
    asksWho: ASKS.who.areIn(lower),
    spoken: ` ${(
      folded(text)
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
    ).join(' ')} `,
  };
}

/** A name of several words is one word of the question: notes have one of them. */
const formsOfName = (name: string, languages: readonly LanguageCode[]): Forms =>
  new Map(formsIn(name, 'en', languages).flatMap((forms) => Array.from(forms)));

/** The days, months and years that a text names. */
export function datesIn(raw: string): readonly AskedDate[] {
  const text = withAsciiDigits(raw);
  const exact = [...text.matchAll(ISO), ...folded(text).matchAll(EAST_ASIAN)].flatMap(
    ([, year, month, day]) => dateOf(year, Number(month), day),
  );
  if (exact.length > 0) return exact;
  const words = text.match(WORD) ?? [];
  const named = words.flatMap((word, at) => {
    const month = MONTHS.get(word.toLowerCase());
    return month === undefined ? [] : beside(words, at, month);
  });
  if (named.length > 0) return named;
  return words
    .filter((word) => YEAR.test(word))
    .map((year) => ({ year: Number(year), month: undefined, day: undefined }));
}

const dateOf = (
  year: string | undefined,
  month: number,
  day: string | undefined,
): readonly AskedDate[] =>
  month < 1 || month > 12
    ? []
    : [
        {
          year: year === undefined ? undefined : Number(year),
          month,
          day: day === undefined ? undefined : Number(day),
        },
      ];

/** A month with the day and the year beside it. */
const beside = (words: readonly string[], at: number, month: number): readonly AskedDate[] => {
  const near = [...walk(words, at, -1), ...walk(words, at, 1)];
  const day = near.find((word) => DAY_OF_MONTH.test(word));
  const year = near.find((word) => YEAR.test(word));
  const name = words[at] ?? '';
  const isSure = !AMBIGUOUS.has(name.toLowerCase()) || (at > 0 && /^\p{Lu}/u.test(name));
  return isSure || day !== undefined || year !== undefined ? dateOf(year, month, day) : [];
};

function* walk(words: readonly string[], at: number, step: number): Generator<string> {
  for (let to = at + step, left = REACH_WORDS; left > 0; to += step, left -= 1) {
    const word = words[to];
    if (word === undefined) return;
    if (/^\d+$/u.test(word)) yield word;
    else if (!BETWEEN.test(word.toLowerCase())) return;
  }
}

const DATE_DAY_MS = 86_400_000;
const NEAR_DAYS = 7;

/** A question without a year may be about any of these. */
const YEARS = Array.from({ length: 100 }, (_, at) => 2000 + at);

const two = (part: number): string => String(part).padStart(2, '0');

/** The days that a question names, written as in logs; of a month alone only with its year. */
export const askedDays = (dates: readonly AskedDate[]): readonly string[] =>
  dates.flatMap(({ year, month, day }) => {
    if (month === undefined || (day === undefined && year === undefined)) return [];
    const years = year === undefined ? YEARS : [year];
    const days = day === undefined ? Array.from({ length: 31 }, (_, at) => at + 1) : [day];
    return years
      .flatMap((one) => days.map((other) => `${one}-${two(month)}-${two(other)}`))
      .filter(isDay);
  });

/** How well a day is one that was asked for, from 0 to 1. */
export const dateSignal = (day: string | undefined, dates: readonly AskedDate[]): number =>
  day === undefined || !isDay(day) ? 0 : Math.max(0, ...dates.map((asked) => nearness(day, asked)));

const nearness = (of: string, asked: AskedDate): number => {
  const [year = 0, month = 0, day = 0] = of.split('-').map(Number);
  const { month: askedMonth } = asked;
  if (askedMonth === undefined) return asked.year === year ? 0.2 : 0;
  const askedYear = asked.year ?? year;
  if (asked.day !== undefined) {
    // A month without a year may lie across the turn of one.
    const years = asked.year === undefined ? [year - 1, year, year + 1] : [askedYear];
    const apart = Math.min(
      ...years.map((one) =>
        Math.abs(Date.UTC(one, askedMonth - 1, asked.day) - Date.UTC(year, month - 1, day)),
      ),
    );
    if (apart === 0) return 1;
    if (apart <= NEAR_DAYS * DATE_DAY_MS) return 0.5;
  }
  if (askedYear === year && askedMonth === month) return asked.day === undefined ? 0.6 : 0.25;
  const after = (askedMonth % 12) + 1;
  const afterYear = askedMonth === 12 ? askedYear + 1 : askedYear;
  const isNext = after === month && (asked.year === undefined || afterYear === year);
  return isNext ? 0.15 : 0;
};
