/** Chat Completions, streaming and not: what is accepted is what every server of this API accepts. */
import { z } from 'zod';

import { ApiError } from './messages/error.ts';
import { type ModelView, turnOf, type Use } from './plan.ts';
import { JSON_TYPE, STREAM, type ModelApi } from './wire.ts';

const text = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
]);
const called = z.looseObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.looseObject({ name: z.string().min(1), arguments: z.string() }),
});
const message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.enum(['system', 'developer', 'user']), content: text }),
  z.looseObject({
    role: z.literal('assistant'),
    content: text.nullish(),
    tool_calls: z.array(called).min(1).optional(),
  }),
  z.looseObject({ role: z.literal('tool'), tool_call_id: z.string(), content: text }),
]);
const request = z.looseObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  stream: z.boolean().nullish(),
  tools: z
    .array(
      z.looseObject({
        type: z.literal('function'),
        function: z.looseObject({ name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/) }),
      }),
    )
    .optional(),
});
type Message = z.infer<typeof message>;

/** Throws ApiError. */
export const chat: ModelApi = (body) => {
  const parsed = request.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`);
  }
  const { messages, tools = [], model, stream } = parsed.data;
  checkResults(messages);
  const facts = { model, created: 1 };
  return {
    shown: shownIn(
      messages,
      tools.map((tool) => tool.function.name),
    ),
    answer: (said, nth) => {
      const id = `chatcmpl-${nth}`;
      const reason = typeof said === 'string' ? 'stop' : 'tool_calls';
      const whole = saidIn(said, `call_${nth}`);
      if (stream !== true)
        return {
          type: JSON_TYPE,
          body: JSON.stringify({
            ...facts,
            id,
            object: 'chat.completion',
            choices: [{ index: 0, message: whole, finish_reason: reason }],
            usage: USAGE,
          }),
        };
      const chunk = (delta: object, finish: string | null, more = {}): string =>
        `data: ${JSON.stringify({ ...facts, id, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;
      const calls = whole.tool_calls?.map((call, index) => ({ index, ...call }));
      const delta = { ...whole, ...(calls && { tool_calls: calls }) };
      const events = `${chunk(delta, null)}${chunk({}, reason, { usage: USAGE })}data: [DONE]\n\n`;
      return { type: STREAM, body: events };
    },
  };
};

const USAGE = { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 };

const saidIn = (said: Use | string, id: string) =>
  typeof said === 'string'
    ? { role: 'assistant', content: said, tool_calls: undefined }
    : {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id,
            type: 'function',
            function: { name: said.name, arguments: JSON.stringify(said.input) },
          },
        ],
      };

/** Every call has its result before anything else is said. */
const checkResults = (messages: readonly Message[]): void => {
  let open = new Set<string>();
  for (const [index, one] of messages.entries()) {
    if (one.role === 'tool') {
      if (!open.delete(one.tool_call_id))
        throw invalid(`messages.${index}: a result of no call: ${one.tool_call_id}`);
    } else {
      refuseOpen(open, index);
      open = new Set(one.role === 'assistant' ? one.tool_calls?.map(({ id }) => id) : []);
    }
  }
  refuseOpen(open, messages.length);
};

const refuseOpen = (open: ReadonlySet<string>, index: number): void => {
  if (open.size > 0)
    throw invalid(`messages.${index}: calls without a result: ${[...open].join(', ')}`);
};

const shownIn = (messages: readonly Message[], tools: readonly string[]): ModelView => {
  const [rules, said] = [messages.filter(isRule), messages.filter((one) => !isRule(one))];
  return {
    system: rules.map(textIn).join('\n'),
    tools,
    ...turnOf(
      said.map((one) => ({
        isOfModel: one.role === 'assistant',
        words: one.role === 'user' ? textIn(one) : '',
        results: one.role === 'tool' ? [textIn(one)] : [],
      })),
    ),
  };
};

const isRule = ({ role }: Message): boolean => role === 'system' || role === 'developer';

const textIn = ({ content }: Message): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).map(({ text: part = '' }) => part).join('\n');

const invalid = (why: string): ApiError =>
  new ApiError({ status: 400, type: 'invalid_request_error', message: why });
