/** A provider of models on this machine whose model wants tools called, whatever it is told. For test files only. */
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';

import { afterAll } from 'vitest';

import { eventsOf, type StreamEvent } from '#conform/provider/messages/events.ts';
import { closeNow, listen } from '#test/support/listen.ts';

/** What a model was sent: the system prompt, and what was said. */
export interface Sent {
  readonly system: string;
  readonly messages: string;
  readonly tools: readonly unknown[];
}

const servers: Server[] = [];
afterAll(() => Promise.all(servers.map(closeNow)));

/** What a model wants done. */
export interface Wish {
  readonly name: string;
  /** Of the tool, where the wire has that. */
  readonly namespace?: string;
  readonly input: object;
}

/** The events of a stream of one answer: a call, or words. */
type Answer = (wish: Wish | undefined, turn: number) => readonly Partial<StreamEvent>[];

/** Of which API: the path of its requests, where they hold what was said, and how it answers. */
const WIRES = {
  messages: { path: /^\/v1\/messages(\?|$)/, said: 'messages' },
  responses: { path: /^\/v1\/responses(\?|$)/, said: 'input' },
  gemini: { path: /^\/v1beta\/models\/[^:]+:streamGenerateContent\?/, said: 'contents' },
} as const;

type Wire = keyof typeof WIRES;

/** A provider whose model calls one tool after the other and then gives in. Tells what it was sent. */
export const provider = async (
  wishes: Wish | readonly Wish[],
  wire: Wire = 'messages',
): Promise<{ readonly url: string; readonly sent: Sent[] }> => {
  const sent: Sent[] = [];
  const { path, said } = WIRES[wire];
  const server = createServer(async (request, reply) => {
    if (!path.test(request.url ?? '')) {
      reply.writeHead(404).end('{}');
      return;
    }
    const body: object = Object(await json(request));
    const messages = JSON.stringify(Reflect.get(body, said));
    const given: unknown = Reflect.get(body, 'tools');
    const tools: readonly unknown[] = Array.isArray(given) ? given : [];
    sent.push({ system: JSON.stringify(Reflect.get(body, 'system') ?? ''), messages, tools });
    const answered =
      messages.split(/"(?:tool_result|function_call_output|functionResponse)"/).length - 1;
    const wish = tools.length > 0 ? [wishes].flat()[answered] : undefined;
    reply.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of ANSWERS[wire](wish, answered)) {
      const head = event.type === undefined ? '' : `event: ${event.type}\n`;
      reply.write(`${head}data: ${JSON.stringify(event)}\n\n`);
    }
    reply.end();
  });
  servers.push(server);
  return { url: `http://127.0.0.1:${await listen(server)}`, sent };
};

/** Of the Messages API. */
const message: Answer = (wish, turn) =>
  eventsOf(
    {
      blocks: [
        wish === undefined
          ? { type: 'text', text: 'As you wish.' }
          : { type: 'tool_use', name: wish.name, input: wish.input },
      ],
    },
    {
      id: 'msg_1',
      model: 'claude-opus-5-5',
      cache: { input: 9, read: 0, written5m: 0, written1h: 0 },
      nextId: () => `toolu_${turn + 1}`,
    },
  );

/** Of the Responses API. */
const response: Answer = (wish, turn) => {
  const item =
    wish === undefined
      ? {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'As you wish.' }],
        }
      : {
          type: 'function_call',
          id: 'fc_1',
          call_id: `call_${turn + 1}`,
          name: wish.name,
          ...(wish.namespace !== undefined && { namespace: wish.namespace }),
          arguments: JSON.stringify(wish.input),
        };
  const usage = { input_tokens: 9, output_tokens: 1, total_tokens: 10 };
  return [
    { type: 'response.created', response: { id: 'resp_1' } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id: 'resp_1', usage } },
  ];
};

/** Of the API of Gemini. */
const generated: Answer = (wish) => {
  const part =
    wish === undefined
      ? { text: 'As you wish.' }
      : { functionCall: { name: wish.name, args: wish.input } };
  const content = { role: 'model', parts: [part] };
  const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 1, totalTokenCount: 10 };
  return [{ candidates: [{ content, index: 0, finishReason: 'STOP' }], usageMetadata }];
};

const ANSWERS: Readonly<Record<Wire, Answer>> = {
  messages: message,
  responses: response,
  gemini: generated,
};
