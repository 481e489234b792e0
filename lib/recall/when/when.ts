/**
 * The days that a question is about (docs/recall.md): dates as people write them, and stretches of days by words, in ten
 * languages, by the day of today. What may be something else than a date is said to be unsure.
 */
import type { When, Window } from '#lib/protocol/mesh.ts';
import { withAsciiDigits } from './digits.ts';
import { type Asker, readDays, readMonths } from './days.ts';
import {
  BEFORE_MARKS,
  DAY_WORD,
  GENERIC,
  GENERIC_PIECES,
  patternsOf,
  Reading,
  type Read,
  WRITTEN_MONTH,
} from './reading.ts';
import { besideIn, readAlone, readRelative, readRelations } from './windows.ts';

export type { Asker } from './days.ts';

/** May a text name days? */
export const mayNameDays = (text: string): boolean => {
  const plain = withAsciiDigits(text).toLowerCase();
  return /\d/u.test(plain) || DAY_WORD.test(plain);
};

/** The days that a question names; `undefined` for one that names none. Linear in its length; never throws. */
export async function whenIn(question: string, asker: Asker): Promise<When | undefined> {
  const text = withAsciiDigits(question.normalize('NFC'));
  if (!mayNameDays(text)) return undefined;
  const reading = new Reading(text);
  const isState = patternsOf('state', reading.text).some((one) => reading.text.search(one) >= 0);
  if (isState) for (const pattern of patternsOf('now', reading.text)) reading.skip(pattern);
  readDays(reading, asker);
  // Of each word that ends as `north` does the parser would be asked.
  if (SPELLED.test(reading.text) && HAS_MONTH.test(reading.text)) {
    const { readSpelled } = await import('./spelled.ts');
    readSpelled(reading, asker);
  }
  // A number alone is a date, or nothing.
  if (DAY_WORD.test(reading.text)) readRelative(reading, asker);
  readMonths(reading, asker);
  readAlone(reading, asker);
  readRelations(reading);
  return whenOf(reading, asker, isState);
}

/** The same where the days were given beside the question: they are those that count. */
export async function whenGiven(
  question: string,
  { from, to, asOf }: Window & { readonly asOf?: string | undefined },
  asker: Asker,
): Promise<When> {
  const read = await whenIn(question, asker);
  const rest = read?.isSure === true ? read.rest : question;
  const windows = [{ from, to: to ?? asOf }];
  return { windows, isSure: true, isState: asOf !== undefined, rest, topic: topicOf(rest) };
}

/** Numbers as words, or years of an era, where there is a month: `the twenty-second of February`, `八月十七日`, `令和8年`. */
const SPELLED =
  /[一二三四五六七八九十〇\d]\s*月\s*[一二三四五六七八九十\d]|\d\s*年|(?<![a-z])(?!(?:last|past|august|month|next|most|with)(?![a-z]))[a-z-]+(?:st|nd|rd|th)(?![a-z])/u;

const HAS_MONTH = new RegExp(WRITTEN_MONTH, 'u');

const whenOf = (reading: Reading, asker: Asker, isState: boolean): When | undefined => {
  // What lies ahead is in no log: there it is a word as any other.
  const past = reading.found.filter(({ window: { from = '' } }) => from <= asker.today);
  const sure = past.filter((one) => one.isSure);
  if (past.length === 0) return asBeside(reading, isState);
  const rest = sure.length === 0 ? reading.said(reading.text) : reading.without(BEFORE_MARKS);
  const bare = reading.without(BEFORE_MARKS);
  const topic = topicOf(sure.length === 0 ? bare : rest);
  return {
    windows: distinct(sure.length === 0 ? past : sure),
    // Where nothing else is asked for, the days are what is asked for.
    isSure: sure.length > 0 || topic === '',
    isState: isState || past.some(({ holds }) => holds === true),
    rest,
    topic,
  };
};

const asBeside = (reading: Reading, isState: boolean): When | undefined => {
  const found = besideIn(reading);
  if (found === undefined) return undefined;
  const { beside, pattern } = found;
  const rest = reading.without(pattern);
  return { windows: [], isSure: true, isState, rest, topic: topicOf(rest), beside };
};

const distinct = (reads: readonly Read[]): readonly Window[] => [
  ...new Map(reads.map(({ window }) => [`${window.from} ${window.to}`, window])).values(),
];

/** What a question asks for beside its days, without words that any question has. */
const topicOf = (rest: string): string =>
  rest
    .toLowerCase()
    .replaceAll(GENERIC_PIECES, ' ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !GENERIC.has(word))
    .join(' ');
