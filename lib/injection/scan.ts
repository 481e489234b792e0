/**
 * Text that an agent reads and its human did not write, or did not see (§4): what is hidden in it, and what speaks to
 * the agent in place of its human. A scan points and never quotes. It recognises what is known; it proves nothing about
 * a text in which it finds nothing.
 */
import { UNTRUSTED_FINDINGS_MAX } from '#lib/spec/limits.ts';
import { LineFinder } from '#lib/text/line-finder.ts';
import { hiddenIn, type HiddenKind } from './characters.ts';
import { fold } from './fold.ts';
import { marksIn } from './markers.ts';
import { wordingsIn } from './phrases.ts';
import { Quotes } from './quotes.ts';
import type { PhraseKind } from '#lib/language/injection-phrasings.ts';

/** What a place of a text comes to that speaks to an agent in place of its human. */
export type InjectionKind = HiddenKind | PhraseKind;

/** What was found, in words that complete "holds …". */
export const INJECTION_NAMES: Readonly<Record<InjectionKind, string>> = {
  bidi: 'a character that changes the direction of the text',
  invisible: 'an invisible character',
  tag: 'invisible tag characters, which can spell a hidden text',
  selector: 'variation selectors where nothing has variants',
  'private use': 'a character for private use, which others cannot read',
  control: 'a control character',
  escape: 'an escape sequence of a terminal',
  override: 'words that tell the agent to drop its instructions',
  role: 'words that give the agent another role',
  system: 'words that pose as new instructions of the system',
  secrecy: 'words that want something kept from the human',
  marker: 'a mark by which models tell apart who speaks',
  fence: 'an imitation of the marks that the kernel puts around files',
  exfiltration: 'words that want private files sent away',
  download: 'a download that is run at once',
};

/** A place that deserves a look. */
export interface InjectionFinding {
  readonly kind: InjectionKind;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** It stands in code, in a quote or as reported speech: more likely talked about than said. */
  readonly quoted: boolean;
}

/** The places of a text, in order: at most `UNTRUSTED_FINDINGS_MAX` of those that are quoted, and as many others. */
export const scan = (text: string): readonly InjectionFinding[] => listed(text, inOrder(text));

/** Those of them that cannot be seen: a fraction of the time. */
export const scanHidden = (text: string): readonly InjectionFinding[] =>
  listed(text, hiddenPlaces(text));

function* hiddenPlaces(text: string): Generator<Place> {
  for (const { kind, from: at } of hiddenIn(text)) yield { kind, at, quoted: false };
}

const listed = (text: string, places: Iterable<Place>): readonly InjectionFinding[] => {
  const findings: InjectionFinding[] = [];
  const left = { quoted: UNTRUSTED_FINDINGS_MAX, said: UNTRUSTED_FINDINGS_MAX };
  const lines = new LineFinder(text);
  for (const { kind, at, quoted } of places) {
    const share = quoted ? 'quoted' : 'said';
    if (left[share] === 0) continue;
    left[share] -= 1;
    findings.push({ kind, line: lines.numberAt(at), column: lines.columnAt(at), quoted });
    if (left.said === 0) break;
  }
  return findings;
};

/** What is no sentence: nobody reports it in one. */
const SIGNS: ReadonlySet<InjectionKind> = new Set(['marker', 'fence', 'download']);

/** What is harmless with a "never" before it. To keep something secret begins with one. */
const FORBIDDEN: ReadonlySet<InjectionKind> = new Set(['override', 'exfiltration']);

interface Place {
  readonly kind: InjectionKind;
  readonly at: number;
  readonly quoted: boolean;
}

/** What is hidden is hidden in a quote too. */
function* inOrder(text: string): Generator<Place> {
  const phrases = phrasesIn(text);
  let phrase = phrases.next();
  for (const { kind, from: at } of hiddenIn(text)) {
    for (; phrase.done !== true && phrase.value.at <= at; phrase = phrases.next())
      yield phrase.value;
    yield { kind, at, quoted: false };
  }
  for (; phrase.done !== true; phrase = phrases.next()) yield phrase.value;
}

function* phrasesIn(text: string): Generator<Place> {
  const { folded, placeOf } = fold(text);
  const found = [...wordingsIn(folded), ...marksIn(folded)];
  if (found.length === 0) return;
  const quotes = new Quotes(text);
  for (const { kind, at: place } of found.toSorted((one, other) => one.at - other.at)) {
    const at = placeOf(place);
    const isShown = quotes.holds(at);
    // A rule that forbids it protects whoever reads it.
    if (!isShown && FORBIDDEN.has(kind) && quotes.forbids(at)) continue;
    const quoted = isShown || (!SIGNS.has(kind) && quotes.reports(at));
    yield { kind, at, quoted };
  }
}
