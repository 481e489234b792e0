/**
 * Questions about days (docs/recall.md): of a window of days all notes in order of time, or those that stand out where
 * there are more than may be shown; of what held then, the newest that was written by then; where nothing of these days
 * answers, what is near.
 */
import type { FoundDays, When, Window } from '#lib/protocol/mesh.ts';
import { RECALL_CANDIDATES, RECALL_WINDOW_UNITS } from '#lib/spec/limits.ts';
import { daysBefore } from '#lib/text/days.ts';
import type { Forms } from './analysis.ts';
import { idfOf } from './ready.ts';
import { askedOf, byScores, recall, type RecallOptions } from './recall.ts';
import type { Scored } from './score.ts';
import { byTime, type RecallStore, type Statistics, type StoredUnit } from './store.ts';
import { unpackTraits } from './traits.ts';
import { besidePeriod } from './when/calendar.ts';

/** What answers a question, and what it says of its days. */
export interface DaysAnswer {
  readonly found: readonly Scored[];
  readonly days: FoundDays;
}

type Answer = Omit<FoundDays, 'windows' | 'beside'> & { readonly found: readonly Scored[] };

/** Answers a question about days; they are sure. `undefined` where what it names beside them is nowhere. */
export async function recallDays(
  store: RecallStore,
  when: When,
  options: RecallOptions,
): Promise<DaysAnswer | undefined> {
  const beside = when.beside && (await lookedUp(store, when.beside));
  const windows = beside === undefined ? when.windows : [beside.window];
  if (windows.length === 0) return undefined;
  const asked = { ...when, windows };
  const { found, ...how } = when.isState
    ? await held(store, asked, options)
    : await within(store, asked, options);
  const { file, from: line, day } = beside?.unit ?? {};
  const named =
    file !== undefined && line !== undefined && day !== undefined
      ? { beside: { file, line, day } }
      : {};
  return { found, days: { ...how, windows, ...named } };
}

/** The note that words find best, and the days beside it. */
const lookedUp = async (
  store: RecallStore,
  { words, unit, side }: NonNullable<When['beside']>,
): Promise<{ readonly unit: StoredUnit; readonly window: Window } | undefined> => {
  const found = await recall(store, words, { limit: LOOKED_UP });
  const best = found.find(({ unit: { day } }) => day !== undefined)?.unit;
  if (best?.day === undefined) return undefined;
  return { unit: best, window: besidePeriod({ from: best.day, to: best.day }, unit, side) };
};

/** Of so many, the first one with a day. */
const LOOKED_UP = 5;

const within = async (
  store: RecallStore,
  { windows, topic, rest }: When,
  options: RecallOptions,
): Promise<Answer> => {
  const { limit } = options;
  const units = await unitsIn(store, windows);
  // All that is shown is of these days: none of them counts more.
  const asked = await askedOf(store, topic, options);
  const { query, statistics } = asked;
  const known = new Set(asked.terms);
  const words = query.words.filter((forms) => [...forms.keys()].some((term) => known.has(term)));
  const speaking = units.filter((unit) => words.some((forms) => has(unit, forms)));
  if (units.length === 0 || (words.length > 0 && speaking.length === 0))
    return near(store, { windows, rest: words.length === 0 ? '' : rest }, options);
  const more = Math.max(0, units.length - limit);
  // What most of them speak of tells none from another.
  const isTopic = speaking.length > 0 && speaking.length <= units.length * FEW_SHARE;
  if (!isTopic && more === 0) return { is: 'window', more, found: units.map(unscored) };
  if (!isTopic)
    return { is: 'window', more, found: (await outstanding(store, units, limit)).map(unscored) };
  const scored = await byScores(store, asked, {
    best: best(speaking, RECALL_CANDIDATES, coverage(words, statistics)),
    near: [],
    dated: units.length <= RECALL_CANDIDATES ? units : [],
    vector: options.vector,
  });
  const inside = new Set(units.map(({ key }) => key));
  return {
    is: 'window',
    more,
    found: scored.filter(({ unit }) => inside.has(unit.key)).slice(0, limit),
  };
};

const FEW_SHARE = 0.4;

const unitsIn = async (
  store: RecallStore,
  windows: readonly Window[],
): Promise<readonly StoredUnit[]> => {
  const found = new Map<string, StoredUnit>();
  for (const window of windows)
    for (const unit of await store.within(window, RECALL_WINDOW_UNITS, 'newest'))
      found.set(unit.key, unit);
  return [...found.values()].toSorted(byTime);
};

const unscored = (unit: StoredUnit): Scored => ({ unit, score: 0, parts: {} });

const has = ({ terms, headTerms }: StoredUnit, forms: Forms): boolean => {
  const all = ` ${terms} ${headTerms} `;
  return [...forms.keys()].some((term) => all.includes(` ${term} `));
};

