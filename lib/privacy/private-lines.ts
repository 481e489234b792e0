/**
 * Fingerprints of private lines (RFC-0009 §3.2, R-77): what is kept of MEMORY.md and USER.md so that a session which
 * must not know them can still be kept from repeating them. A fingerprint holds keyed hashes and where a line stands,
 * never a word. Whoever has both the key and the hashes can guess words one by one, so they are kept as closely as the
 * files themselves.
 */
import { fitting, type GuardedBy, isNumber, listOf, objectOf } from '#lib/guard.ts';
import { scanLines } from '#lib/text/lines.ts';
import { type Feature, sentencesOf, takeApart } from './private-lines-words.ts';

/** A keyed hash of a text: a whole number below 2^48. */
export type KeyedHash = (text: string) => number;

const isPassage = fitting(
  objectOf({
    /** In its file, from 1. */
    line: isNumber,
    /** How many words and pairs it has, the common ones among them. */
    length: isNumber,
    /** The hashes of the telling ones, each once. */
    words: listOf(isNumber),
    /** What each of them tells. */
    bits: listOf(isNumber),
  }),
  ({ words, bits }) => words.length === bits.length,
);

/** A line, or as much of a long one as fits into one look. */
export type Passage = GuardedBy<typeof isPassage>;

const isMark = objectOf({ line: isNumber, hash: isNumber });

/** Something that is private as it stands: a whole line or sentence, a number, an address. */
type Mark = GuardedBy<typeof isMark>;

export const areFingerprints = objectOf({
  passages: listOf(isPassage),
  wholes: listOf(isMark),
  identifiers: listOf(isMark),
});

/** Hashes by which private lines are recognised: of passages, of whole lines, of numbers and addresses. */
export type Fingerprints = GuardedBy<typeof areFingerprints>;

/** Of a file that is not there. */
export const NO_FINGERPRINTS: Fingerprints = { passages: [], wholes: [], identifiers: [] };

/** Fingerprints of several texts as one. */
export const mergeFingerprints = (all: readonly Fingerprints[]): Fingerprints => ({
  passages: all.flatMap(({ passages }) => passages),
  wholes: all.flatMap(({ wholes }) => wholes),
  identifiers: all.flatMap(({ identifiers }) => identifiers),
});

/** What `before` has and `now` has no more, wherever it stands there. */
export const missingFingerprints = (now: Fingerprints, before: Fingerprints): Fingerprints => {
  const passages = new Set(now.passages.map(wordsOf));
  const wholes = hashesIn(now.wholes);
  const identifiers = hashesIn(now.identifiers);
  return {
    passages: before.passages.filter((passage) => !passages.has(wordsOf(passage))),
    wholes: before.wholes.filter(({ hash }) => !wholes.has(hash)),
    identifiers: before.identifiers.filter(({ hash }) => !identifiers.has(hash)),
  };
};

const wordsOf = ({ words }: Passage): string => words.join();

const hashesIn = (marks: readonly Mark[]): ReadonlySet<number> =>
  new Set(marks.map(({ hash }) => hash));

/** Is there nothing that could be recognised? */
export const hasNoFingerprints = ({ passages, wholes, identifiers }: Fingerprints): boolean =>
  passages.length + wholes.length + identifiers.length === 0;

/** Longer lines are looked at in parts, so that most of one is found, and not only all of it. */
const PASSAGE_WORDS = 24;
const PASSAGE_STEP = PASSAGE_WORDS / 2;

/**
 * What a whole line must tell to be private: the chance that an ordinary line equals it is about 2^-bits, times the
 * lines of a memory. `yes`, `Python`, `dark mode` tell less than two rare words.
 */
const WHOLE_MIN_BITS = 16;
/** The same for its words in one place among others; there are many more places than lines. */
export const CLOSE_MIN_BITS = 20;
/** The same for most of its words, loosely together. */
export const LOOSE_MIN_BITS = 28;
/** A word that stands in so many lines of the file tells nothing about one of them, and is left out. */
const TELLING_MIN_BITS = 4;
const WORD_MAX_PASSAGES = 512;

