/** JSON with comments, changed in one place: every other byte stays as its owner wrote it. Pure. */
import {
  applyEdits,
  type Edit,
  findNodeAtLocation,
  modify,
  type Node,
  parse,
  type ParseError,
  parseTree,
  visit,
} from 'jsonc-parser';
import { Unchangeable } from './settings-text.ts';

/** Names of fields, and places in lists. */
type Path = readonly (string | number)[];

const COMMAS = { allowTrailingComma: true };

const isMapping = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a mapping; none where it is something else. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  isMapping(value) ? Object.fromEntries(Object.entries(value)) : {};

/** A text as JSON with comments. Throws Unchangeable where it is no object, or says something twice. */
export const parsed = (text: string): unknown => {
  const errors: ParseError[] = [];
  const value: unknown = text.trim() === '' ? {} : parse(text, errors, COMMAS);
  const [error] = errors;
  if (error !== undefined)
    throw new Unchangeable(
      `it is not JSON, line ${text.slice(0, error.offset).split('\n').length}`,
    );
  if (!isMapping(value)) throw new Unchangeable('it is no JSON object');
  refuseTwins(text);
  return value;
};

/** Of two fields with one name a reader takes the last one and a writer might change the first. */
const refuseTwins = (text: string): void => {
  const open: Set<string>[] = [];
  visit(
    text,
    {
      onObjectBegin: () => void open.push(new Set()),
      onObjectEnd: () => void open.pop(),
      onObjectProperty: (name, _offset, _length, line) => {
        if (open.at(-1)?.has(name) === true)
          throw new Unchangeable(`a name stands in it a second time, line ${line + 1}`);
        open.at(-1)?.add(name);
      },
    },
    COMMAS,
  );
};

/** What the path leads through must be mappings and lists, as far as it is there. Throws Unchangeable. */
const refuseMisfits = (text: string, path: Path): void => {
  let value = parsed(text);
  for (const [depth, step] of path.entries()) {
    if (value === undefined) return;
    const isFit = typeof step === 'number' ? Array.isArray(value) : isMapping(value);
    if (!isFit)
      throw new Unchangeable(
        `its ${path.slice(0, depth).join('.')} is no ${typeof step === 'number' ? 'list' : 'mapping'}`,
      );
    value = typeof step === 'string' ? fieldsOf(value)[step] : undefined;
  }
};

/** The text with the value at the path; -1 adds to a list. Throws Unchangeable. */
export const withValue = (text: string, path: Path, value: unknown): string => {
  const whole = text.trim() === '' ? '{}\n' : text;
  refuseMisfits(whole, path);
  const edits = modify(whole, [...path], value, { isArrayInsertion: path.at(-1) === -1 });
  return applyEdits(
    whole,
    edits.map((edit) => laidOut(edit, whole, path)),
  );
};

/** What is put in, in the style of the rest: its parts are a comma, a name, a value, a comma. */
const laidOut = (edit: Edit, text: string, path: Path): Edit => {
  const [, before = '', name = '', json = '', after = ''] =
    /^(,?)((?:"(?:[^"\\]|\\.)*":)?)(.+?)(,?)$/s.exec(edit.content) ?? [];
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lineAt = (depth: number): string => eol + indent.repeat(depth);
  const depth = depthOf(parsed(text), path);
  const value = JSON.stringify(JSON.parse(json), undefined, indent).replaceAll('\n', lineAt(depth));
  if (edit.length > 0) return { ...edit, content: value };
  const isAlone = before === '' && after === '';
  const property = `${before}${lineAt(depth)}${name}${name && ' '}${value}${after}`;
  return { ...edit, content: isAlone ? property + lineAt(depth - 1) : property };
};

/** How deep in the value is the first step of the path that is not there yet, or its last one? */
const depthOf = (value: unknown, path: Path): number => {
  const [step, ...rest] = path;
  const inner = typeof step === 'string' ? fieldsOf(value)[step] : undefined;
  return inner === undefined || rest.length === 0 ? 1 : 1 + depthOf(inner, rest);
};

/** The text without what is at the path, if it is there. Throws Unchangeable. */
export const withoutValue = (text: string, path: Path): string => {
  const tree = parseTree(text, [], COMMAS);
  const node = tree && findNodeAtLocation(tree, [...path]);
  const item = node?.parent?.type === 'property' ? node.parent : node;
  const parent = item?.parent;
  if (item === undefined || parent === undefined) return text;
  const siblings = parent.children ?? [];
  const at = siblings.indexOf(item);
  const [previous, next] = [siblings[at - 1], siblings[at + 1]];
  if (next !== undefined) return text.slice(0, item.offset) + text.slice(next.offset);
  const from = previous === undefined ? parent.offset + 1 : endOf(previous);
  const rest = text.slice(endOf(item), endOf(parent) - 1);
  const kept = withoutComma(text.slice(from, item.offset)).trimEnd();
  const isEmpty = previous === undefined && `${kept}${rest}`.replaceAll(/[\s,]/g, '') === '';
  return text.slice(0, from) + kept + (isEmpty ? '' : rest) + text.slice(endOf(parent) - 1);
};

const endOf = ({ offset, length }: Node): number => offset + length;

/** Comments stay, and the commas in them. */
const withoutComma = (between: string): string => {
  const bare = between.replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*/g, (comment) =>
    ' '.repeat(comment.length),
  );
  const at = bare.indexOf(',');
  return at < 0 ? between : between.slice(0, at) + between.slice(at + 1);
};
