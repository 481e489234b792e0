/**
 * The text of a settings file: JSON in which its owner may write comments, and what is wrong with it, with the line, what
 * is allowed there, and what was probably meant. Loaded only where plain JSON does not do.
 */
import {
  findNodeAtLocation,
  parse,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import schema from '#schemas/settings.schema.json' with { type: 'json' };
import { closest } from '#lib/text/closest.ts';
import type { SettingsFault } from './settings-schema.ts';

/** What a text holds, or why it holds nothing. */
export type ParsedSettings = { readonly value: unknown } | { readonly fault: string };

/** JSON with comments and closing commas. */
export const parsedSettings = (text: string): ParsedSettings => {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error === undefined) return { value };
  const what = printParseErrorCode(error.error)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return { fault: `line ${lineAt(text, error.offset)}: not JSON (${what})` };
};

/** The first fault in words: where it is, what is allowed there, what was probably meant. */
export const explained = (text: string, [fault]: readonly SettingsFault[]): string => {
  if (fault === undefined) return 'it is not valid';
  const path = keysOf(fault.instancePath);
  const extra = fault.params['additionalProperty'];
  const keys = typeof extra === 'string' ? [...path, extra] : path;
  const line = lineOf(text, keys);
  const name = keys.join('.');
  const place = line === undefined ? '' : `line ${line}: `;
  if (typeof extra === 'string') return `${place}there is no setting ${name}${meant(path, extra)}`;
  const allowed = fault.params['allowedValues'];
  const said = name === '' ? 'the file' : name;
  if (Array.isArray(allowed)) return `${place}${said} is one of ${allowed.join(', ')}`;
  return `${place}${said} ${fault.message ?? 'is not valid'}`;
};

/** The names that are allowed at a place. */
export const namesAt = (path: readonly string[]): readonly string[] => {
  let found: Fields = schema;
  for (const key of path) {
    const next: unknown =
      fieldsOf(found['properties'])[key] ?? found['additionalProperties'] ?? found['items'];
    found = resolved(fieldsOf(next));
  }
  return Object.keys(fieldsOf(found['properties'])).filter((name) => name !== '$schema');
};

/** A suggestion, or all that is allowed where there is little. */
export const meant = (path: readonly string[], name: string): string => {
  const names = namesAt(path);
  const near = closest(name, names);
  if (near !== undefined) return `; did you mean ${near}?`;
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
};

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

const resolved = (fields: Fields): Fields => {
  const ref = fields['$ref'];
  const name = typeof ref === 'string' ? /^#\/definitions\/(.+)$/.exec(ref)?.[1] : undefined;
  return name === undefined ? fields : fieldsOf(fieldsOf(schema.definitions)[name]);
};

const keysOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

const lineOf = (text: string, keys: readonly string[]): number | undefined => {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const path = keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  const node = tree && findNodeAtLocation(tree, path);
  // A value stands behind its name.
  const named = node?.parent?.type === 'property' ? node.parent : node;
  return named && lineAt(text, named.offset);
};

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
