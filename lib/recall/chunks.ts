/**
 * Memory files cut into units that can be found (RFC-0009 §5.4): a list item with its children, a paragraph, a fenced
 * block. What is too short to say something alone goes with what follows it, what is too long is cut at sentences.
 * The text of a unit stands in its file exactly so; its lines are data and no identity.
 */
import { CHUNK_MAX_TOKENS, CHUNK_MIN_WORDS } from '#lib/spec/limits.ts';
import { isAscii } from '#lib/text/ascii.ts';
import type { LineRange } from '#lib/text/place.ts';
import { tokensIn, tokensOfChar } from '#lib/text/tokens.ts';
import { UNSPACED_CLASS } from '#lib/text/unspaced.ts';
import { type Block, partsOf } from './blocks.ts';
import { speakersIn, spokenIn } from './speakers.ts';

/** One unit. */
export interface Chunk extends LineRange {
  /** The headings above it, outermost first, without the title of the file. */
  readonly headings: readonly string[];
  /** The session of a log or the top section of MEMORY.md that it stands in: units of one session are neighbours. */
  readonly session: string;
  /** Who says it, where the session is a conversation. */
  readonly speaker: string | undefined;
  /** When the session began, as `HH:MM`. */
  readonly time: string | undefined;
  /** Its place in the session, from 0. */
  readonly seq: number;
  readonly text: string;
}

interface Heading {
  readonly level: number;
  readonly title: string;
}

/** Where units go: their headings, and the session that they are counted in. */
interface Place {
  readonly headings: readonly string[];
  readonly session: string;
  readonly time: string | undefined;
}

