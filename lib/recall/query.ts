/** What a question asks for: its words, the days that it names, and what kind of answer it wants. */
import { ASKS, SPEAKS_OF_SELF } from '#lib/language/recall-words.ts';
import type { LanguageCode } from '#lib/language/stem-words.ts';
import type { Window } from '#lib/protocol/mesh.ts';
import { RECALL_TERMS_MAX } from '#lib/spec/limits.ts';
import { daysFrom } from '#lib/text/days.ts';
import { type Forms, formsIn } from './analysis.ts';
import { folded } from './folding.ts';
import { languageOf } from './languages.ts';

/** A question, read. */
export interface Query {
  /** Each word once, in order, as what it may be in a text: it counts once, whichever of these stands there. */
  readonly words: readonly Forms[];
  /** Words that stand side by side, by their places. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Units of these days count more. */
  readonly near: readonly Window[];
  readonly asksWhen: boolean;
  readonly asksHowMany: boolean;
  readonly asksWho: boolean;
  /** In small letters with a blank at either side of each word, to look for names in. */
  readonly spoken: string;
}

/** Whom a question is put to. */
export interface QuestionOf {
  /** Of the texts that are asked. */
  readonly languages?: readonly LanguageCode[] | undefined;
  /** What the human is called who asks, who is "I" in it. */
  readonly human?: string | undefined;
  /** Days that the question may be about. */
  readonly near?: readonly Window[] | undefined;
}

/** Reads a question. Linear in its length; never throws. */
export function queryOf(
  text: string,
  { languages = ['en'], human = '', near = [] }: QuestionOf = {},
): Query {
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
    near,
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

/** How well a day is one of those that were asked for, from 0 to 1: the shorter they are, the more it says. */
export const dateSignal = (day: string | undefined, windows: readonly Window[]): number =>
  day === undefined ? 0 : Math.max(0, ...windows.map((window) => nearness(day, window)));

const NEAR_DAYS = 7;
const MONTH_DAYS = 31;

const nearness = (day: string, { from = day, to = day }: Window): number => {
  const length = daysFrom(from, to) + 1;
  if (from <= day && day <= to) return length === 1 ? 1 : length <= MONTH_DAYS ? 0.6 : 0.2;
  if (length > MONTH_DAYS) return 0;
  const behind = daysFrom(to, day);
  const apart = Math.max(behind, daysFrom(day, from));
  if (length <= NEAR_DAYS && apart <= NEAR_DAYS) return 0.5;
  // What was done is often written down later.
  return behind > 0 && behind <= MONTH_DAYS ? 0.15 : 0;
};
