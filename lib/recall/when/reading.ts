/**
 * A question while it is read: what was read as days becomes one character, so that patterns can say "since" before any
 * of them. Nothing is lost: each knows the words that it was made of.
 */
import { MONTHS, WHEN_LISTS, type WhenList } from '#lib/language/when-words.ts';
import type { Unit, Window } from '#lib/protocol/mesh.ts';
import { matchesIn } from '#lib/text/matches.ts';
import { UNSPACED_CLASS } from '#lib/text/unspaced.ts';
import type { Period } from './calendar.ts';

/** Days that were read; open at an end by `since` and `until`. */
export interface Read {
  readonly window: Window;
  readonly isSure: boolean;
  /** The same in another year, where none was named. */
  readonly inYear?: ((year: number) => Period | undefined) | undefined;
  /** From a day to another one, both named. */
  readonly isWhole?: boolean;
  /** What held then is asked for, whoever wrote it down before. */
  readonly holds?: boolean;
}

interface Mark extends Read {
  readonly words: string;
}

/** Private use: no keyboard has them. */
const FIRST_MARK = 0xe000;
const LAST_MARK = 0xe0ff;
export const MARK = String.raw`[\uE000-\uE0FF]`;
const MARKS = new RegExp(MARK, 'gu');

/** What stands in the named places of a pattern. */
export type Groups = Readonly<Record<string, string | undefined>>;

export class Reading {
  #text: string;
  readonly #asked: string;
  readonly #marks: Mark[] = [];

  constructor(text: string) {
    this.#asked = text;
    this.#text = text.toLowerCase().replaceAll(MARKS, ' ');
  }

  get text(): string {
    return this.#text;
  }

  /** Does a word begin with a capital somewhere? */
  isLarge(word: string): boolean {
    return this.#asked.includes(word.slice(0, 1).toUpperCase() + word.slice(1));
  }

  /** Words as they were asked. */
  asked(words: string): string {
    const lower = this.#asked.toLowerCase();
    const at = lower.length === this.#asked.length ? lower.indexOf(words) : -1;
    return at < 0 ? words : this.#asked.slice(at, at + words.length);
  }

  /** The days behind a mark. */
  at(mark: string | undefined): Mark | undefined {
    return mark === undefined ? undefined : this.#marks[mark.charCodeAt(0) - FIRST_MARK];
  }

  /** What is read by a pattern, with what stands before it; what it does not take for days stays. */
  read(pattern: RegExp, work: (groups: Groups, before: string) => Read | undefined): void {
    const text = this.#text;
    let made = '';
    let end = 0;
    for (const match of matchesIn(text, pattern)) {
      const [words] = match;
      const read = work(match.groups ?? {}, text.slice(0, match.index));
      if (read === undefined) continue;
      made += text.slice(end, match.index) + this.#marked(read, words);
      end = match.index + words.length;
    }
    if (end > 0) this.#text = made + text.slice(end);
  }

  /** Words that are no date, whatever is in them. */
  skip(pattern: RegExp): void {
    this.#text = this.#text.replaceAll(pattern, (words) => words.replaceAll(/(?=.)/gu, '\u2060'));
  }

