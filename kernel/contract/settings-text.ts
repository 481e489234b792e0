/**
 * The text of a settings file: JSON in which its owner may write comments, and what is wrong with it, with the line, what
 * is allowed there, and what was probably meant. Loaded only where plain JSON does not do.
 */
import {
  findNodeAtLocation,
  getNodeValue,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import schema from '#schemas/settings.schema.json' with { type: 'json' };
import { closest } from '#lib/text/closest.ts';
import { type JsonObject, membersOf } from '#lib/text/json.ts';
import { TYPE_WORDS } from './schema-fault.ts';
import type { SettingsFault } from './settings-schema.ts';

/** What a text holds, or why it holds nothing. */
export type ParsedSettings = { readonly value: unknown } | { readonly fault: string };

/** JSON with comments and closing commas. */
export const parsedSettings = (text: string): ParsedSettings => {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  // `parse` would take a `__proto__` for the prototype, which no check sees.
  if (error === undefined) return { value: tree && getNodeValue(tree) };
  const what = printParseErrorCode(error.error)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return { fault: `line ${lineAt(text, error.offset)}: not JSON (${what})` };
};

/** The first fault in words: where it is, what is allowed there, what was probably meant. */
export const explainedFault = (text: string, faults: readonly SettingsFault[]): string => {
  const [fault] = faults;
  const line = fault && lineOf(text, keysOf(fault));
  return `${line === undefined ? '' : `line ${line}: `}${unfit(faults)}`;
};

/** The same of a value that is in no file yet. */
export const unfit = (faults: readonly SettingsFault[]): string => {
  const [fault, ...others] = alternatives(faults);
  if (fault === undefined) return 'it is not valid';
  const keys = keysOf(fault);
  const name = keys.join('.');
  if (typeof fault.params['additionalProperty'] === 'string')
    return `there is no setting ${name}${meant(keys.slice(0, -1), keys.at(-1) ?? '')}`;
  const expected = [fault, ...others].map(expectation).join(', or ');
  return `${name === '' ? 'the file' : name} ${expected}`;
};

/** Where several shapes are allowed: what each of them misses, of the one that came nearest. */
const alternatives = (faults: readonly SettingsFault[]): readonly SettingsFault[] => {
  const [first] = faults;
  const choice = faults.find(({ keyword }) => keyword === 'anyOf');
  if (first === undefined || choice === undefined) return faults.slice(0, 1);
  if (!first.instancePath.startsWith(choice.instancePath)) return [first];
  const within = faults.filter(
    ({ keyword, instancePath }) =>
      keyword !== 'anyOf' && instancePath.startsWith(choice.instancePath),
  );
  const depth = Math.max(...within.map((fault) => keysOf(fault).length));
  return within.filter((fault) => keysOf(fault).length === depth);
};

/** What a value must be, behind its name. */
const expectation = (fault: SettingsFault): string => {
  const { allowedValues, missingProperty: missing, type } = fault.params;
  if (typeof missing === 'string') return `has no "${missing}"`;
  if (Array.isArray(allowedValues)) return `is one of ${allowedValues.join(', ')}`;
  const kind = typeof type === 'string' ? TYPE_WORDS.get(type) : undefined;
  if (kind !== undefined) return `must be ${kind}`;
  const about = fault.keyword === 'pattern' ? description(keysOf(fault)) : undefined;
  return `${fault.message ?? 'is not valid'}${about === undefined ? '' : `: ${about}`}`;
};

/** Of a value, or of the list that it stands in. */
const description = (path: readonly string[]): string | undefined =>
  [path, path.slice(0, -1)]
    .map((place) => schemaAt(place)['description'])
    .find((text) => typeof text === 'string')
    ?.replace(/\.$/, '');

/** The names that are allowed at a place. */
export const namesAt = (path: readonly string[]): readonly string[] =>
  Object.keys(membersOf(schemaAt(path)['properties'])).filter((name) => name !== '$schema');

/** What the schema says of a place. */
const schemaAt = (path: readonly string[]): JsonObject => {
  let found: JsonObject = schema;
  for (const key of path) {
    const next: unknown =
      membersOf(found['properties'])[key] ?? found['additionalProperties'] ?? found['items'];
    found = resolved(membersOf(next));
  }
  return found;
};

/** A suggestion, or all that is allowed where there is little. */
export const meant = (path: readonly string[], name: string): string => {
  const names = namesAt(path);
  const near = closest(name, names);
  if (near !== undefined) return `; did you mean ${[...path, near].join('.')}?`;
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
};

const resolved = (fields: JsonObject): JsonObject => {
  const ref = fields['$ref'];
  const name = typeof ref === 'string' ? /^#\/definitions\/(.+)$/.exec(ref)?.[1] : undefined;
  return name === undefined ? fields : membersOf(membersOf(schema.definitions)[name]);
};

/** The names that lead to what is wrong; one that is not allowed is the last of them. */
const keysOf = ({ instancePath, params }: SettingsFault): readonly string[] => {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const extra = params['additionalProperty'];
  return typeof extra === 'string' ? [...path, extra] : path;
};

const lineOf = (text: string, keys: readonly string[]): number | undefined => {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const path = keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  const node = tree && findNodeAtLocation(tree, path);
  // A value stands behind its name.
  const named = node?.parent?.type === 'property' ? node.parent : node;
  return named && lineAt(text, named.offset);
};

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
