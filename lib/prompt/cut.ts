/** What is kept where not everything fits: one rule for each system, in the order of priorities. */
import type { CutRule } from '#lib/layout/document.ts';
import { CutPlaces } from './cut-places.ts';
import { headAndTail, policyCut } from './head-tail.ts';
import { characterEnd, sliceSpans, type TextSpan, textOf } from './spans.ts';

/** A file or a fact that may be cut. */
export interface CuttableItem {
  readonly key: string;
  readonly spans: readonly TextSpan[];
  /** By the estimator of the layout. */
  readonly tokens: number;
  /** What its separator and heading take, where tiers share a budget out. */
  readonly frame: number;
  readonly required: boolean;
  readonly isFile: boolean;
  readonly tier?: 1 | 2 | 3 | 4;
  readonly cap?: number;
  readonly policy: boolean;
}

/** What became of an item that is not whole. */
export interface Cut {
  readonly fate: 'cut' | 'dropped';
  /** What is left of it, marker included; nothing of what is dropped. */
  readonly spans: readonly TextSpan[];
  readonly why: string;
}

/** A budget, and what is spent of it. */
interface Spending {
  /** In tokens; `undefined` where nothing is cut. */
  readonly budget: number | undefined;
  readonly estimate: (text: string) => number;
  /** What stands outside of the tiers, in tokens, and the conversation so far. */
  readonly base: number;
  readonly conversation: number;
}

/** By key; what is not here is whole. `items` are in the order of their priorities. */
export const cutItems = (
  rule: CutRule,
  items: readonly CuttableItem[],
  spending: Spending,
): ReadonlyMap<string, Cut> => {
  switch (rule.by) {
    case 'sections':
      return spending.budget === undefined
        ? new Map()
        : bySections(items, spending.budget, spending.estimate);
    case 'order':
      return inOrder(rule, items, spending);
    case 'head and tail':
      return byEnds(rule, items, spending);
    case 'tiers':
      return byTiers(rule, items, spending);
  }
};

const DROPPED: readonly TextSpan[] = [];
const SECTIONS_MARKER = '[The rest of this file is left out: it does not fit the budget.]';

/** Of what is not required, whole sections from its beginning. Required files are whole, whatever they take. */
const bySections = (
  items: readonly CuttableItem[],
  budget: number,
  estimate: Spending['estimate'],
): ReadonlyMap<string, Cut> => {
  const files = items.filter(({ isFile }) => isFile);
  const cuts = new Map<string, Cut>();
  let left = budget;
  for (const { required, tokens } of files) if (required) left -= tokens;
  for (const item of files) {
    if (item.required) continue;
    if (item.tokens > left) {
      const cut = headOf(item, left, estimate, SECTIONS_MARKER, [sectionEnds]);
      cuts.set(
        item.key,
        cut ?? dropped(`${item.tokens} tokens, and ${Math.max(0, left)} are left`),
      );
      left -= cut === undefined ? 0 : estimate(textOf(cut.spans));
    } else left -= item.tokens;
  }
  return cuts;
};

const dropped = (why: string): Cut => ({ fate: 'dropped', spans: DROPPED, why });

/** Aletheia (A14 to A17, R-51 to R-54). */
const inOrder = (
  { floor, marker }: Extract<CutRule, { by: 'order' }>,
  items: readonly CuttableItem[],
  { budget = Number.POSITIVE_INFINITY, estimate }: Spending,
): ReadonlyMap<string, Cut> => {
  const cuts = new Map<string, Cut>();
  let left = budget;
  let full: string | undefined;
  for (const item of items.filter(({ isFile }) => isFile)) {
    const { key, tokens, required } = item;
    if (full !== undefined) {
      const hint = tokens <= left ? '; it would have fitted' : '';
      cuts.set(key, dropped(`it comes after ${full}, which did not fit${hint}`));
    } else if (tokens <= left) left -= tokens;
    else {
      full = key;
      // A required file is never only a marker: where it has no sections it is cut at lines, or between characters.
      const ways = required ? [sectionEnds, lineEnds, characterEnds] : [sectionEnds];
      const cut = left >= floor ? headOf(item, left, estimate, marker, ways) : undefined;
      cuts.set(key, cut ?? dropped(`${tokens} tokens, and ${left} are left`));
      left -= cut === undefined ? 0 : estimate(textOf(cut.spans));
    }
  }
  return cuts;
};

/** OpenClaw: fewer characters than this are not worth another file. */
const LEAST_CHARS = 64;
/** OpenClaw counts characters; a budget in tokens is so many of them. */
const CHARS_PER_TOKEN = 4;