  /** What was read, in order, but for what became part of something longer. */
  get found(): readonly Read[] {
    return (this.#text.match(MARKS) ?? []).flatMap((mark) => this.at(mark) ?? []);
  }

  /** The text without what this expression finds. */
  without(pattern: RegExp): string {
    return this.said(this.#text.replaceAll(pattern, ' '));
  }

  /** Words as they stood there, with what was read of them. */
  said(text: string): string {
    const whole = text.replaceAll(MARKS, (mark) => this.said(this.at(mark)?.words ?? ''));
    return whole.replaceAll('\u2060', '').replaceAll(/\s+/gu, ' ').trim();
  }

  #marked(read: Read, words: string): string {
    if (FIRST_MARK + this.#marks.length > LAST_MARK) return words;
    this.#marks.push({ ...read, words });
    return String.fromCharCode(FIRST_MARK + this.#marks.length - 1);
  }
}

const UNITS = ['day', 'weekend', 'week', 'month', 'quarter', 'year'] as const satisfies Unit[];
const SEASONS = ['spring', 'summer', 'autumn', 'winter'] as const;

/** Words in the order of their lists, those of an entry with one place. */
const placesOf = (name: WhenList): ReadonlyMap<string, number> =>
  new Map(
    WHEN_LISTS.flatMap((lists) =>
      (lists[name] ?? []).flatMap((entry, at) =>
        entry.split(' ').map((word) => [word, at] as const),
      ),
    ),
  );

const kindsOf = <Name extends WhenList>(names: readonly Name[]): ReadonlyMap<string, Name> =>
  new Map(
    WHEN_LISTS.flatMap((lists) =>
      names.flatMap((name) => (lists[name] ?? []).map((word) => [word, name] as const)),
    ),
  );

/** All entries of a list, in all languages. */
export const listed = (name: WhenList): readonly string[] =>
  WHEN_LISTS.flatMap((lists) => lists[name] ?? []);

/** What stands in the braces of patterns. */
export const WEEKDAYS = placesOf('weekdays');
export const NUMBER_PLACES = placesOf('numbers');
export const UNIT_NAMES = kindsOf(UNITS);
export const SEASON_NAMES = kindsOf(SEASONS);
export const MONTH_NAMES = MONTHS;

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);

/** An expression that finds this text, and no other. */
export const literal = (text: string): RegExp => new RegExp(escaped(text), 'gu');

/** Any of these words, the longest first. */
export const anyOf = (words: Iterable<string>): string =>
  [...new Set(words)]
    .toSorted((one, other) => other.length - one.length)
    .map((word) => escaped(word).replaceAll(' ', String.raw`\s+`))
    .join('|');

const IS_UNSPACED = new RegExp(`[${UNSPACED_CLASS}]`, 'u');
/** Letters and digits of scripts with blanks. All of Unicode would take seconds to compile, so often does it stand here. */
export const LETTER = String.raw`0-9a-z\u00B5\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F\u0370-\u1FFF`;
const BEFORE = String.raw`(?<![${LETTER}\u2060])`;
const BEHIND = String.raw`(?![${LETTER}\u2060])`;

/** Does it stand between blanks? */
export const isSpaced = (word: string): boolean => !IS_UNSPACED.test(word);

/** Any of these patterns, between words where its language has blanks between them. */
export const bordered = (...patterns: readonly string[]): string => {
  const spaced = patterns.filter(isSpaced);
  const others = patterns.filter((pattern) => !isSpaced(pattern));
  const apart = spaced.length === 0 ? [] : [`${BEFORE}(?:${spaced.join('|')})${BEHIND}`];
  return [...apart, ...others].join('|');
};

/** The words of one language. */
export type Lists = (typeof WHEN_LISTS)[number];

const spaced = (name: WhenList): readonly string[] => listed(name).filter(isSpaced);

/** The names of seasons of a language. */
export const seasonsOf = (lists: Lists): readonly string[] => wordsIn(lists, SEASONS);

const ledBy = new Map<Lists, RegExp>();

/** Does a text end with a word of such a language that leads to a day, and an article: `in`, `during the`, `au`? */
export const isLed = (before: string, speaks: (lists: Lists) => boolean = () => true): boolean =>
  WHEN_LISTS.some((lists) => {
    if (lists.at === undefined || !speaks(lists)) return false;
    const pattern = ledBy.get(lists) ?? ledPattern(lists);
    ledBy.set(lists, pattern);
    return pattern.test(before);
  });

const ledPattern = (lists: Lists): RegExp =>
  new RegExp(
    String.raw`(?<![${LETTER}])(?:${anyOf(lists.at ?? [])})(?:\s+|(?<=['’]))${articleOf(lists)}$`,
    'u',
  );

/** The names of months of these languages that stand between blanks and are no beginnings of others. */
export const fullMonths = (languages: readonly Lists[]): readonly string[] =>
  languages.flatMap(({ months = [] }) =>
    months.flatMap((entry) => {
      const names = entry.split(' ');
      const isShort = (name: string): boolean =>
        names.some((other) => other !== name && other.startsWith(name));
      return names.filter((name) => !name.endsWith('月') && !isShort(name));
    }),
  );

/** A month is written out. */
export const WRITTEN_MONTH = `月|${anyOf(fullMonths(WHEN_LISTS))}`;

/** What was read, with the words that lead to it. */
export const BEFORE_MARKS = new RegExp(
  String.raw`(?:(?<![${LETTER}])(?:${anyOf([...spaced('at'), ...spaced('articles')])})\s*)*${MARK}\s*(?:[にはのの]|的)?`,
  'gu',
);

/** Words that any question has. */
export const GENERIC: ReadonlySet<string> = new Set(
  [...spaced('generic'), ...spaced('at'), ...spaced('articles')].flatMap((one) => one.split(' ')),
);
/** The same of scripts without blanks. */
export const GENERIC_PIECES = new RegExp(
  anyOf(listed('generic').filter((one) => !isSpaced(one))),
  'gu',
);

/** A word that names days. */
export const DAY_WORD = new RegExp(
  bordered(
    anyOf(
      [UNIT_NAMES, WEEKDAYS, SEASON_NAMES, MONTHS].flatMap((names) =>
        [...names.keys()].filter(isSpaced),
      ),
    ),
    ...[UNIT_NAMES, WEEKDAYS, SEASON_NAMES, MONTHS].flatMap((names) =>
      [...names.keys()].filter((name) => !isSpaced(name)),
    ),
    ...listed('today'),
    ...listed('yesterday'),
    ...listed('dayBefore'),
  ),
  'u',
);

const wordsIn = (lists: Lists, names: readonly WhenList[]): readonly string[] =>
  names.flatMap((name) => lists[name] ?? []);

const articleOf = ({ articles = [] }: Lists): string => {
  if (articles.length === 0) return '';
  const each = articles.map((word) => `${word}${/['’]$/u.test(word) ? '' : String.raw`\s+`}`);
  return `(?:${each.join('|')})?`;
};

const patternOf = (pattern: string, lists: Lists): string => {
  // Words end where the text does; where what is looked for stands behind them, they end with it.
  const lazy = isSpaced(pattern) ? '' : '?';
  const split = (name: WhenList): readonly string[] =>
    (lists[name] ?? []).flatMap((entry) => entry.split(' '));
  const places: Readonly<Record<string, () => string>> = {
    article: () => articleOf(lists),
    unit: () => `(?<unit>${anyOf(wordsIn(lists, UNITS))})`,
    season: () => `(?<season>${anyOf(wordsIn(lists, SEASONS))})`,
    weekday: () => `(?<weekday>${anyOf(split('weekdays'))})`,
    month: () => `(?<month>${anyOf(split('months').filter((word) => word.length > 2))})`,
    n: () => String.raw`(?<n>\d{1,3}|${anyOf(split('numbers'))})`,
    p: () => `(?<p>${MARK})`,
    q: () => `(?<q>${MARK})`,
    x: () => String.raw`(?<x>[^\s?!.,;:、。？！][^?!,;:、。？！]*${lazy})`,
  };
  return pattern
    .replaceAll(' ', String.raw`\s+`)
    .replaceAll(/\{([a-z]+)\}/gu, (brace, name: string) => places[name]?.() ?? brace);
};

/** The script of a language, by a month of it. */
const scriptOf = ({ months: [month = ''] = [] }: Lists): RegExp =>
  SCRIPTS.find((script) => script.test(month)) ?? /^/u;

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, IS_UNSPACED, /\p{Script=Arabic}/u];

const made = new Map<WhenList, readonly (readonly [script: RegExp, pattern: RegExp])[]>();

/** The patterns of a list, an expression for each language in whose script there is something in a text. Made once. */
export const patternsOf = (name: WhenList, text: string): readonly RegExp[] => {
  const known = made.get(name) ?? madeOf(name);
  made.set(name, known);
  return known.flatMap(([script, pattern]) => (script.test(text) ? pattern : []));
};

const madeOf = (name: WhenList): readonly (readonly [RegExp, RegExp])[] =>
  WHEN_LISTS.flatMap((lists) => {
    const patterns = (lists[name] ?? []).map((pattern) => patternOf(pattern, lists));
    return patterns.length === 0
      ? []
      : [[scriptOf(lists), new RegExp(bordered(...patterns), 'gu')] as const];
  });
