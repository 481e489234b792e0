/** What somebody wrote in place of the ghost header (RFC-0006 §2.1, R-22), said in words of ours. */
import { GHOST_HEADER } from '#lib/spec/files.ts';
import { withoutInvisible } from '#lib/text/unseen.ts';
import { type Line, scanLines } from '#lib/text/lines.ts';

/** How a line comes near the header. The words complete "found …". */
const NEAR = {
  callout: 'a Markdown call-out with a version, as the YAMO installers write it',
  'after front matter': 'the ghost header, with front matter before it',
  'after a comment': 'the ghost header, with a comment before it',
  'after other text': 'the ghost header, with other text before it',
  fenced: 'the ghost header inside a code block',
  invisible: 'the ghost header with invisible characters',
  heading: 'the words of the ghost header as a heading',
  quote: 'the words of the ghost header in a quote',
  item: 'the words of the ghost header as an item of a list',
  comment: 'the words of the ghost header in a comment',
  code: 'the words of the ghost header as code',
  bold: 'the words of the ghost header in bold or italic type',
  case: 'the ghost header in other letter case',
  dash: 'the ghost header with another dash',
  blanks: 'the ghost header with other blanks between the words',
  version: 'the ghost header with a version in it',
  suffix: 'the ghost header with more text on its line',
  words: 'words that come near the ghost header',
} as const;

type NearName = keyof typeof NEAR;

export interface NearHeader {
  /** From 1. */
  readonly line: number;
  readonly found: string;
}

/** The header is looked for this far down. */
const LINES_MAX = 20;
/** A longer line is prose, not somebody's header. */
const LINE_MAX_CHARS = 300;

const MEANT = /yamo.{0,3}native.{0,3}kernel/i;

/** The first line that was probably meant as the header, if there is none that is one. */
export const nearHeader = (text: string): NearHeader | undefined => {
  const before: Line[] = [];
  for (const line of scanLines(text)) {
    if (line.line > LINES_MAX) return undefined;
    const bare = withoutInvisible(line.text.slice(0, LINE_MAX_CHARS));
    if (line.text.length <= LINE_MAX_CHARS && MEANT.test(bare)) {
      return { line: line.line, found: NEAR[nearness(line, before)] };
    }
    before.push(line);
  }
  return undefined;
};

/** The same as part of a sentence; empty for none. */
export const nearHeaderText = (text: string): string => {
  const near = nearHeader(text);
  return near === undefined ? '' : ` (line ${near.line} has ${near.found})`;
};

function nearness(line: Line, before: readonly Line[]): NearName {
  const text = line.text.replace(/^[ \t\f\v]+/u, '').replace(/[ \t\f\v]+$/u, '');
  if (text === GHOST_HEADER) return misplaced(line, before);
  const seen = withoutInvisible(text).trim();
  if (seen === GHOST_HEADER) return 'invisible';
  return decorated(seen) ?? differing(seen);
}

function misplaced(line: Line, before: readonly Line[]): NearName {
  if (line.kind === 'code') return 'fenced';
  if (line.kind === 'front matter') return 'after front matter';
  const others = before.filter(({ text }) => text.trim() !== '');
  if (others.length === 0) return 'invisible';
  if (others.every(({ kind }) => kind === 'front matter')) return 'after front matter';
  return others.every(({ kind }) => kind === 'comment') ? 'after a comment' : 'after other text';
}

function decorated(seen: string): NearName | undefined {
  const isQuote = seen.startsWith('>');
  if (isQuote && /\*\*YAMO-NATIVE KERNEL v\d[\d.]* ACTIVE\*\*/u.test(seen)) return 'callout';
  if (isQuote) return 'quote';
  if (/^#{1,6}(?:\s|$)/u.test(seen)) return 'heading';
  if (seen.startsWith('<!--')) return 'comment';
  if (/^(?:[-*+]|\d{1,9}[.)])\s/u.test(seen)) return 'item';
  if (seen.startsWith('`')) return 'code';
  return /^[*_]/u.test(seen) ? 'bold' : undefined;
}

function differing(seen: string): NearName {
  if (seen.toUpperCase() === GHOST_HEADER) return 'case';
  if (seen.replaceAll(/[\p{Pd}\u2212]/gu, '-') === GHOST_HEADER) return 'dash';
  if (seen.replaceAll(/[\s_-]/gu, '') === GHOST_HEADER.replaceAll(/[\s-]/gu, '')) return 'blanks';
  if (/\bv?\d+(?:\.\d+)*\b/i.test(seen) && seen.length <= GHOST_HEADER.length + 12)
    return 'version';
  return seen.startsWith(GHOST_HEADER) ? 'suffix' : 'words';
}
