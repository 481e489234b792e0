/**
 * What one line labels with what: `**Name:** Atlas`, `- Name: Atlas`, `| Name | Atlas |`, `name;Atlas;`. The one reading of
 * such lines, for bootstrap instructions, SOUL.md and USER.md alike (RFC-0009 §2.1, §2.3, §2.6).
 */
import { isListLabel } from '#lib/language/labels.ts';

/** A value, and what it is labelled with. */
export interface Labelled {
  readonly label: string;
  readonly value: string;
}

const ITEM = /^(\s*)(?:[-*+•]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/u;
const LABEL_MAX_CHARS = 80;
/** No fact needs a longer line; a longer one is not read at all. */
export const LINE_MAX_CHARS = 4000;

/** What a line labels, in order. A line that is too long says nothing. */
export function labelledIn(raw: string): readonly Labelled[] {
  if (raw.length > LINE_MAX_CHARS) return [];
  if (isFieldLine(raw)) return fieldsIn(raw);
  const bare = unquoted(raw);
  if (isTableRow(bare)) return isRule(raw) ? [] : [cellsIn(bare)];
  const pair = pairIn(itemIn(bare)?.text ?? bare);
  return pair === undefined ? [] : [pair];
}

/** A line without the marks of a quotation. */
export function unquoted(raw: string): string {
  return raw.replace(/^\s*(?:>\s*)+/u, '');
}

/** An item of a list, and how far it is indented; `undefined` where the line is none. */
export function itemIn(
  text: string,
): { readonly indent: number; readonly text: string } | undefined {
  const [, indent, item] = ITEM.exec(text) ?? [];
  return indent === undefined || item === undefined
    ? undefined
    : { indent: indent.length, text: item.trim() };
}

/** Is this a line of a table? */
export function isTableRow(text: string): boolean {
  return text.trimStart().startsWith('|');
}

/** Is this the line between the titles of a table and its rows? */
export function isRule(text: string | undefined): boolean {
  return (
    text !== undefined && /^[\s>|:-]+$/u.test(text) && text.includes('-') && text.includes('|')
  );
}

/** Is this a line of fields in YAMO's syntax? */
export function isFieldLine(text: string): boolean {
  // The expression is made when it is needed: that takes longer than most files take to read.
  return (
    text.includes(';') && /^\s*[\p{L}_][\p{L}\p{N}_.-]{0,60};.*;\s*(?:(?:→|#|\/\/).*)?$/u.test(text)
  );
}

/** `name;Atlas;` and `user_name;Ada;timezone;Europe/Berlin;`: pairs of fields, as RFC-0006 §2.2 writes them. */
function fieldsIn(raw: string): readonly Labelled[] {
  const fields = raw.slice(0, raw.lastIndexOf(';')).split(';');
  const [label = '', ...rest] = fields;
  // `values;honesty;care;` is a list: the first field labels all others.
  if (isListLabel(label)) return [{ label: label.trim(), value: rest.map(unescape).join('; ') }];
  const pairs: Labelled[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2)
    pairs.push({ label: fields[at] ?? '', value: unescape(fields[at + 1] ?? '') });
  return pairs;
}

function unescape(field: string): string {
  return field.trim().replaceAll(/%3B/gi, ';');
}

function cellsIn(raw: string): Labelled {
  const [label = '', value = ''] = raw.trim().replace(/^\|/u, '').split('|');
  return { label: label.trim(), value: value.trim() };
}

/** `Label: value`, with emphasis anywhere around the label; `undefined` where the colon belongs to a sentence. */
function pairIn(text: string): Labelled | undefined {
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
