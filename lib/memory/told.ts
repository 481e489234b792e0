/** What the logs of a memory tell, day by day: sentences of their notes, verbatim, with the lines that they stand on (RFC-0009 §5.2). */
import { partsOf } from '#lib/recall/blocks.ts';
import { TOLD_SENTENCES } from '#lib/spec/limits.ts';
import { type Terms, termsHeld } from '#lib/workspace/search.ts';
import { featuresOf } from './notes.ts';

/** A sentence of a note. */
export interface Sentence {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** What is told of a day, in the order of its files, and how many sentences are not told. */
export interface DayTold {
  readonly day: string;
  readonly told: readonly Sentence[];
  readonly more: number;
}

/** The sentences of all logs that were read; what is said on few days is told before what is said on many. */
export class DaysTold {
  readonly #days = new Map<string, Sentence[]>();
  /** On how many days a word stands, and the last of them. */
  readonly #words = new Map<string, { readonly last: string; readonly days: number }>();

  /** Takes what was noted on a day; the files of a day follow each other. */
  add(day: string, file: string, text: string): void {
    const sentences = this.#days.get(day) ?? [];
    this.#days.set(day, sentences);
    for (const { line, said } of sentencesIn(text)) {
      sentences.push({ file, line, text: said });
      for (const { text: word } of featuresOf(said)) {
        const { last, days } = this.#words.get(word) ?? { last: '', days: 0 };
        if (last !== day) this.#words.set(word, { last: day, days: days + 1 });
      }
    }
  }

  /** What stands out on a day. */
  on(day: string, most = TOLD_SENTENCES): DayTold {
    const sentences = this.#days.get(day) ?? [];
    const told = sentences.length > most ? this.#outstanding(sentences, most) : sentences;
    return { day, told, more: sentences.length - told.length };
  }

  /** The days with sentences that hold the most of such words, the oldest first. */
  about(terms: Terms): readonly DayTold[] {
    const held = [...this.#days].flatMap(([day, sentences]) =>
      sentences.map((sentence) => ({ day, sentence, count: termsHeld(terms, sentence.text) })),
    );
    const best = Math.max(1, ...held.map(({ count }) => count));
    const days = Map.groupBy(
      held.filter(({ count }) => count === best),
      ({ day }) => day,
    );
    return [...days]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([day, all]) => ({
        day,
        told: all.slice(0, TOLD_SENTENCES).map(({ sentence }) => sentence),
        more: Math.max(0, all.length - TOLD_SENTENCES),
      }));
  }

  #outstanding(sentences: readonly Sentence[], most: number): readonly Sentence[] {
    const seen = new Set<string>();
    return sentences
      .flatMap((sentence, at) => {
        // What is said twice is told once.
        if (seen.has(sentence.text)) return [];
        seen.add(sentence.text);
        return [{ sentence, at, worth: this.#worthOf(sentence) }];
      })
      .toSorted((one, other) => other.worth - one.worth)
      .slice(0, most)
      .toSorted((one, other) => one.at - other.at)
      .map(({ sentence }) => sentence);
  }

  /** A sentence stands out by its rarest words, in the language and in these logs; a question less. */
  #worthOf({ text }: Sentence): number {
    const days = this.#days.size;
    const worth = featuresOf(text)
      .map(({ text: word, bits }) => bits * Math.log(1 + days / (this.#words.get(word)?.days ?? 1)))
      .toSorted((one, other) => other - one)
      .slice(0, OUTSTANDING_WORDS)
      .reduce((sum, one) => sum + one, 0);
    return QUESTION.test(text) ? worth / 2 : worth;
  }
}

const OUTSTANDING_WORDS = 3;
const QUESTION = /[?？]["'”’)\]]*$/u;

/** A note up to this length is told whole. */
const WHOLE_CHARS = 160;
const MARK = /^\s*(?:[-*+•]|\d{1,9}[.)])\s+/u;
/** Where another item, or the text behind a blank line, begins inside of a block. */
const ITEM_STARTS = /\n(?=\s*(?:[-*+•]|\d{1,9}[.)])\s)|\n\s*\n/u;
const FENCE = /^\s*(?:```|~~~)/u;

/** Sentences of the notes of a file with their lines: neither headings nor events of the kernel, comments or code. */
function* sentencesIn(text: string): Generator<{ readonly line: number; readonly said: string }> {
  for (const part of partsOf(text)) {
    if (part.kind !== 'block') continue;
    let { from: line } = part;
    const block = text.slice(part.at, part.end).replaceAll(/\r\n?/gu, '\n');
    if (FENCE.test(block)) continue;
    let at = 0;
    for (const item of block.split(ITEM_STARTS)) {
      const start = block.indexOf(item, at);
      line += linesIn(block.slice(at, start));
      at = start + item.length;
      yield* itemSentences(item, line);
      line += linesIn(item);
    }
  }
}

function* itemSentences(item: string, from: number) {
  const mark = MARK.exec(item)?.[0] ?? '';
  const said = item.slice(mark.length);
  let line = from;
  for (const sentence of said.length <= WHOLE_CHARS ? [said] : sentencesOf(said)) {
    const text = sentence.replaceAll(/\s+/gu, ' ').trim();
    if (text !== '') yield { line, said: text };
    line += linesIn(sentence);
  }
}

const linesIn = (text: string): number => text.split('\n').length - 1;

let made: Intl.Segmenter | undefined;

const sentencesOf = (text: string): readonly string[] => {
  made ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  // A line end inside of a sentence ends none.
  const plain = text.replaceAll('\n', ' ');
  return [...made.segment(plain)].map(({ index, segment }) =>
    text.slice(index, index + segment.length),
  );
};
