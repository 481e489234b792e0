/** Settings in JSON, of the strictness of whoever reads them, changed in one place: every other byte stays as its owner wrote it. Pure. */
import {
  evaluate,
  type DocumentNode,
  type ElementNode,
  type MemberNode,
  type Node,
  parse,
  type Token,
  type ValueNode,
} from '@humanwhocodes/momoa';
import { isJsonObject } from '#lib/text/json.ts';
import { Unchangeable } from './settings-text.ts';

/** How strictly somebody reads JSON. */
export interface JsonDialect {
  readonly mode: 'json' | 'jsonc' | 'json5';
  /** A byte order mark before it is passed over. */
  readonly mark: boolean;
  /** What is wrong with a text that it does not take, in words. */
  readonly fault: string;
}

/** Whatever any of them takes: for what is only looked at, or taken back. */
export const LOOSE: JsonDialect = { mode: 'json5', mark: true, fault: 'it is not JSON' };

/** Names of fields, and places in lists. */
type Path = readonly (string | number)[];

const MARK = '\uFEFF';

/** A text as its reader takes it. Throws Unchangeable where that is no object, or says something twice. */
export const parseSettings = (text: string, reading: JsonDialect): unknown => {
  refuseMark(text, reading);
  if (isBlank(text)) return {};
  const { body } = treeOf(text, reading);
  const value: unknown = evaluate(body);
  if (!isJsonObject(value)) throw new Unchangeable('it is no JSON object');
  return value;
};

const isBlank = (text: string): boolean => text.replace(MARK, '').trim() === '';

const refuseMark = (text: string, { mark, fault }: JsonDialect): void => {
  if (text.startsWith(MARK) && !mark) throw new Unchangeable(`${fault}: a byte order mark, line 1`);
};

const treeOf = (text: string, reading: JsonDialect): DocumentNode => {
  refuseMark(text, reading);
  let tree: DocumentNode;
  try {
    // A blank in the place of the mark, so that offsets stay what they are.
    tree = parse(text.replace(MARK, ' '), { mode: reading.mode, ranges: true, tokens: true });
  } catch (error) {
    throw new Unchangeable(`${reading.fault}: line ${lineOf(error)}`);
  }
  refuseTwins(tree.body);
  return tree;
};

const lineOf = (error: unknown): string =>
  error instanceof Error && 'line' in error ? String(error.line) : '1';

/** Of two fields with one name a reader takes the last one and a writer might change the first. */
const refuseTwins = (node: ValueNode): void => {
  if (node.type === 'Array') for (const { value } of node.elements) refuseTwins(value);
  if (node.type !== 'Object') return;
  const names = new Set<string>();
  for (const member of node.members) {
    const name = nameOf(member);
    if (names.has(name))
      throw new Unchangeable(`a name stands in it a second time, line ${member.loc.start.line}`);
    names.add(name);
    refuseTwins(member.value);
  }
};

const nameOf = ({ name }: MemberNode): string => (name.type === 'String' ? name.value : name.name);

/** What stands in a list has its own place only by its value. */
const rangeOf = (node: Node | ElementNode): readonly number[] =>
  ('value' in node && node.type === 'Element' ? node.value.range : node.range) ?? [];
const startOf = (node: Node | ElementNode): number => rangeOf(node)[0] ?? 0;
const endOf = (node: Node | ElementNode): number => rangeOf(node)[1] ?? 0;

/** A mapping or a list, with what stands in it. */
interface Container {
  readonly node: ValueNode;
  readonly items: readonly (MemberNode | ElementNode)[];
  /** How deep it lies: 0 is the whole. */
  readonly depth: number;
}

/** As far along the path as there is something: the last container, and how much of the path leads to it. Throws Unchangeable. */
const containerOn = (body: ValueNode, path: Path): Container => {
  let node = body;
  for (const [depth, step] of path.entries()) {
    const isList = typeof step === 'number';
    if (node.type !== (isList ? 'Array' : 'Object'))
      throw new Unchangeable(
        `its ${path.slice(0, depth).join('.')} is no ${isList ? 'list' : 'mapping'}`,
      );
    const items =
      node.type === 'Array' ? node.elements : node.type === 'Object' ? node.members : [];
    const next = itemAt(items, step);
    if (next === undefined || depth === path.length - 1) return { node, items, depth };
    node = next.value;
  }
  throw new Unchangeable('it is no JSON object');
};

