/** JSON as a list of paths, each with the words that can stand there: `findings[].level: error | note`. */
import type { Schema } from '../../scripts/reference/schema.ts';

/** Words by path. */
export type Paths = Map<string, Set<string>>;

/** More words than these are a table of their own, such as the codes of refusals. */
const WORDS_MAX = 24;

/** The words at a path, to be added to. */
export const wordsAt = (paths: Paths, path: string): Set<string> => {
  const words = paths.get(path) ?? new Set();
  paths.set(path, words);
  return words;
};

/** A member of what stands at `path`. */
export const below = (path: string, name: string): string =>
  path === '' ? name : `${path}.${name}`;

/** The paths in order, one a line. */
export const linesOf = (paths: Paths): readonly string[] =>
  [...paths]
    .filter(([path]) => /\w/u.test(path))
    .map(([path, words]) =>
      words.size === 0 || words.size > WORDS_MAX
        ? path
        : `${path}: ${[...words].toSorted().join(' | ')}`,
    )
    .toSorted();

/** What a schema lets stand where. */
export const pathsOfSchema = (root: Schema): Paths => {
  const paths: Paths = new Map();
  const walk = (given: Schema, path: string, above: readonly string[]): void => {
    const name = given.$ref?.replace('#/definitions/', '') ?? '';
    const schema = { ...root.definitions?.[name], ...given };
    const words = wordsAt(paths, path);
    const values = schema.enum ?? ('const' in schema ? [schema.const] : []);
    for (const value of values) words.add(JSON.stringify(value));
    for (const type of values.length === 0 ? [schema.type ?? []].flat() : []) words.add(type);
    if (schema.default !== undefined) words.add(`default ${JSON.stringify(schema.default)}`);
    if (above.includes(name)) return;
    const inside = name === '' ? above : [...above, name];
    for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) walk(one, path, inside);
    for (const [key, one] of Object.entries(schema.properties ?? {})) {
      walk(one, below(path, key), inside);
      if (schema.required?.includes(key)) wordsAt(paths, below(path, key)).add('required');
    }
    if (schema.items !== undefined) walk(schema.items, `${path}[]`, inside);
    if (typeof schema.additionalProperties === 'object')
      walk(schema.additionalProperties, `${path}.*`, inside);
  };
  walk(root, '', []);
  return paths;
};
