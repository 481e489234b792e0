/** The Chat Completions API, by its own library: OpenAI and the many who speak the same wire. Nothing is read from environment or disk. */
import { OpenAI } from 'openai';
import type {
  ChatCompletionChunk,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { Message, UserBlock } from '#lib/model/conversation.ts';
import type { Tokens } from '#lib/protocol/protocol.ts';
import type { ModelRequest } from '#lib/model/request.ts';
import { endedEarly } from './no-answer.ts';
import { type CallPiece, parseChunk } from './openai-chunk.ts';
import {
  type ModelEvent,
  type Provider,
  type ProviderParts,
  SILENT,
  type AnswerEnd,
  callOf,
  credentialHeaders,
  LONGEST_TIMER_MS,
} from './provider.ts';

/** The makers themselves know only the newer of two names for the same limit, and many others only the older. */
const MAKER = 'api.openai.com';

export const openai = ({ setup, credential, fetch }: ProviderParts): Provider => {
  const client = new OpenAI({
    baseURL: setup.baseUrl,
    apiKey: credential?.value ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    defaultHeaders: { ...setup.headers, ...credentialHeaders(credential) },
    fetch,
    maxRetries: 0,
    timeout: LONGEST_TIMER_MS,
    logger: SILENT,
    logLevel: 'off',
  });
  const isMaker = new URL(setup.baseUrl).hostname === MAKER;
  return {
    stream: async (request, signal, hear) => {
      const { data, response } = await client.chat.completions
        .create(bodyOf(request, isMaker), { signal })
        .withResponse();
      const count = await readAnswer(data, hear);
      if (count !== undefined) throw endedEarly(response, count, setup);
    },
  };
};

/** One system message with all that stands in the system prompt (O20); its beginning stays the same, which such caches go by. */
const bodyOf = (
  { model, maxTokens, tools, system, messages }: ModelRequest,
  isMaker: boolean,
): ChatCompletionCreateParamsStreaming => ({
  model,
  ...(isMaker ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
  messages: [
    ...(system.length === 0
      ? []
      : [{ role: 'system' as const, content: system.map(({ text }) => text).join('') }]),
    ...messages.flatMap(paramsOf),
  ],
  ...(tools.length > 0 && {
    tools: tools.map(({ name, description, input }) => ({
      type: 'function' as const,
      function: { name, description, parameters: { ...input } },
    })),
  }),
  stream: true,
  stream_options: { include_usage: true },
});

/** Results are messages of their own on this wire, and what a model thought has no place. */
const paramsOf = (message: Message): ChatCompletionMessageParam[] => {
  if (message.role === 'user') return [...resultsOf(message.content), ...wordsOf(message.content)];
  const text = message.content
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n\n');
  const calls = message.content.flatMap((block) =>
    block.type === 'tool_use'
      ? [
          {
            id: block.id,
            type: 'function' as const,
            function: { name: block.name, arguments: JSON.stringify(block.input) },
          },
        ]
      : [],
  );
  if (text === '' && calls.length === 0) return [];
  return [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ];
};

const resultsOf = (content: readonly UserBlock[]): ChatCompletionMessageParam[] =>
  content.flatMap((block) =>
    block.type === 'tool_result'
      ? [{ role: 'tool' as const, tool_call_id: block.tool_use_id, content: block.content }]
      : [],
  );

const wordsOf = (content: readonly UserBlock[]): ChatCompletionMessageParam[] => {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.length === 0 ? [] : [{ role: 'user', content: texts.join('\n\n') }];
};

/** A call that is being said; some servers give no id. */
interface Call {
  id: string;
  name: string;
  json: string;
}

/** Reads an answer. Where it has no end: how many chunks there were. Throws Malformed. */
const readAnswer = async (
  chunks: AsyncIterable<ChatCompletionChunk>,
  hear: (event: ModelEvent) => void,
): Promise<number | undefined> => {
  const calls = new Map<number, Call>();
  let [text, reason, id, count] = ['', '', '', 0];
  for await (const chunk of chunks) {
    const said = parseChunk(chunk);
    count += 1;
    id = chunk.id;
    if (chunk.usage) hear({ type: 'usage', tokens: tokensOf(chunk.usage), model: chunk.model });
    if (said.text !== '') {
      text += said.text;
      hear({ type: 'text', text: said.text });
    }
    for (const piece of said.calls) collect(calls, piece);
    reason = said.reason || reason;
  }
  if (reason === '') return count;
  if (text !== '') hear({ type: 'block', block: { type: 'text', text } });
  for (const [index, call] of calls)
    hear(callOf(idOf(call, `${id}-${index}`), call.name, call.json));
  hear({ type: 'stop', stop: stopOf(reason, calls.size > 0) });
  return undefined;
};

const collect = (calls: Map<number, Call>, { index, ...piece }: CallPiece): void => {
  const call = calls.get(index) ?? { id: '', name: '', json: '' };
  calls.set(index, call);
  call.id ||= piece.id;
  call.name += piece.name;
  call.json += piece.json;
};

const idOf = ({ id }: Call, otherId: string): string =>
  (id === '' ? otherId : id).replaceAll(/[^\w-]/g, '_');

/** Some servers say `stop` after calls, too. */
const stopOf = (reason: string, hasCalls: boolean): AnswerEnd => {
  if (reason === 'length') return 'length';
  if (reason === 'content_filter') return 'refusal';
  return hasCalls ? 'tools' : 'end';
};

/** On this wire what was read from the cache, or written to it, is part of the prompt. */
const tokensOf = (usage: NonNullable<ChatCompletionChunk['usage']>): Tokens => {
  const { cached_tokens: read = 0, cache_write_tokens: written = 0 } =
    usage.prompt_tokens_details ?? {};
  return {
    input: Math.max(0, usage.prompt_tokens - read - written),
    cacheRead: read,
    cacheWritten: written,
    output: usage.completion_tokens,
  };
};
