/** What stands in a log beside what the kernel writes there, and what of it MEMORY.md has (RFC-0009 §5.2). */
import { type Feature, takeApart } from '#lib/privacy/private-lines-words.ts';
import { scanLines } from '#lib/text/lines.ts';
import { isEvent } from '#lib/workspace/forgeries.ts';

/** Something that was written down. */
export interface Note {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** A log in numbers. */
export interface LogSummary {
  readonly sessions: number;
  readonly notes: readonly Note[];
}

/** A list item of its own, with or without its time; what is indented belongs to another. */
export const NOTE_ITEM = /^[-*+] +(?:\d\d:\d\d +)?/;

/** The heading of a session's block; brackets may be missing. */
const BLOCK = /^## Session \[?\d\d:\d\d\]?[ \t]*$/u;

/** Reads a log: its sessions are counted, its notes are what is neither heading nor event. */
export const summaryOf = (log: string): LogSummary => {
  const notes: Note[] = [];
  let sessions = 0;
  for (const { kind, line, text } of scanLines(log)) {
    if (kind === 'heading' && BLOCK.test(text)) sessions += 1;
    if ((kind === 'text' || kind === 'code') && text.trim() !== '' && !isEvent(text))
      notes.push({ line, text });
  }
  return { sessions, notes };
};

/** Of what a note says, so much in one line of MEMORY.md, and it counts as taken over. */
const TAKEN_OVER_SHARE = 0.6;

/** Answers for the notes of any number of logs what MEMORY.md does not have yet. */
export class TakenOver {
  /** The lines that have a word, by number. */
  readonly #lines = new Map<string, number[]>();

  constructor(memory: string) {
    for (const { kind, line, text } of scanLines(memory)) {
      if (kind !== 'text') continue;
      for (const word of new Set(featuresOf(text).map((feature) => feature.text))) {
        const lines = this.#lines.get(word);
        if (lines === undefined) this.#lines.set(word, [line]);
        else lines.push(line);
      }
    }
  }

  /** The notes of which no line of MEMORY.md says most. */
  missing(notes: readonly Note[]): readonly Note[] {
    // What has no word, such as a rule of dashes, has nothing to take over.
    return notes.filter(
      (note) => bitsIn(featuresOf(note.text)) > 0 && this.lineOf(note) === undefined,
    );
  }

  /** The line of MEMORY.md that says most of a note, from 1; `undefined` where none does. */
  lineOf({ text }: Note): number | undefined {
    const features = featuresOf(text);
    const all = bitsIn(features);
    const found = new Map<number, number>();
    for (const { text: word, bits } of features)
      for (const line of this.#lines.get(word) ?? [])
        found.set(line, (found.get(line) ?? 0) + bits);
    const [line, bits] = [...found].reduce(
      (one, other) => (other[1] > one[1] ? other : one),
      [0, 0],
    );
    return bits > 0 && bits >= TAKEN_OVER_SHARE * all ? line : undefined;
  }
}

const bitsIn = (features: readonly Feature[]): number =>
  features.reduce((sum, { bits }) => sum + bits, 0);

/** The words of a line, each once; the time in front of a note is none. */
export const featuresOf = (text: string): readonly Feature[] => [
  ...new Map(
    takeApart(text.replace(TIME, '$1')).features.map((feature) => [feature.text, feature]),
  ).values(),
];

const TIME = /^(\s*[-*+]?\s*)(?:\d\d:\d\d|\d{4}-\d\d-\d\d:?)\s+/u;
