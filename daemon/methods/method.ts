/** How a method is written: its members once, of which its JSON Schema and the types of what it gets are made. */
import type { ServedWorkspace } from '#daemon/workspace/served.ts';
import type { Serving } from '#daemon/workspace/serving.ts';
import { type MethodField, type MethodFields, shape, type Shaped } from './field.ts';
import { HttpProblem } from './problem.ts';

/** A method; what goes in has passed its schema. */
export interface Method {
  readonly summary: string;
  /** JSON Schema of what goes in, an object. */
  readonly params: object;
  /** JSON Schema of what comes of it, an object. */
  readonly answer: object;
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

/** `answer` is what comes of it. */
export const method = <Of extends MethodFields, Answer extends object>(
  summary: string,
  fields: Of,
  answer: MethodField<Answer>,
  run: (serving: Serving, params: Shaped<Of>, client: MethodClient) => Promise<Answer>,
  { isLimited }: Pick<Method, 'isLimited'> = { isLimited: false },
): Method => {
  const params = shape(fields);
  return {
    summary,
    params: params.schema,
    answer: answer.schema,
    isLimited,
    run: async (serving, given, client) => {
      // What the schema has checked, the compiler is told.
      if (params.is(given)) return run(serving, given, client);
      throw new HttpProblem(400, 'REQUEST_INVALID', 'What goes in has another form.');
    },
  };
};