/** How much of some words a unit has, by how rare they are. */
const coverage = (
  words: readonly Forms[],
  statistics: Statistics,
): ((unit: StoredUnit) => number) => {
  const weights = words.map((forms) => idfOf(forms, statistics));
  return (unit) =>
    words.reduce((sum, forms, at) => sum + (has(unit, forms) ? (weights[at] ?? 0) : 0), 0);
};

/** What is near days of which no note answers: by words where the question has some, else the days before and after. */
const near = async (
  store: RecallStore,
  { windows, rest }: Pick<When, 'windows' | 'rest'>,
  options: RecallOptions,
): Promise<Answer> => {
  const byWords = rest === '' ? [] : await recall(store, rest, { ...options, near: windows });
  if (byWords.length > 0) return { is: 'near', more: 0, found: byWords };
  const [{ from, to } = {}] = windows;
  const half = Math.ceil(options.limit / 2);
  const before =
    from === undefined ? [] : await store.within({ to: daysBefore(from, 1) }, half, 'newest');
  const after =
    to === undefined ? [] : await store.within({ from: daysBefore(to, -1) }, half, 'oldest');
  const found = [...before, ...after].slice(0, options.limit).map(unscored);
  return { is: 'near', more: 0, found };
};

/** What had been written by then, the newest first of what answers about as well as the best. */
const held = async (
  store: RecallStore,
  { windows, topic, rest }: When,
  options: RecallOptions,
): Promise<Answer> => {
  const to =
    windows
      .map((window) => window.to ?? '9')
      .toSorted()
      .at(-1) ?? '9';
  const asked = await askedOf(store, rest, options);
  const { query, statistics, terms } = asked;
  const isThen = ({ day }: StoredUnit): boolean => day === undefined || day <= to;
  const answers = await store.best(terms, HELD_SHARE * RECALL_CANDIDATES);
  const named = answers.filter(isThen).slice(0, RECALL_CANDIDATES);
  if (named.length === 0)
    return within(store, { windows, topic, rest, isSure: true, isState: false }, options);
  const scored = await byScores(store, asked, {
    best: named,
    near: [],
    dated: [],
    vector: options.vector,
  });
  const covers = coverage(query.words, statistics);
  const all = scored.filter(({ unit }) => isThen(unit));
  const least = ABOUT_AS_WELL * Math.max(...all.map(({ unit }) => covers(unit)));
  const [well, others] = [
    all
      .filter(({ unit }) => covers(unit) >= least)
      .toSorted((one, other) => byTime(other.unit, one.unit)),
    all.filter(({ unit }) => covers(unit) < least),
  ];
  return { is: 'held', more: 0, found: [...well, ...others].slice(0, options.limit) };
};

/** What is too new is left out: so many times more are asked for. */
const HELD_SHARE = 4;
const ABOUT_AS_WELL = 0.8;

/** The units that say what is said on few days, in order of time: not what is written down every day. */
const outstanding = async (
  store: RecallStore,
  units: readonly StoredUnit[],
  limit: number,
): Promise<readonly StoredUnit[]> => {
  const here = new Map<string, number>();
  const each = units.map((unit) => ({ unit, terms: wordsOf(unit) }));
  for (const { terms } of each) for (const term of terms) here.set(term, (here.get(term) ?? 0) + 1);
  const first = best(each, STANDING_CANDIDATES, ({ terms }) =>
    standing(terms, (term) => 1 / (here.get(term) ?? 1)),
  );
  const statistics: Statistics = await store.statistics([
    ...new Set(first.flatMap(({ terms }) => terms)),
  ]);
  return best(first, limit, ({ terms, unit }) => {
    const value = standing(terms, (term) => idfOf(new Map([[term, 1]]), statistics));
    return unpackTraits(unit.traits).asks ? value / 2 : value;
  }).map(({ unit }) => unit);
};

const STANDING_CANDIDATES = 200;
/** A note stands out by its rarest words. */
const STANDING_WORDS = 3;

const wordsOf = ({ terms }: StoredUnit): readonly string[] =>
  [...new Set(terms.split(' '))].filter((term) => !/^\d*$/u.test(term));

const standing = (terms: readonly string[], worth: (term: string) => number): number =>
  terms
    .map(worth)
    .toSorted((one, other) => other - one)
    .slice(0, STANDING_WORDS)
    .reduce((sum, one) => sum + one, 0);

/** The best of them, in the order in which they were. */
const best = <One>(
  all: readonly One[],
  limit: number,
  worth: (one: One) => number,
): readonly One[] => {
  const ranked = all
    .map((one, at) => ({ one, at, value: worth(one) }))
    .toSorted((one, other) => other.value - one.value)
    .slice(0, limit);
  return ranked.toSorted((one, other) => one.at - other.at).map(({ one }) => one);
};
