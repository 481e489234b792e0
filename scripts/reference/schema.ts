/** A JSON Schema as a table of fields. */
import { code, type Row, table } from './markdown.ts';

/** What is read of a schema; whatever else stands in one does not concern a reader. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/** Every field of a schema, those of nested objects with their path. */
export const fieldTable = (schema: Schema): string =>
  table(['field', 'type', 'default', 'meaning'], rowsOf(schema, '', schema.definitions ?? {}));

type Definitions = NonNullable<Schema['definitions']>;

const resolved = (schema: Schema, definitions: Definitions): Schema => {
  const name = schema.$ref?.replace('#/definitions/', '');
  return name === undefined ? schema : { ...definitions[name], ...schema };
};

function rowsOf(parent: Schema, path: string, definitions: Definitions): readonly Row[] {
  const { properties = {}, additionalProperties } = parent;
  const named = Object.entries(properties).filter(([name]) => name !== '$schema');
  const others =
    typeof additionalProperties === 'object' && additionalProperties.properties !== undefined
      ? [['NAME', additionalProperties] as const]
      : [];
  return [...named, ...others].flatMap(([name, given]) => {
    const schema = resolved(given, definitions);
    const here = path === '' ? name : `${path}.${name}`;
    const inner = schema.items === undefined ? schema : resolved(schema.items, definitions);
    const below = rowsOf(inner, inner === schema ? here : `${here}[]`, definitions);
    const shown = schema.default === undefined ? '' : code(JSON.stringify(schema.default));
    const row: Row = [code(here), typeOf(schema, definitions), shown, schema.description ?? ''];
    return name === 'NAME' ? below : [row].concat(below);
  });
}

function typeOf(given: Schema, definitions: Definitions): string {
  const schema = resolved(given, definitions);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map((one) => typeOf(one, definitions)).join(', or ');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum !== undefined)
    return schema.enum.map((one) => code(JSON.stringify(one))).join(', ');
  if (schema.items !== undefined) return `list of ${typeOf(schema.items, definitions)}`;
  const type = [schema.type ?? 'any'].flat().join(' or ');
  const { minimum, maximum } = schema;
  if (maximum !== undefined) return `${type}, ${minimum ?? 0} to ${maximum}`;
  return minimum === undefined || minimum === 0 ? type : `${type}, at least ${minimum}`;
}
