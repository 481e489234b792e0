/** How a method is written: its members once, of which its JSON Schema and the types of what it gets are made. */
import { isJsonObject } from '#lib/text/json.ts';
import type { ServedWorkspace } from '#daemon/workspace/served.ts';
import type { Serving } from '#daemon/workspace/serving.ts';
import { HttpProblem } from './problem.ts';

/** A method; what goes in has passed its schema. */
export interface Method {
  readonly summary: string;
  /** JSON Schema of what goes in, an object. */
  readonly params: object;
  /** It is counted: a client may ask so often alone. */
  readonly isLimited: boolean;
  readonly run: (serving: Serving, params: unknown, client: MethodClient) => Promise<object>;
}

/** Who asks. */
export interface MethodClient {
  /** What the others are told of it. */
  readonly name: string;
  readonly workspace: ServedWorkspace;
}

/** A member of what goes in. */
interface Field<Value> {
  readonly schema: object;
  readonly is: (value: unknown) => value is Value;
  readonly isOptional: boolean;
}

type Fields = Readonly<Record<string, Field<unknown>>>;

type Values<Of> = {
  readonly [Name in keyof Of]: Of[Name] extends Field<infer Value> ? Value : never;
};

export const optional = <Value>({ schema, is }: Field<Value>): Field<Value | undefined> => ({
  schema,
  is: (value): value is Value | undefined => value === undefined || is(value),
  isOptional: true,
});

const isText = (value: unknown): value is string => typeof value === 'string';

export const textField = (maxLength: number, minLength = 1): Field<string> => ({
  schema: { type: 'string', minLength, maxLength },
  is: isText,
  isOptional: false,
});

/** A text of a form. */
export const formed = (form: RegExp): Field<string> => ({
  schema: { type: 'string', pattern: form.source },
  is: isText,
  isOptional: false,
});

export const word = <const Word extends string>(...words: readonly Word[]): Field<Word> => ({
  schema: { type: 'string', enum: words },
  is: (value): value is Word => words.some((one) => one === value),
  isOptional: false,
});

export const FLAG: Field<boolean> = {
  schema: { type: 'boolean' },
  is: (value): value is boolean => typeof value === 'boolean',
  isOptional: false,
};

/** A whole number from `minimum` on. */
export const count = (minimum: number, maximum = Number.MAX_SAFE_INTEGER): Field<number> => ({
  schema: { type: 'integer', minimum, maximum },
  is: (value): value is number => Number.isSafeInteger(value),
  isOptional: false,
});

/** What a client calls a thing by. */
export const ID = textField(100);

/** What the schema has checked, the compiler is told. */
const haveForm = <Of extends Fields>(fields: Of, params: unknown): params is Values<Of> =>
  isJsonObject(params) && Object.entries(fields).every(([name, { is }]) => is(params[name]));

export const method = <Of extends Fields>(
  summary: string,
  fields: Of,
  run: (serving: Serving, params: Values<Of>, client: MethodClient) => Promise<object>,
  { isLimited }: Pick<Method, 'isLimited'> = { isLimited: false },
): Method => {
  const each = Object.entries(fields);
  return {
    summary,
    params: {
      type: 'object',
      properties: Object.fromEntries(each.map(([name, { schema }]) => [name, schema])),
      required: each.flatMap(([name, { isOptional }]) => (isOptional ? [] : [name])),
      additionalProperties: false,
    },
    isLimited,
    run: async (serving, params, client) => {
      if (haveForm(fields, params)) return run(serving, params, client);
      throw new HttpProblem(400, 'REQUEST_INVALID', 'What goes in has another form.');
    },
  };
};
