/**
 * What clients of a workspace can ask for, each once: its name, what goes in, and what is done. Frames of a WebSocket, the
 * routes of programs and openapi.json come from this table.
 */
import { isJsonObject } from '#lib/text/json.ts';
import type { ServedWorkspace, Serving } from '#daemon/workspace/served.ts';
import { HttpProblem } from './problem.ts';

/** A method; what goes in has passed its schema. */
export interface Method {
  readonly summary: string;
  /** JSON Schema of what goes in, an object. */
  readonly params: object;
  /** It is counted: a client may ask so often alone. */
  readonly isLimited: boolean;
  readonly run: (serving: Serving, params: unknown, client: Client) => Promise<object>;
}

/** Who asks. */
interface Client {
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

type Values<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never;
};

const optional = <Value>({ schema, is }: Field<Value>): Field<Value | undefined> => ({
  schema,
  is: (value): value is Value | undefined => value === undefined || is(value),
  isOptional: true,
});

/** What the schema has checked, the compiler is told. */
const haveForm = <Fields extends Readonly<Record<string, Field<unknown>>>>(
  fields: Fields,
  params: unknown,
): params is Values<Fields> =>
  isJsonObject(params) && Object.entries(fields).every(([name, { is }]) => is(params[name]));

const method = <Fields extends Readonly<Record<string, Field<unknown>>>>(
  summary: string,
  fields: Fields,
  run: (serving: Serving, params: Values<Fields>, client: Client) => Promise<object>,
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

const TEXT_MAX_CHARS = 1_000_000;

const string = (maxLength: number, minLength = 1): Field<string> => ({
  schema: { type: 'string', minLength, maxLength },
  is: (value): value is string => typeof value === 'string',
  isOptional: false,
});

const TEXT = string(TEXT_MAX_CHARS);
const ANSWER = string(TEXT_MAX_CHARS, 0);
const ID = string(100);
const FLAG: Field<boolean> = {
  schema: { type: 'boolean' },
  is: (value): value is boolean => typeof value === 'boolean',
  isOptional: false,
};

/** Every method by its name. */
export const METHODS: Readonly<Record<string, Method>> = {
  'chat.send': method(
    'Says something in a session, or in a new one. What is answered comes as events; with "wait" it comes with the result, too.',
    { text: TEXT, session: optional(ID), wait: optional(FLAG) },
    async ({ sessions }, { text, session, wait = false }) => {
      const said = await sessions.say({ origin: OWNER, session, text });
      const { ended, ...names } = said;
      if (wait) return { ...names, ...(await ended) };
      // The events tell what becomes of it.
      ended.catch(() => undefined);
      return names;
    },
    { isLimited: true },
  ),
  'chat.cancel': method(
    'Asks the turn that runs in a session to stop.',
    { session: ID },
    async ({ sessions }, { session }) => ({ wasRunning: sessions.named(session).cancel() }),
  ),
  'sessions.list': method('The sessions that are open.', {}, async ({ sessions }) => ({
    sessions: sessions.all.map(({ id, origin, isAwake }) => ({ id, origin: origin.by, isAwake })),
  })),
  'sessions.open': method(
    'Opens a session, or goes on with one that was kept, by its id in yamo sessions.',
    { resume: optional(ID) },
    async ({ sessions }, { resume }) => ({ session: (await sessions.open(OWNER, resume)).id }),
  ),
  'sessions.close': method(
    'Ends a session.',
    { session: ID },
    async ({ sessions }, { session }) => {
      await sessions.close(session, 'closed by its owner');
      return {};
    },
  ),
  'questions.list': method('What waits for an answer of the owner.', {}, async ({ questions }) => ({
    questions: await questions.open(),
  })),
  'questions.answer': method(
    'Answers a question: with the id of an option, or in words where none were given. The first answer counts.',
    { id: ID, answer: ANSWER },
    async ({ questions }, { id, answer }, { name }) => {
      const became = await questions.answer(id, answer, name);
      if (became === 'taken') return {};
      const [status, code, title] = NOT_TAKEN[became];
      throw new HttpProblem(status, code, title);
    },
  ),
};

/** Whoever has the token of a workspace is its owner, the primary human alone. */
const OWNER = { by: 'owner' } as const;

const NOT_TAKEN = {
  late: [409, 'QUESTION_ENDED', 'The question was answered, or has ended.'],
  unknown: [404, 'QUESTION_UNKNOWN', 'There is no such question.'],
  'not offered': [422, 'ANSWER_NOT_OFFERED', 'That is none of the answers to choose from.'],
} as const;
