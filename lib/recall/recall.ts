/** The recipe of recall: what a store is asked for a question, and how its answers become a ranking. */
import { RECALL_CANDIDATES, RECALL_SESSIONS, RECALL_WITH_NEIGHBOURS } from '#lib/spec/limits.ts';
import { daysFrom } from '#lib/text/days.ts';
import { fuseRanks } from './fusion.ts';
import type { RankBy, Window } from '#lib/protocol/mesh.ts';
import { type Query, queryOf } from './query.ts';
import { COMPOUNDING, withCompounds } from './compounds.ts';
import { LANGUAGE_MARKS } from './languages.ts';
import { score, type Scored } from './score.ts';
import type { Near, RecallStore, Statistics, StoredUnit, Stretch } from './store.ts';

/** How a question is asked. */
export interface RecallOptions {
  readonly limit: number;
  /** Of the question, by the embedder whose vectors the store keeps. */
  readonly vector?: Float32Array | undefined;
  readonly by?: RankBy | undefined;
  /** What the human is called who asks. */
  readonly human?: string | undefined;
  /** Days that the question may be about. */
  readonly near?: readonly Window[] | undefined;
}

/** Neighbours that are candidates themselves, and those that only count for one. */
const CANDIDATES_BEFORE = 2;
const CANDIDATES_BEHIND = 3;
const COUNTED_BEFORE = 3;
const COUNTED_BEHIND = 2;

/** The units that answer a question best. */
export async function recall(
  store: RecallStore,
  question: string,
  options: RecallOptions,
): Promise<readonly Scored[]> {
  const asked = await askedOf(store, question, options);
  const near = await nearest(store, options.vector);
  const best = await store.best(asked.terms, RECALL_CANDIDATES);
  const dated = await ofDays(store, asked.query.near);
  if (best.length + near.length + dated.length === 0) return [];
  const ranked =
    options.by === 'ranks'
      ? byRanks(best, near)
      : await byScores(store, asked, { best, near, dated, vector: options.vector });
  return ranked.slice(0, options.limit);
}

/** How many units have a word of a question, beside those that were found. */
export const othersThan = async (
  store: RecallStore,
  question: string,
  found: readonly Scored[],
  options: Pick<RecallOptions, 'human'>,
): Promise<number> => {
  const { terms } = await askedOf(store, question, options);
  const asked = new Set(terms);
  const holding = found.filter(({ unit }) => unit.terms.split(' ').some((term) => asked.has(term)));
  return Math.max(0, (await store.matching(terms)) - holding.length);
};

/** A question as it is put to a store: with its words as they are in the languages of that. */
export interface PutQuestion {
  readonly query: Query;
  readonly statistics: Statistics;
  /** All that its words may be in a text, as far as a text of the store has it. */
  readonly terms: readonly string[];
}

/** A question as it is put to this store. */
export const askedOf = async (
  store: RecallStore,
  question: string,
  options: Pick<RecallOptions, 'human' | 'near'>,
): Promise<PutQuestion> => {
  const query = await queryFor(store, question, options);
  const forms = [...new Set(query.words.flatMap((one) => [...one.keys()]))];
  const statistics = await store.statistics(forms);
  const terms = forms.filter((term) => (statistics.frequencies.get(term) ?? 0) > 0);
  return { query, statistics, terms };
};

const queryFor = async (
  store: RecallStore,
  question: string,
  { human, near }: Pick<RecallOptions, 'human' | 'near'>,
): Promise<Query> => {
  const { frequencies } = await store.statistics([...LANGUAGE_MARKS.keys()]);
  const held = [...LANGUAGE_MARKS].flatMap(([mark, code]) =>
    (frequencies.get(mark) ?? 0) > 0 ? [code] : [],
  );
  const query = queryOf(question, { languages: ['en', ...held], human, near });
  if (!held.some((code) => COMPOUNDING.has(code))) return query;
  const vocabulary = (await store.vocabulary?.()) ?? [];
  return { ...query, words: query.words.map((forms) => withCompounds(forms, vocabulary)) };
};

