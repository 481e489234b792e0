/**
 * Finding private lines in what is read or said (RFC-0009 §3.2, R-77), by fingerprints alone: exact copies and near
 * ones, with case, punctuation, Markdown and blanks changed, in another order, cut over lines, among other words, or
 * most of a long one.
 *
 * What passes: a translation, a paraphrase in other words, an encoding (base64, letters spelled one by one, letters of
 * another script that look alike), a few words out of a line. This is a net beneath the matrix, which keeps a shared
 * session from MEMORY.md; it catches copies that were made where they could be made.
 */
import { splitLines } from '#lib/text/lines.ts';
import type { FilePlace } from '#lib/text/place.ts';
import {
  CLOSE_MIN_BITS,
  type Fingerprints,
  type KeyedHash,
  LOOSE_MIN_BITS,
  type Passage,
} from './private-lines.ts';
import { sentencesOf, type LineFeatures, takeApart } from './private-lines-words.ts';

/** A private line in a text: found with the line that was read last; it begins in line `from`, counted from 0. */
export interface Leak extends FilePlace {
  readonly from: number;
}

/** Of what a passage tells, so much must be there. */
const MOST = 0.75;
/** Words that may stand between those of a passage, as a share of its length and beyond it. */
const LOOSE_SHARE = 1.5;
const LOOSE_EXTRA_WORDS = 4;
/** With so much of a passage at its end, a text may continue with the rest of it. */
const BEGUN = 0.3;
const BEGUN_MIN_BITS = 12;

/** A passage with what is worked out once. */
interface Sought {
  readonly source: FilePlace;
  readonly bits: readonly number[];
  /** Its words must stand within so many. */
  readonly window: number;
  /** And tell so much together. */
  readonly neededBits: number;
  /** Where its words begin among those of all. */
  readonly at: number;
}

/** One word of one passage. */
interface Posting {
  readonly sought: Sought;
  readonly word: number;
}

/** The private lines of some files, ready to be looked for. */
export class PrivateLines {
  readonly #hash: KeyedHash;
  readonly #postings = new Map<number, Posting[]>();
  readonly #wholes = new Map<number, FilePlace>();
  readonly #identifiers = new Map<number, FilePlace>();
  #words = 0;

  constructor(files: ReadonlyMap<string, Fingerprints>, hash: KeyedHash) {
    this.#hash = hash;
    for (const [file, { passages, wholes, identifiers }] of files) {
      for (const passage of passages) this.#add(file, passage);
      for (const { line, hash: key } of wholes) this.#wholes.set(key, { file, line });
      for (const { line, hash: key } of identifiers) this.#identifiers.set(key, { file, line });
    }
  }

  #add(file: string, { line, length, words, bits }: Passage): void {
    const total = bits.reduce((a, b) => a + b, 0);
    const isLoose = total >= LOOSE_MIN_BITS;
    if (total < CLOSE_MIN_BITS) return;
    const sought = {
      source: { file, line },
      bits,
      window: isLoose ? Math.ceil(length * LOOSE_SHARE) + LOOSE_EXTRA_WORDS : length,
      neededBits: isLoose ? Math.max(LOOSE_MIN_BITS, total * MOST) : total,
      at: this.#words,
    };
    this.#words += words.length;
    for (const [word, hash] of words.entries()) {
      const postings = this.#postings.get(hash);
      if (postings === undefined) this.#postings.set(hash, [{ sought, word }]);
      else postings.push({ sought, word });
    }
  }

  /** A look through lines that come one after the other. */
  scan(): LeakScan {
    return new LeakScan(this.#hash, this.#postings, this.#words, (raw, taken) =>
      this.#asItStands(raw, taken),
    );
  }

  /** The lines of a text, counted from 0, that hold private ones, with what they hold. */
  leaksIn(text: string): ReadonlyMap<number, FilePlace> {
    const leaks = new Map<number, FilePlace>();
    const scan = this.scan();
    let line = 0;
    for (const raw of splitLines(text)) {
      for (const leak of scan.take(raw)) {
        for (let at = leak.from; at <= line; at += 1) leaks.set(at, leak);
      }
      line += 1;
    }
    return leaks;
  }

  /** What is private as it stands: the whole line, a sentence of it, a number, an address. */
  #asItStands(raw: string, { whole, identifiers }: LineFeatures): FilePlace | undefined {
    if (whole === '') return undefined;
    const wholes = [whole, ...sentencesOf(raw).map((one) => takeApart(one).whole)];
    return (
      firstIn(this.#wholes, wholes, this.#hash) ??
      firstIn(this.#identifiers, identifiers, this.#hash)
    );
  }
}