const byEnds = (
  { cap, total }: Extract<CutRule, { by: 'head and tail' }>,
  items: readonly CuttableItem[],
  { budget }: Spending,
): ReadonlyMap<string, Cut> => {
  const cuts = new Map<string, Cut>();
  let left = budget === undefined ? total : Math.min(total, budget * CHARS_PER_TOKEN);
  for (const item of items.filter(({ isFile }) => isFile)) {
    const { length } = textOf(item.spans);
    const room = Math.min(item.cap ?? cap, left);
    if (length <= room) {
      left -= length;
      continue;
    }
    const spans =
      left < LEAST_CHARS
        ? undefined
        : (item.policy ? policyCut : headAndTail)(item.key, item.spans, room);
    cuts.set(
      item.key,
      spans === undefined
        ? dropped(`${left} characters are left of ${total}`)
        : { fate: 'cut', spans, why: `${length} characters, and ${room} at most` },
    );
    left -= textOf(spans ?? []).length;
  }
  return cuts;
};

/** OSA (O12 to O14, O16): what has no tier is the base, which is whole. */
const byTiers = (
  { shares, reserve, least, marker }: Extract<CutRule, { by: 'tiers' }>,
  items: readonly CuttableItem[],
  { budget = 0, estimate, base, conversation }: Spending,
): ReadonlyMap<string, Cut> => {
  const dynamic = Math.max(budget - base - conversation - reserve, least);
  const cuts = new Map<string, Cut>();
  let rest = dynamic;
  for (const { tier, tokens, frame } of items) if (tier === 1) rest -= tokens + frame;
  for (const tier of [2, 3, 4] as const) {
    // What tier 1 takes beyond its part is missing in the others.
    let left = tier === 4 ? rest : Math.min(rest, Math.round(dynamic * shares[tier]));
    for (const item of items.filter((one) => one.tier === tier)) {
      const room = Math.max(0, left - item.frame);
      const cut =
        item.tokens <= room
          ? undefined
          : (headOf(item, room, estimate, marker, [wordEnds]) ??
            dropped(`${item.tokens} tokens, and ${room} are left of tier ${tier}`));
      if (cut !== undefined) cuts.set(item.key, cut);
      if (cut?.fate === 'dropped') continue;
      const taken = item.frame + (cut === undefined ? item.tokens : estimate(textOf(cut.spans)));
      left -= taken;
      rest -= taken;
    }
  }
  return cuts;
};

/** Places at which a text may end, in ascending order. */
type Ends = (text: string, places: CutPlaces) => Iterable<number>;

const sectionEnds: Ends = (_text, places) => places.sections.slice(1);

const lineEnds: Ends = function* (text) {
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) yield at + 1;
};

const wordEnds: Ends = function* (text) {
  for (const match of text.matchAll(/\S+/gu)) yield match.index + match[0].length;
};

const CHARACTERS_AT_ONCE = 16;

const characterEnds: Ends = function* (text) {
  for (let at = CHARACTERS_AT_ONCE; at < text.length; at += CHARACTERS_AT_ONCE)
    yield characterEnd(text, at);
};

/** The longest beginning that fits with its marker, by the first way that finds one; never the marker alone. */
const headOf = (
  { spans, tokens }: CuttableItem,
  left: number,
  estimate: Spending['estimate'],
  marker: string,
  ways: readonly Ends[],
): Cut | undefined => {
  const tail = `\n\n${marker}`;
  const text = linesWithin(textOf(spans), (part) => estimate(part + tail) <= left);
  const places = CutPlaces.of(text);
  const keptTo = (end: number): string => text.slice(0, places.endAt(end)).trimEnd();
  const behind = (kept: string): string => places.closingAt(kept.length) + tail;
  const fits = (end: number): boolean => {
    const kept = keptTo(end);
    return estimate(kept + behind(kept)) <= left;
  };
  for (const ends of ways) {
    const end = lastThat(ends(text, places), fits);
    const kept = end === undefined ? '' : keptTo(end);
    if (kept.trim() === '') continue;
    return {
      fate: 'cut',
      spans: [...sliceSpans(spans, 0, kept.length), { text: behind(kept) }],
      why: `${tokens} tokens, and ${left} are left`,
    };
  }
  return undefined;
};

const FIRST_PART = 4096;

/** Whole lines from the beginning, of which not all fit: a little more is looked at than is kept, and not all of the text. */
const linesWithin = (text: string, fits: (part: string) => boolean): string => {
  for (let length = FIRST_PART; length < text.length; length *= 2) {
    if (fits(text.slice(0, length))) continue;
    const end = text.indexOf('\n', length);
    return end < 0 ? text : text.slice(0, end);
  }
  return text;
};

/**
 * The last of ascending places that fits, where all before it fit too. Steps grow as long as they fit, so that what is
 * looked at is in proportion to what is kept, and not to the text.
 */
const lastThat = (ends: Iterable<number>, fits: (end: number) => boolean): number | undefined => {
  const places: number[] = [];
  let probe = 1;
  for (const end of ends) {
    places.push(end);
    if (places.length < probe) continue;
    if (!fits(end)) break;
    probe *= 2;
  }
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fits(places[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return places[low - 1];
};
