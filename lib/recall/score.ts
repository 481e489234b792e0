/**
 * How well a unit answers a question: each signal by itself, then their weighted sum (docs/recall.md). A
 * unit of a conversation or a log says little alone, so its neighbours and its session count with it. The weights were
 * learned on long dialogues and rounded; signals that a text has no place for are 0 and do no harm.
 */
import { dateSignal, type Query } from './query.ts';
import { type Evidence, idfOf, type Ready, ReadyUnits, share } from './ready.ts';
import type { StoredUnit } from './store.ts';
import { unpackTraits } from './traits.ts';

/** What each signal adds at most. */
export const WEIGHTS = {
  own: 0.9,
  context: 1,
  session: 0.8,
  answers: 0.7,
  before2: 0.6,
  after1: 0.3,
  pair: 0.5,
  pairBefore: 0.9,
  date: 1.7,
  asks: -0.25,
  length: 0.4,
  time: 0.9,
  number: 0.5,
  names: 0.7,
  speaker: 0.2,
  vector: 0.8,
} as const;

type Signal = keyof typeof WEIGHTS;
type Signals = Readonly<Record<Signal, number>>;

const isSignal = (name: string): name is Signal => name in WEIGHTS;
const SIGNALS = Object.keys(WEIGHTS).filter(isSignal);

/** What a score is made of; signals that are 0 are not there. */
type ScoreParts = Readonly<Partial<Record<Signal | 'words', number>>>;

/** A unit with its score. */
export interface Scored {
  readonly unit: StoredUnit;
  readonly score: number;
  readonly parts: ScoreParts;
}

/** The candidates with their scores, best first; equal ones by id. */
export function score(evidence: Evidence): readonly Scored[] {
  const { query, candidates, sessions, statistics } = evidence;
  const speaker = askedSpeaker(query, statistics.speakers);
  const idf = query.words.map((forms) => idfOf(forms, statistics));
  const ready = new ReadyUnits(evidence, idf);
  const own = ready.byMaximum((one) => dot(one.sat, idf));
  const context = ready.byMaximum((one) => contextOf(one, ready, idf));
  const bestSession = Math.max(0, ...sessions.values());
  const ask: Ask = { evidence, ready, own, context, speaker, bestSession };
  return candidates.map((unit): Scored => scoredBy(unit, signalsOf(unit, ask))).toSorted(byScore);
}

/** What is the same for every unit of a question. */
interface Ask {
  readonly evidence: Evidence;
  readonly ready: ReadyUnits;
  readonly own: (one: Ready) => number;
  readonly context: (one: Ready) => number;
  readonly speaker: string | undefined;
  readonly bestSession: number;
}

const signalsOf = (unit: StoredUnit, ask: Ask): Signals => {
  const { ready, own, evidence } = ask;
  const { query, sessions, cosine } = evidence;
  const one = ready.of(unit);
  const before = ready.near(unit, -1);
  const before2 = ready.near(unit, -2);
  const after = ready.near(unit, 1);
  const traits = unpackTraits(unit.traits);
  return {
    own: own(one),
    context: ask.context(one),
    session: share(sessions.get(unit.session) ?? 0, ask.bestSession),
    answers: before?.asks === true ? own(before) : 0,
    before2: before2 === undefined ? 0 : own(before2),
    after1: after === undefined ? 0 : own(after),
    pair: one.pair,
    pairBefore: before?.pair ?? 0,
    date: dateSignal(unit.day, query.near),
    asks: one.asks ? 1 : 0,
    length: Math.min(1, Math.log(1 + one.length) / 4),
    time: query.asksWhen && traits.tellsTime ? 1 : 0,
    number: query.asksHowMany && traits.tellsNumber ? 1 : 0,
    names: query.asksWho ? traits.names / 2 : 0,
    speaker: speakerSignal(unit.speaker, ask.speaker),
    vector: cosine?.get(unit.key) ?? 0,
  };
};

const speakerSignal = (speaker: string | undefined, asked: string | undefined): number => {
  if (speaker === undefined || asked === undefined) return 0;
  return speaker === asked ? 1 : -1;
};

/** Best first; equal ones by id, so that the same question has the same answer. */
const byScore = (one: Scored, other: Scored): number =>
  other.score - one.score ||
  (one.unit.id < other.unit.id ? -1 : one.unit.id > other.unit.id ? 1 : 0);

const scoredBy = (unit: StoredUnit, signals: Signals): Scored => {
  const parts: { -readonly [Name in Signal]?: number } = {};
  let sum = 0;
  for (const name of SIGNALS) {
    const part = WEIGHTS[name] * signals[name];
    if (part !== 0) parts[name] = part;
    sum += part;
  }
  return { unit, score: sum, parts };
};

const dot = (values: readonly number[], weights: readonly number[]): number =>
  values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);

/** Each term counts once, where it stands best: in the unit, or in one of its neighbours by how near that is. */
const contextOf = (one: Ready, ready: ReadyUnits, idf: readonly number[]): number => {
  const best = [...one.sat];
  for (const offset of AROUND) {
    const near = ready.near(one.unit, offset);
    if (near === undefined) continue;
    const factor = nearnessFactor(offset, one, near);
    for (let term = 0; term < best.length; term += 1)
      best[term] = Math.max(best[term] ?? 0, factor * (near.sat[term] ?? 0));
  }
  return dot(best, idf);
};

const AROUND = [-3, -2, -1, 1, 2] as const;

/** A question makes the next unit its answer, and one before that less likely to be about something else. */
const nearnessFactor = (offset: number, one: Ready, near: Ready): number => {
  switch (offset) {
    case -1:
      return near.asks ? 0.9 : 0.5;
    case -2:
      return near.asks ? 0.3 : 0.4;
    case 1:
      return one.asks ? 0.5 : 0.35;
    default:
      return 0.2;
  }
};

/** The one speaker whom a question names; `undefined` where it names none or several. */
const askedSpeaker = ({ spoken }: Query, speakers: ReadonlySet<string>): string | undefined => {
  const named = [...speakers].filter((name) => spoken.includes(` ${name} `));
  return named.length === 1 ? named[0] : undefined;
};
