/**
 * What of a talk was written down (RFC-0009 §5.1): a turn is, when a note that was appended in it or later shares a name, a
 * number or two rare words with it. A turn that has nothing to share is written down by any note.
 */
import { isCommon } from '#lib/language/private-lines-common.ts';
import { isPair, termsOf } from '#lib/recall/analysis.ts';
import { bare } from '#lib/recall/folding.ts';
import { languageOf } from '#lib/recall/languages.ts';
import { matchesIn } from '#lib/text/matches.ts';
import { withWordBorders } from '#lib/text/unspaced.ts';
import { wordsOfNote } from './note-words.ts';

/** Something that was said to the agent, or that it appended to the log. */
export interface Talk {
  readonly is: 'turn' | 'note';
  readonly text: string;
}

/** A number with its parts, or a word. */
const WORD = /\p{N}+(?:[.,:/-]\p{N}+)*|[\p{L}\p{N}\p{M}]+/gu;
const NUMBER = /^\p{N}/u;
const CAPITAL = /^\p{Lu}/u;
const SENTENCE_END = /(?:^|[\n.!?…:]["'”’)]*)\s*$/u;

/** What two texts must share, in rare words: a name or a number is as much as two of them. */
const SHARED = 2;
const RARE_COUNTS = 1;
/** Two words of a script without blanks are four pairs of characters. */
const PAIR_COUNTS = 0.5;

/** A word that may be shared: what it may be in another text, and what it counts. */
interface Mark {
  readonly keys: readonly string[];
  readonly counts: number;
}

/** Was something said, of which no note since tells? At worst as many steps as turns times notes. */
export const hasUnwritten = (talk: readonly Talk[]): boolean => {
  const notes: ReadonlyMap<string, number>[] = [];
  for (const { is, text } of talk.toReversed())
    if (is === 'note') notes.push(keysOf(marksIn(linesSaid(text))));
    else {
      const marks = marksIn(text);
      const all = marks.reduce((sum, { counts }) => sum + counts, 0);
      if (!notes.some((keys) => shared(marks, keys) >= Math.min(SHARED, all))) return true;
    }
  return false;
};

const linesSaid = (note: string): string => note.split('\n').map(wordsOfNote).join('\n');

const shared = (marks: readonly Mark[], keys: ReadonlyMap<string, number>): number =>
  marks.reduce((sum, { keys: own, counts }) => {
    const found = own.map((key) => keys.get(key) ?? 0);
    const most = Math.max(...found);
    return most === 0 ? sum : sum + Math.max(counts, most);
  }, 0);

const keysOf = (marks: readonly Mark[]): ReadonlyMap<string, number> =>
  new Map(
    marks
      .toSorted((one, other) => one.counts - other.counts)
      .flatMap(({ keys, counts }) => keys.map((key) => [key, counts] as const)),
  );

/** Each word of a text that few texts have, once. */
const marksIn = (text: string): readonly Mark[] => {
  const code = languageOf(text);
  const plain = withWordBorders(text);
  const marks = new Map<string, Mark>();
  for (const { 0: word, index } of matchesIn(plain, WORD)) {
    const key = bare(word.toLowerCase());
    const terms = termsOf(word, code);
    const pairs = terms.filter(isPair);
    for (const pair of pairs) marks.set(pair, { keys: [pair], counts: PAIR_COUNTS });
    if (pairs.length > 0 || isCommon(key) || terms.length === 0) continue;
    // German writes every noun so.
    const isName =
      code !== 'de' && CAPITAL.test(word) && !SENTENCE_END.test(plain.slice(0, index).slice(-8));
    const isFact = NUMBER.test(word) ? key.length > 1 && !YEAR.test(key) : isName;
    const counts = isFact ? SHARED : RARE_COUNTS;
    if ((marks.get(key)?.counts ?? 0) < counts) marks.set(key, { keys: [key, ...terms], counts });
  }
  return [...marks.values()];
};

/** Years of this and the last century stand everywhere. */
const YEAR = /^(?:19|20)\d\d$/u;
