/** What a person's Markdown or YAMO says line by line: headings, labelled values, list items, sentences. */
import { isCredentialLabel } from '#lib/secrets/credential.ts';
import { scanLines } from '#lib/text/lines.ts';
import type { Line } from '#lib/text/lines.ts';
import {
  isFieldLine,
  isRule,
  isTableRow,
  itemIn,
  type Labelled,
  labelledIn,
  LINE_MAX_CHARS,
  unquoted,
} from './labelled-line.ts';

/** One thing said. `raw` is the whole line, for judging whether it may be read at all. */
export type InstructionEntry =
  | { readonly kind: 'heading'; readonly level: number; readonly title: string }
  | ({ readonly kind: 'pair'; readonly raw: string } & Labelled)
  | {
      readonly kind: 'item';
      readonly text: string;
      readonly indent: number;
      readonly raw: string;
      /** `- Editor: vim` is an item and a pair. */
      readonly pair: Labelled | undefined;
    }
  | { readonly kind: 'text'; readonly text: string; readonly raw: string }
  | { readonly kind: 'blank' };

/** A sentence that is broken over lines goes on for so many of them. */
const SENTENCE_MAX_LINES = 4;

/**
 * The entries of a text in order. Code is left out unless it is YAMO; so are comments, and the metadata of a YAMO
 * document, whose `name` is the document's. `place` hears of the lines that the next entries are of.
 */
export function* entriesOf(
  text: string,
  place?: (line: number, count: number) => void,
): Generator<InstructionEntry> {
  const lines = [...scanLines(text)].filter(isRead);
  let at = metadataEnd(lines);
  while (at < lines.length) {
    const line = lines[at];
    if (line === undefined) return;
    if (line.kind === 'heading') {
      place?.(line.line, 1);
      yield { kind: 'heading', level: line.level, title: line.title };
      at += 1;
      continue;
    }
    const whole = line.kind === 'text' ? joined(lines, at) : { text: line.text, count: 1 };
    const isTitleRow = isRow(line) && isRule(lines[at + 1]?.text);
    if (isTitleRow && line.text.split('|').some(isCredentialLabel)) {
      // A column of credentials: no row of this table is read.
      while (isRow(lines[at])) at += 1;
      continue;
    }
    place?.(line.line, whole.count);
    yield* isTitleRow ? titleRow(whole.text) : entriesIn(whole.text);
    at += whole.count;
  }
}

function isRead(line: Line): boolean {
  if (line.kind === 'code') return /^yamo\b/i.test(line.info);
  return line.kind !== 'fence' && line.kind !== 'comment';
}

function isRow(line: Line | undefined): boolean {
  return line !== undefined && isTableRow(line.text);
}

/** A head of key lines with a version among them, closed by `---`, describes the document and not the agent. */
function metadataEnd(lines: readonly Line[]): number {
  let hasVersion = false;
  for (const [index, { text }] of lines.entries()) {
    if (/^---\s*$/u.test(text)) {
      if (hasVersion) return index + 1;
      if (index > 0) return 0;
      continue;
    }
    if (text.trim() === '') continue;
    // Without a look ahead the first title would be reason enough to make the expression.
    if (!/[:;]/.test(text)) return 0;
    const key = /^\s*([\p{L}_][\p{L}\p{N}_.-]{0,60})\s*[:;]/u.exec(text)?.[1]?.toLowerCase();
    if (key === undefined) return 0;
    hasVersion ||= key === 'version' || /(?:^|;)\s*version;/i.test(text);
  }
  return 0;
}

/** A line with those that continue it: the rest of a list item, or of a `You are …` sentence. */
function joined(lines: readonly Line[], at: number): { text: string; count: number } {
  const first = lines[at]?.text ?? '';
  const isItem = itemIn(first) !== undefined;
  const isSentence = /^[\s>*_]*You are\s/u.test(first);
  const parts = [first];
  if (!isItem && !isSentence) return { text: first, count: 1 };
  while (parts.length < SENTENCE_MAX_LINES) {
    const next = lines[at + parts.length];
    if (next?.kind !== 'text' || next.text.trim() === '' || !isPlain(next.text)) break;
    if (isItem && !/^\s{2}/u.test(next.text)) break;
    if (isSentence && /[.!?](?:\s|$)/u.test(parts.join(' '))) break;
    parts.push(next.text.trim());
  }
  return { text: parts.join(' '), count: parts.length };
}

function isPlain(text: string): boolean {
  if (text.length > LINE_MAX_CHARS) return false;
  if (text.trimStart().startsWith('>') || isTableRow(text)) return false;
  return itemIn(text) === undefined && labelledIn(text).length === 0;
}

function* entriesIn(raw: string): Generator<InstructionEntry> {
  if (raw.trim() === '' || raw.length > LINE_MAX_CHARS) return yield { kind: 'blank' };
  const bare = unquoted(raw);
  const item = isFieldLine(raw) ? undefined : itemIn(bare);
  const labelled = labelledIn(raw);
  if (item !== undefined) return yield { kind: 'item', ...item, raw, pair: labelled[0] };
  for (const one of labelled) yield { kind: 'pair', ...one, raw };
  if (labelled.length === 0 && !isTableRow(bare)) yield { kind: 'text', text: bare.trim(), raw };
}

/** Markdown tables need a title row: `| Field | Value |` says nothing, `| Name | Atlas |` does. */
function* titleRow(raw: string): Generator<InstructionEntry> {
  for (const one of labelledIn(raw)) {
    if (!TITLES.has(one.value.toLowerCase())) yield { kind: 'pair', ...one, raw };
  }
}

const TITLES: ReadonlySet<string> = new Set([
  'value',
  'values',
  'answer',
  'content',
  'description',
  'details',
  'name',
  'role',
  'timezone',
  'personality',
  'meaning',
  'wert',
  'user',
  'notes',
]);
