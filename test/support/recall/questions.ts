import { recall, type RecallOptions } from '#lib/recall/recall.ts';
import type { Scored } from '#lib/recall/score.ts';
import { recallDays } from '#lib/recall/window.ts';
import { whenIn } from '#lib/recall/when/when.ts';
import type { RecallStore, StoredUnit } from '#lib/recall/store.ts';

/** A question, and which units answer it. */
export interface Question {
  readonly text: string;
  readonly isAnswer: (unit: StoredUnit) => boolean;
  /** How many units answer it. */
  readonly answers: number;
  /** What an embedder makes of it. */
  readonly vector?: Float32Array;
}

/** How well questions were answered. */
export interface Measured {
  /** Of all answers, the share among the first five and the first ten. */
  readonly at5: number;
  readonly at10: number;
  /** Mean of one over the rank of the first answer. */
  readonly mrr: number;
}

/** Behind all days of what the tests ask. */
const TODAY = '2026-12-31';

/** Asks a store as the index does, on a day. */
export const ask = async (
  store: RecallStore,
  text: string,
  options: RecallOptions,
  today = TODAY,
): Promise<readonly Scored[]> => {
  const when = options.by === 'ranks' ? undefined : await whenIn(text, { today });
  const answered = when?.isSure === true ? await recallDays(store, when, options) : undefined;
  return answered?.found ?? recall(store, text, { ...options, near: when?.windows });
};

/** Asks a store and looks where the answers stand. */
export const measure = async (
  store: RecallStore,
  questions: readonly Question[],
  by?: 'scores' | 'ranks',
): Promise<Measured> => {
  const each = await Promise.all(
    questions.map(async ({ text, isAnswer, answers, vector }) => {
      const hits = await ask(store, text, { limit: 10, by, vector });
      const ranks = hits.flatMap(({ unit }, index) => (isAnswer(unit) ? [index + 1] : []));
      const share = (limit: number): number =>
        ranks.filter((rank) => rank <= limit).length / Math.min(limit, answers);
      return { at5: share(5), at10: share(10), mrr: 1 / (ranks[0] ?? Infinity) };
    }),
  );
  const mean = (name: keyof Measured): number =>
    each.reduce((sum, one) => sum + one[name], 0) / Math.max(1, each.length);
  return { at5: mean('at5'), at10: mean('at10'), mrr: mean('mrr') };
};