const firstIn = (
  among: ReadonlyMap<number, FilePlace>,
  texts: readonly string[],
  hash: KeyedHash,
): FilePlace | undefined => {
  if (among.size === 0) return undefined;
  for (const text of texts) {
    const found = among.get(hash(text));
    if (found !== undefined) return found;
  }
  return undefined;
};

const NOWHERE = -1_000_000;

/** Lines, one after the other. What was read of a passage counts on in the lines below, as far as its words may lie apart. */
export class LeakScan {
  readonly #hash: KeyedHash;
  readonly #postings: ReadonlyMap<number, readonly Posting[]>;
  readonly #asItStands: (raw: string, taken: LineFeatures) => FilePlace | undefined;
  /** Of each word of each passage: at which place of the text, and in which line, it was seen last. */
  readonly #places: Int32Array;
  readonly #lines: Int32Array;
  /** Passages of which words were seen lately. */
  readonly #begun = new Set<Sought>();
  #place = 0;
  #line = -1;

  constructor(
    hash: KeyedHash,
    postings: ReadonlyMap<number, readonly Posting[]>,
    words: number,
    asItStands: (raw: string, taken: LineFeatures) => FilePlace | undefined,
  ) {
    this.#hash = hash;
    this.#postings = postings;
    this.#asItStands = asItStands;
    this.#places = new Int32Array(words).fill(NOWHERE);
    this.#lines = new Int32Array(words);
  }

  /** The private lines that end in this one. */
  take(raw: string): readonly Leak[] {
    this.#line += 1;
    const leaks: Leak[] = [];
    const taken = takeApart(raw);
    const whole = this.#asItStands(raw, taken);
    if (whole !== undefined) leaks.push({ ...whole, from: this.#line });
    for (const { text } of taken.features) {
      this.#place += 1;
      for (const posting of this.#postings.get(this.#hash(text)) ?? []) {
        const leak = this.#saw(posting);
        if (leak !== undefined) leaks.push(leak);
      }
    }
    return leaks;
  }

  /** The first line, counted from 0, that may be the beginning of a private one; the next line if there is none. */
  get openSince(): number {
    let since = this.#line + 1;
    for (const sought of this.#begun) {
      const { bits, from } = this.#seenOf(sought);
      const total = sought.bits.reduce((a, b) => a + b, 0);
      if (bits === 0) this.#begun.delete(sought);
      // What was found already is redacted, and what follows of it will be.
      if (bits >= sought.neededBits || bits < BEGUN_MIN_BITS || bits < total * BEGUN) continue;
      since = Math.min(since, from);
    }
    return since;
  }

  #saw({ sought, word }: Posting): Leak | undefined {
    const at = sought.at + word;
    const isNew = this.#place - (this.#places[at] ?? NOWHERE) >= sought.window;
    // What repeats a word of a passage that was found already says no more of it.
    if (!isNew && this.#seenOf(sought).bits >= sought.neededBits) return undefined;
    this.#places[at] = this.#place;
    this.#lines[at] = this.#line;
    this.#begun.add(sought);
    const { bits, from } = this.#seenOf(sought);
    return bits < sought.neededBits ? undefined : { ...sought.source, from };
  }

  /** What the words of a passage that were seen lately tell, and the line of the first of them. */
  #seenOf({ at, bits, window }: Sought): { readonly bits: number; readonly from: number } {
    let seen = 0;
    let from = this.#line + 1;
    for (let word = 0; word < bits.length; word += 1) {
      if (this.#place - (this.#places[at + word] ?? NOWHERE) >= window) continue;
      seen += bits[word] ?? 0;
      from = Math.min(from, this.#lines[at + word] ?? from);
    }
    return { bits: seen, from };
  }
}