const itemAt = (items: Container['items'], step: string | number) =>
  typeof step === 'number'
    ? items[step]
    : items.find((item) => item.type === 'Member' && nameOf(item) === step);

/** The text with the value at the path; -1 adds to a list. Throws Unchangeable. */
export const withValue = (
  text: string,
  path: Path,
  value: unknown,
  reading: JsonDialect,
): string => {
  const whole = isBlank(text) ? `${text.startsWith(MARK) ? MARK : ''}{}\n` : text;
  const tree = treeOf(whole, reading);
  const { node, items, depth } = containerOn(tree.body, path);
  const [step = '', ...rest] = path.slice(depth);
  const style = styleOf(whole);
  const json = (one: unknown, at: number): string =>
    JSON.stringify(one, undefined, style.indent).replaceAll('\n', style.lineAt(at));
  const present = itemAt(items, step);
  if (present !== undefined) {
    const { value: old } = present;
    return whole.slice(0, startOf(old)) + json(value, depth + 1) + whole.slice(endOf(old));
  }
  const inner = rest.reduceRight<unknown>(
    (last, name) => (typeof name === 'number' ? [last] : { [name]: last }),
    value,
  );
  const name = typeof step === 'number' ? '' : `${JSON.stringify(step)}: `;
  const line = style.lineAt(depth + 1) + name + json(inner, depth + 1);
  return inserted(whole, tree, { node, items }, { line, close: style.lineAt(depth) });
};

const styleOf = (text: string) => {
  const indent = /^[ \t]+(?=["'\w$])/m.exec(text)?.[0] ?? '  ';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return { indent, lineAt: (depth: number): string => eol + indent.repeat(depth) };
};

/** At the end of what stands there, after its comments, and with a comma at the end where there was one. */
const inserted = (
  text: string,
  tree: DocumentNode,
  { node, items }: Pick<Container, 'node' | 'items'>,
  { line, close }: { readonly line: string; readonly close: string },
): string => {
  const last = items.at(-1);
  const from = last === undefined ? startOf(node) + 1 : endOf(last);
  const to = endOf(node) - 1;
  const gap = text.slice(from, to);
  const kept = gap.trimEnd();
  const rest = gap.slice(kept.length);
  const comma = last === undefined ? undefined : commaAfter(tree, endOf(last));
  const before = last === undefined || comma !== undefined ? kept : `,${kept}`;
  const after = comma === undefined ? '' : ',';
  // A comment ends with its line, and braces stand on lines of their own where what is in them does.
  const closing = last === undefined && !rest.includes('\n') ? close + rest.trimStart() : rest;
  return text.slice(0, from) + before + line + after + closing + text.slice(to);
};

const isComment = ({ type }: Token): boolean => type === 'LineComment' || type === 'BlockComment';

/** The comma that follows what ends at `offset`, as the place after it. */
const commaAfter = ({ tokens = [] }: DocumentNode, offset: number): number | undefined => {
  const next = tokens.find((token) => startOf(token) >= offset && !isComment(token));
  return next?.type === 'Comma' ? endOf(next) : undefined;
};

/** The text without what is at the path, if it is there. Throws Unchangeable. */
export const withoutValue = (text: string, path: Path): string => {
  const tree = treeOf(text, LOOSE);
  const { node, items, depth } = containerOn(tree.body, path);
  const item = depth === path.length - 1 ? itemAt(items, path.at(-1) ?? '') : undefined;
  if (item === undefined) return text;
  const at = items.indexOf(item);
  const previous = items[at - 1];
  const comma = commaAfter(tree, endOf(item));
  if (at < items.length - 1) {
    const rest = text.slice(comma);
    return text.slice(0, startOf(item)) + rest.trimStart();
  }
  const from = previous === undefined ? startOf(node) + 1 : endOf(previous);
  const between = text.slice(from, startOf(item));
  const kept = comma === undefined ? withoutComma(tree, from, between) : between;
  const rest = text.slice(comma ?? endOf(item), endOf(node) - 1);
  const isEmpty = previous === undefined && `${kept}${rest}`.trim() === '';
  return text.slice(0, from) + kept.trimEnd() + (isEmpty ? '' : rest) + text.slice(endOf(node) - 1);
};

/** Comments stay, and the commas in them. */
const withoutComma = (tree: DocumentNode, from: number, between: string): string => {
  const comma = commaAfter(tree, from);
  if (comma === undefined || comma > from + between.length) return between;
  return between.slice(0, comma - from - 1) + between.slice(comma - from);
};