/** Units of short stretches of days, the newest first. */
const ofDays = async (
  store: RecallStore,
  windows: readonly Window[],
): Promise<readonly StoredUnit[]> => {
  const found: StoredUnit[] = [];
  for (const window of windows)
    if (daysFrom(window.from ?? '', window.to ?? '') < SHORT_DAYS)
      found.push(...(await store.within(window, RECALL_CANDIDATES, 'newest')));
  return found;
};

/** A month; of more, what is of them says little. */
const SHORT_DAYS = 31;

const nearest = async (
  store: RecallStore,
  vector: Float32Array | undefined,
): Promise<readonly Near[]> =>
  vector === undefined || store.nearest === undefined
    ? []
    : store.nearest(vector, RECALL_CANDIDATES);

const byRanks = (best: readonly StoredUnit[], near: readonly Near[]): readonly Scored[] => {
  const meant = near.map(({ unit }) => unit);
  const units = new Map([...best, ...meant].map((unit) => [unit.id, unit]));
  const rankings = { words: best.map(({ id }) => id), vector: meant.map(({ id }) => id) };
  return fuseRanks(rankings).flatMap(({ id, score: sum, parts }) => {
    const unit = units.get(id);
    return unit === undefined ? [] : [{ unit, score: sum, parts }];
  });
};

/** What a store named: by words, by meaning, by day. */
export interface Named {
  readonly best: readonly StoredUnit[];
  readonly near: readonly Near[];
  readonly dated: readonly StoredUnit[];
  readonly vector: Float32Array | undefined;
}

/** The recipe, over what a store named. */
export const byScores = async (
  store: RecallStore,
  { query, statistics, terms }: PutQuestion,
  { best, near, dated, vector }: Named,
): Promise<readonly Scored[]> => {
  const others = [...near.map(({ unit }) => unit), ...dated];
  const [sessions, around] = await Promise.all([
    store.bestSessions(terms, RECALL_SESSIONS),
    store.neighbours(stretchesOf(best, others)),
  ]);
  const central = new Set(
    best.slice(0, RECALL_WITH_NEIGHBOURS).flatMap(({ session, seq }) => placesAround(session, seq)),
  );
  const beside = around.filter(({ session, seq }) => central.has(`${seq} ${session}`));
  const candidates = new Map([...best, ...others, ...beside].map((unit) => [unit.key, unit]));
  // What is not among the nearest has a nearness too, which counts beside its words.
  const cosine = vector && (await store.cosines?.(vector, [...candidates.keys()]));
  return score({
    query,
    statistics,
    candidates: [...candidates.values()],
    around,
    sessions,
    cosine,
  });
};

const placesAround = (session: string, seq: number): readonly string[] => {
  const places: string[] = [];
  for (let at = seq - CANDIDATES_BEFORE; at <= seq + CANDIDATES_BEHIND; at += 1)
    places.push(`${at} ${session}`);
  return places;
};

/** What must be known to score the candidates: stretches of sessions, those that meet as one. */
const stretchesOf = (
  best: readonly StoredUnit[],
  others: readonly StoredUnit[],
): readonly Stretch[] => {
  const wide = best.slice(0, RECALL_WITH_NEIGHBOURS).map(({ session, seq }) => ({
    session,
    from: seq - CANDIDATES_BEFORE - COUNTED_BEFORE,
    to: seq + CANDIDATES_BEHIND + COUNTED_BEHIND,
  }));
  const narrow = [...best.slice(RECALL_WITH_NEIGHBOURS), ...others];
  return joined([...wide, ...narrow.map(stretchOf)]);
};

const stretchOf = ({ session, seq }: StoredUnit): Stretch => ({
  session,
  from: seq - COUNTED_BEFORE,
  to: seq + COUNTED_BEHIND,
});

const joined = (stretches: readonly Stretch[]): readonly Stretch[] =>
  [...Map.groupBy(stretches, ({ session }) => session).values()].flatMap((all) => {
    const apart: Stretch[] = [];
    for (const one of all.toSorted((a, b) => a.from - b.from)) {
      const last = apart.at(-1);
      if (last === undefined || one.from > last.to + 1) apart.push(one);
      else apart.splice(-1, 1, { ...last, to: Math.max(last.to, one.to) });
    }
    return apart;
  });