/**
 * The fingerprints of a text, linear in its length. Headings are not private; neither is what `spared` holds, of the
 * hashes that `hashesOf` gives for texts which are for everybody.
 */
export const fingerprintsOf = (
  text: string,
  hash: KeyedHash,
  spared: ReadonlySet<number>,
): Fingerprints => {
  const found = [...unitsOf(text)];
  const counts = countsOf(found);
  const passages: Passage[] = [];
  const wholes: Mark[] = [];
  const identifiers: Mark[] = [];
  for (const { line, isSentence, ...taken } of found) {
    for (const one of isSentence ? [] : taken.identifiers) {
      const mark = { line, hash: hash(one) };
      if (!spared.has(mark.hash)) identifiers.push(mark);
    }
    const whole = { line, hash: hash(taken.whole) };
    if (spared.has(whole.hash)) continue;
    if (told(taken.features) >= WHOLE_MIN_BITS) wholes.push(whole);
    for (const part of partsOf(taken.features)) {
      const passage = passageOf(part, line, counts, hash);
      const isTelling = sum(passage.bits) >= (isSentence ? LOOSE_MIN_BITS : CLOSE_MIN_BITS);
      if (isTelling) passages.push(passage);
    }
  }
  return { passages, wholes, identifiers };
};

/** The hashes of every line of texts that are for everybody, its sentences, numbers and addresses. */
export const hashesOf = (texts: readonly string[], hash: KeyedHash): Set<number> => {
  const hashes = new Set<number>();
  for (const text of texts) {
    for (const { whole, identifiers } of unitsOf(text)) {
      hashes.add(hash(whole));
      for (const one of identifiers) hashes.add(hash(one));
    }
  }
  return hashes;
};

/** A line or a sentence of one, taken apart. */
interface Unit {
  readonly line: number;
  readonly isSentence: boolean;
  readonly features: readonly Feature[];
  readonly whole: string;
  readonly identifiers: readonly string[];
}

function* unitsOf(text: string): Generator<Unit> {
  for (const { kind, line, text: raw } of scanLines(text)) {
    if (kind === 'heading' || kind === 'fence') continue;
    const taken = takeApart(raw);
    if (taken.whole === '') continue;
    yield { line, isSentence: false, ...taken };
    for (const sentence of sentencesOf(raw)) {
      yield { line, isSentence: true, ...takeApart(sentence) };
    }
  }
}

/** In how many lines each word stands. */
const countsOf = (units: readonly Unit[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { features, isSentence } of units) {
    if (isSentence) continue;
    for (const word of new Set(features.map(({ text }) => text))) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
};

function* partsOf(features: readonly Feature[]): Generator<readonly Feature[]> {
  let from = 0;
  for (; from + PASSAGE_WORDS < features.length; from += PASSAGE_STEP) {
    yield features.slice(from, from + PASSAGE_WORDS);
  }
  yield features.slice(from === 0 ? 0 : Math.max(0, features.length - PASSAGE_WORDS));
}

/** A word that stands in n lines of the file tells log2(n) bits less about each. */
const passageOf = (
  part: readonly Feature[],
  line: number,
  counts: ReadonlyMap<string, number>,
  hash: KeyedHash,
): Passage => {
  const words: number[] = [];
  const bits: number[] = [];
  const telling = new Map(part.map(({ text, bits: given }) => [text, given]));
  for (const [text, given] of telling) {
    const count = counts.get(text) ?? 1;
    const left = Math.round(given - Math.log2(count));
    if (left < TELLING_MIN_BITS || count > WORD_MAX_PASSAGES) continue;
    words.push(hash(text));
    bits.push(left);
  }
  return { line, length: part.length, words, bits };
};

const told = (features: readonly Feature[]): number =>
  sum([...new Map(features.map(({ text, bits }) => [text, bits])).values()]);

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
