/** A provider of models on this machine whose model wants tools called, whatever it is told. For test files only. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll } from 'vitest';

/** What a model was sent: the system prompt, and what was said. */
export interface Sent {
  readonly system: string;
  readonly messages: string;
  readonly tools: readonly unknown[];
}

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** What a model wants done. */
export interface Wish {
  readonly name: string;
  /** Of the tool, where the wire has that. */
  readonly namespace?: string;
  readonly input: object;
}

/** The events of a stream of one answer: a call, or words. */
type Answer = (
  wish: Wish | undefined,
  turn: number,
) => readonly { readonly type?: string; readonly [field: string]: unknown }[];

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
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      if (!path.test(request.url ?? '')) {
        reply.writeHead(404).end('{}');
        return;
      }
      const body: object = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const messages = JSON.stringify(Reflect.get(body, said));
      const tools: unknown = Reflect.get(body, 'tools');
      const asked = {
        system: JSON.stringify(Reflect.get(body, 'system') ?? ''),
        messages,
        tools: Array.isArray(tools) ? tools : [],
      };
      sent.push(asked);
      const answered =
        messages.split(/"(?:tool_result|function_call_output|functionResponse)"/).length - 1;
      const wish = [wishes].flat()[answered];
      reply.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of ANSWERS[wire](asked.tools.length > 0 ? wish : undefined, answered)) {
        const head = event.type === undefined ? '' : `event: ${event.type}\n`;
        reply.write(`${head}data: ${JSON.stringify(event)}\n\n`);
      }
      reply.end();
    });
  });
  servers.push(server);
  const listening = Promise.withResolvers<undefined>();
  server.listen(0, '127.0.0.1', () => listening.resolve(undefined));
  await listening.promise;
  const { port }: AddressInfo = Object(server.address());
  return { url: `http://127.0.0.1:${port}`, sent };
};

const message: Answer = (wish, turn) =>
  wish === undefined ? saying('As you wish.') : calling(wish, turn);

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

const saying = (text: string) =>
  answering('end_turn', { type: 'text', text: '' }, { type: 'text_delta', text });

const calling = ({ name, input }: Wish, turn: number) =>
  answering(
    'tool_use',
    { type: 'tool_use', id: `toolu_${turn + 1}`, name, input: {} },
    { type: 'input_json_delta', partial_json: JSON.stringify(input) },
  );

/** The events of an answer of one block (Messages API, streaming). */
const answering = (stop: string, block: object, delta: object) => [
  {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 9, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: block },
  { type: 'content_block_delta', index: 0, delta },
  { type: 'content_block_stop', index: 0 },
  {
    type: 'message_delta',
    delta: { stop_reason: stop, stop_sequence: null },
    usage: { output_tokens: 9 },
  },
  { type: 'message_stop' },
];

const ANSWERS: Readonly<Record<Wire, Answer>> = {
  messages: message,
  responses: response,
  gemini: generated,
};
