/** What goes into methods and comes out of them: each member is said once, as its JSON Schema and its type. */
import { isJsonObject } from '#lib/text/json.ts';

/** A member. */
export interface MethodField<Value> {
  readonly schema: object;
  readonly is: (value: unknown) => value is Value;
  readonly isOptional: boolean;
}

/** Members by their names. */
export type MethodFields = Readonly<Record<string, MethodField<unknown>>>;

/** What a member is. */
export type Valued<Of> = Of extends MethodField<infer Value> ? Value : never;

/** The object that has these members. */
export type Shaped<Of> = {
  readonly [Name in keyof Of as undefined extends Valued<Of[Name]> ? never : Name]: Valued<
    Of[Name]
  >;
} & {
  readonly [Name in keyof Of as undefined extends Valued<Of[Name]> ? Name : never]?: Valued<
    Of[Name]
  >;
};

const needed = <Value>(
  schema: object,
  is: (value: unknown) => value is Value,
): MethodField<Value> => ({
  schema,
  is,
  isOptional: false,
});

const isText = (value: unknown): value is string => typeof value === 'string';

/** It may be left out. */
export const optional = <Value>({
  schema,
  is,
}: MethodField<Value>): MethodField<Value | undefined> => ({
  schema,
  is: (value): value is Value | undefined => value === undefined || is(value),
  isOptional: true,
});

/** It is `null` where there is none. */
export const orNull = <Value>({ schema, is }: MethodField<Value>): MethodField<Value | null> =>
  needed(
    { anyOf: [schema, { type: 'null' }] },
    (value): value is Value | null => value === null || is(value),
  );

export const textField = (maxLength: number, minLength = 1): MethodField<string> =>
  needed({ type: 'string', minLength, maxLength }, isText);

/** A text of a form. */
export const formed = (form: RegExp): MethodField<string> =>
  needed({ type: 'string', pattern: form.source }, isText);

export const word = <const Word extends string>(...words: readonly Word[]): MethodField<Word> =>
  needed({ type: 'string', enum: words }, (value): value is Word =>
    words.some((one) => one === value),
  );

/** Any text. */
export const WORDS = needed({ type: 'string' }, isText);

/** A moment, ISO 8601 in UTC. */
export const MOMENT = needed({ type: 'string', description: 'ISO 8601, UTC' }, isText);

/** `YYYY-MM-DD`. */
export const DAY = formed(/^\d{4}-\d{2}-\d{2}$/u);

export const FLAG = needed(
  { type: 'boolean' },
  (value): value is boolean => typeof value === 'boolean',
);

/** A whole number from `minimum` on. */
export const count = (minimum: number, maximum = Number.MAX_SAFE_INTEGER): MethodField<number> =>
  needed({ type: 'integer', minimum, maximum }, (value): value is number =>
    Number.isSafeInteger(value),
  );

/** From 0 to 1. */
export const SHARE = needed(
  { type: 'number', minimum: 0, maximum: 1 },
  (value): value is number => typeof value === 'number',
);

/** US dollars. */
export const USD = needed(
  { type: 'number', minimum: 0, description: 'US dollars' },
  (value): value is number => typeof value === 'number',
);

/** What a client calls a thing by. */
export const ID = textField(100);

/** Each of them is one of these; there are `maxItems` at most. */
export const list = <One>(
  { schema, is }: MethodField<One>,
  maxItems?: number,
): MethodField<readonly One[]> =>
  needed(
    { type: 'array', items: schema, ...(maxItems !== undefined && { maxItems }) },
    (value): value is readonly One[] => Array.isArray(value) && value.every((one) => is(one)),
  );

/** An object with these members and no others. */
export const shape = <Of extends MethodFields>(fields: Of): MethodField<Shaped<Of>> => {
  const each = Object.entries(fields);
  return needed(
    {
      type: 'object',
      properties: Object.fromEntries(each.map(([name, { schema }]) => [name, schema])),
      required: each.flatMap(([name, { isOptional }]) => (isOptional ? [] : [name])),
      additionalProperties: false,
    },
    (value): value is Shaped<Of> =>
      isJsonObject(value) && each.every(([name, { is }]) => is(value[name])),
  );
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Any object; `description` says of which form. */
export const anything = (description: string): MethodField<object> =>
  needed({ type: 'object', description }, isObject);

/** What a schema of ours describes. */
export const ofSchema = (name: 'prompt' | 'audit-report' | 'boot-record'): MethodField<object> =>
  needed(
    { $ref: `https://raw.githubusercontent.com/soverane/yamo/main/schemas/${name}.schema.json` },
    isObject,
  );
