/** What a person's Markdown or YAMO says line by line: headings, labelled values, list items, sentences. */
import { isCredentialLabel } from '#lib/secrets/credential.ts';
import { isListLabel } from '#lib/language/labels.ts';
import { scanLines } from '#lib/text/lines.ts';
import type { Line } from '#lib/text/lines.ts';

/** One thing said. `raw` is the whole line, for judging whether it may be read at all. */
export type Entry =
  | { readonly kind: 'heading'; readonly level: number; readonly title: string }
  | { readonly kind: 'pair'; readonly label: string; readonly value: string; readonly raw: string }
  | {
      readonly kind: 'item';
      readonly text: string;
      readonly indent: number;
      readonly raw: string;
      /** `- Editor: vim` is an item and a pair. */
      readonly pair: { readonly label: string; readonly value: string } | undefined;
    }
  | { readonly kind: 'text'; readonly text: string; readonly raw: string }
  | { readonly kind: 'blank' };

/** A sentence that is broken over lines goes on for so many of them. */
const SENTENCE_MAX_LINES = 4;

const ITEM = /^(\s*)(?:[-*+•]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/u;
/** Made when it is needed, since it takes longer to make than most files to read. */
const isFieldLine = (text: string): boolean =>
  text.includes(';') && /^\s*[\p{L}_][\p{L}\p{N}_.-]{0,60};.*;\s*(?:(?:→|#|\/\/).*)?$/u.test(text);
const LABEL_MAX_CHARS = 80;
/** No fact needs a longer line; a longer one is not read at all. */
const LINE_MAX_CHARS = 4000;

/**
 * The entries of a text in order. Code is left out unless it is YAMO; so are comments, and the metadata of a YAMO
 * document, whose `name` is the document's. `place` hears of the lines that the next entries are of.
 */
export function* entriesOf(
  text: string,
  place?: (line: number, count: number) => void,
): Generator<Entry> {
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
  return line?.text.trimStart().startsWith('|') === true;
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
  const isItem = ITEM.test(first);
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
  return !ITEM.test(text) && !isFieldLine(text) && !/^\s*[|>]/u.test(text) && !pairIn(text);
}

function* entriesIn(raw: string): Generator<Entry> {
  if (raw.trim() === '' || raw.length > LINE_MAX_CHARS) return yield { kind: 'blank' };
  if (isFieldLine(raw)) return yield* fieldLine(raw);
  const bare = raw.replace(/^\s*(?:>\s*)+/u, '');
  if (bare.trimStart().startsWith('|')) return yield* tableRow(bare);
  const [, indent, item] = ITEM.exec(bare) ?? [];
  if (indent !== undefined && item !== undefined) {
    return yield {
      kind: 'item',
      text: item.trim(),
      indent: indent.length,
      raw,
      pair: pairIn(item),
    };
  }
  const pair = pairIn(bare);
  yield pair === undefined
    ? { kind: 'text', text: bare.trim(), raw }
    : { kind: 'pair', ...pair, raw };
}

/** `name;Atlas;` and `user_name;Ada;timezone;Europe/Berlin;`: pairs of fields, as RFC-0006 §2.2 writes them. */
function* fieldLine(raw: string): Generator<Entry> {
  const fields = raw.slice(0, raw.lastIndexOf(';')).split(';');
  const [label = '', ...rest] = fields;
  // `values;honesty;care;` is a list: the first field labels all others.
  if (isListLabel(label)) {
    return yield { kind: 'pair', label: label.trim(), value: rest.map(unescape).join('; '), raw };
  }
  for (let at = 0; at + 1 < fields.length; at += 2) {
    yield { kind: 'pair', label: fields[at] ?? '', value: unescape(fields[at + 1] ?? ''), raw };
  }
}

function unescape(field: string): string {
  return field.trim().replaceAll(/%3B/gi, ';');
}

function* tableRow(raw: string): Generator<Entry> {
  const [label = '', value = ''] = raw.trim().replace(/^\|/u, '').split('|');
  if (!isRule(raw)) yield { kind: 'pair', label: label.trim(), value: value.trim(), raw };
}

/** Markdown tables need a title row: `| Field | Value |` says nothing, `| Name | Atlas |` does. */
function* titleRow(raw: string): Generator<Entry> {
  for (const entry of tableRow(raw)) {
    if (entry.kind === 'pair' && !TITLES.has(entry.value.toLowerCase())) yield entry;
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

function isRule(text: string | undefined): boolean {
  return (
    text !== undefined && /^[\s>|:-]+$/u.test(text) && text.includes('-') && text.includes('|')
  );
}

/** `Label: value`, with emphasis anywhere around the label; `undefined` where the colon belongs to a sentence. */
function pairIn(text: string): { label: string; value: string } | undefined {
  const at = text.search(/[:：]/u);
  if (at <= 0 || at > LABEL_MAX_CHARS || text.startsWith('//', at + 1)) return undefined;
  const label = text
    .slice(0, at)
    .replaceAll(/[*_`]+/gu, ' ')
    .trim();
  // The emphasis that the label opened may end after the colon: `**Name:** Atlas`.
  const opened = /^\s*([*_`]+)/u.exec(text)?.[1];
  const rest = text.slice(at + 1);
  const isOpen = opened !== undefined && !text.slice(0, at).trimEnd().endsWith(opened);
  return { label, value: (isOpen ? closed(rest.trim(), opened) : rest.trim()).replace(/;$/u, '') };
}

function closed(rest: string, mark: string): string {
  if (rest.startsWith(mark)) return rest.slice(mark.length).trim();
  return rest.endsWith(mark) ? rest.slice(0, -mark.length).trim() : rest;
}