const SESSION = /^Session\s+\[?(\d{1,2}:\d{2})\b/u;
const WORDS = new RegExp(`[${UNSPACED_CLASS}]{1,2}|[^\\P{L}${UNSPACED_CLASS}]+|\\p{N}+`, 'gu');
const ASCII_WORDS = /[a-z]+|[0-9]+/gi;
/** Ends of sentences and of lines, with the blanks behind them. */
const SENTENCE_END = /(?<![.!?…])[.!?…]+["'”’)\]]*\s+|[。！？]+["”」』）]*\s*|\n\s*/gu;

/** A block where it stands. */
interface Placed {
  readonly block: Block;
  readonly place: Place;
  /** Something that is no memory stands before it. */
  readonly isAfterGap: boolean;
}

/** Which lines go with no others: what is wrong with them must not be wrong with their neighbours. */
export type Apart = (lines: LineRange) => boolean;

/** The units of a memory file, in order. Linear in its length; never throws. */
export function chunksOf(text: string, isApart: Apart = () => false): readonly Chunk[] {
  const placed = placedIn(text);
  const bySession = Map.groupBy(placed, ({ place }) => place.session);
  const speakers = new Map(
    [...bySession].map(([session, all]) => [
      session,
      speakersIn(all.map(({ block }) => text.slice(block.at, block.end))),
    ]),
  );
  const speakerOf = ({ block, place }: Placed): string | undefined => {
    const speaker = spokenIn(text.slice(block.at, block.end))?.speaker;
    return speaker !== undefined && speakers.get(place.session)?.has(speaker) === true
      ? speaker
      : undefined;
  };
  const mayJoin = (one: Placed): boolean => !isApart(one.block) && speakerOf(one) === undefined;
  const counts = new Map<string, number>();
  return joined(text, placed, mayJoin).flatMap((one) =>
    piecesOf(text, one.block).map((piece): Chunk => {
      const seq = counts.get(one.place.session) ?? 0;
      counts.set(one.place.session, seq + 1);
      return Object.assign({ seq, speaker: speakerOf(one) }, one.place, piece);
    }),
  );
}

const placedIn = (text: string): readonly Placed[] => {
  const placed: Placed[] = [];
  const places = new Places();
  let place = places.now;
  let isAfterGap = false;
  for (const part of partsOf(text)) {
    if (part.kind === 'block') placed.push({ block: part, place, isAfterGap });
    if (part.kind === 'heading') place = places.enter(part);
    isAfterGap = part.kind !== 'block';
  }
  const { title } = places;
  if (title === undefined) return placed;
  const untitled = new Map(
    placed.map(({ place: one }) => [
      one,
      one.headings[0] === title ? Object.assign({}, one, { headings: one.headings.slice(1) }) : one,
    ]),
  );
  return placed.map(({ block, place: one, isAfterGap: gap }) => ({
    block,
    place: untitled.get(one) ?? one,
    isAfterGap: gap,
  }));
};

/** What is too short goes with what follows it under the same headings; lines of a conversation stay alone. */
const joined = (
  text: string,
  placed: readonly Placed[],
  mayJoin: (one: Placed) => boolean,
): readonly Placed[] => {
  const all: Placed[] = [];
  for (const one of placed) {
    const last = all.at(-1);
    const isFollowed =
      last !== undefined &&
      !one.isAfterGap &&
      isShort(text.slice(last.block.at, last.block.end)) &&
      mayJoin(last) &&
      mayJoin(one);
    if (!isFollowed) all.push(one);
    else {
      const { from, at } = last.block;
      all.splice(-1, 1, { ...last, block: { ...one.block, from, at } });
    }
  }
  return all;
};

/** Follows headings: which ones stand above a line, and which session it is of. */
class Places {
  readonly #above: Heading[] = [];
  /** How often a session of this name was entered: two of one minute are two. */
  readonly #entered = new Map<string, number>();
  #session = '';
  #time: string | undefined;
  /** The only heading of level one is the title of the file, if it is the first of all. */
  title: string | undefined;
  #isFirst = true;

  get now(): Place {
    const headings = this.#above.map(({ title }) => title);
    return { headings, session: this.#session, time: this.#time };
  }

  enter(heading: Heading): Place {
    if (heading.level === 1) this.title = this.#isFirst ? heading.title : undefined;
    this.#isFirst = false;
    while ((this.#above.at(-1)?.level ?? 0) >= heading.level) this.#above.pop();
    this.#above.push(heading);
    const time = SESSION.exec(heading.title)?.[1];
    if (time !== undefined || heading.level <= 2) this.#enterSession(time);
    return this.now;
  }

  #enterSession(time: string | undefined): void {
    const name = this.#above.map(({ title }) => title).join(' / ');
    const count = (this.#entered.get(name) ?? 0) + 1;
    this.#entered.set(name, count);
    this.#session = count === 1 ? name : `${name} (${count})`;
    this.#time = time?.padStart(5, '0');
  }
}

const isShort = (text: string): boolean => {
  const words = isAscii(text) ? ASCII_WORDS : WORDS;
  words.lastIndex = 0;
  for (let count = 0; count < CHUNK_MIN_WORDS; count += 1) if (!words.test(text)) return true;
  return false;
};

interface Piece extends LineRange {
  readonly text: string;
}

/** A block as one piece, or cut where it is too long. */
function piecesOf(text: string, block: Block): readonly Piece[] {
  const pieces: Piece[] = [];
  const whole = text.slice(block.at, block.end);
  const cuts = tokensIn(whole) > CHUNK_MAX_TOKENS ? cutsIn(whole) : [];
  let line = block.from;
  let at = 0;
  for (const cut of [...cuts, whole.length]) {
    const raw = whole.slice(at, cut);
    const piece = raw.trim();
    const before = linesIn(raw.slice(0, raw.length - raw.trimStart().length));
    const from = line + before;
    if (piece !== '') pieces.push({ from, to: from + linesIn(piece), text: piece });
    line += linesIn(raw);
    at = cut;
  }
  return pieces;
}

/** How many lines end in a text. */
const linesIn = (text: string): number => {
  let count = 0;
  for (const _ of text.matchAll(/\r\n|[\n\r]/gu)) count += 1;
  return count;
};

/** Where a long text is cut: behind the last sentence that fits, else at a blank, else where it is full. */
function cutsIn(text: string): readonly number[] {
  const ends = [...text.matchAll(SENTENCE_END)].map(({ 0: mark, index }) => index + mark.length);
  const cuts: number[] = [];
  let next = 0;
  let start = 0;
  while (start < text.length) {
    const full = fullAt(text, start);
    if (full.at >= text.length) break;
    while (next < ends.length && (ends[next] ?? 0) <= full.at) next += 1;
    const sentence = ends[next - 1] ?? 0;
    start = sentence > start ? sentence : full.blank > start ? full.blank : full.at;
    cuts.push(start);
  }
  return cuts;
}

/** Where a text from `start` on is full, and behind its last blank before that. */
const fullAt = (text: string, start: number): { readonly at: number; readonly blank: number } => {
  let tokens = 0;
  let at = start;
  let blank = start;
  while (at < text.length) {
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
    tokens += tokensOfChar(char);
    if (tokens > CHUNK_MAX_TOKENS) return { at, blank };
    at += char.length;
    if (char === ' ') blank = at;
  }
  return { at, blank };
};
