/**
 * The Messages API, by its own library: the makers' and whatever speaks the same wire (Ollama, LM Studio, llama.cpp,
 * gateways). Full history with each request, never a thread of the server; nothing is read from environment or disk.
 */
import { Anthropic } from '@anthropic-ai/sdk';
import type {
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageDeltaUsage,
  RawContentBlockDelta,
  RawMessageStreamEvent,
  StopReason,
  Usage,
} from '@anthropic-ai/sdk/resources/messages';
import type { Message } from '#lib/model/conversation.ts';
import type { Tokens } from '#lib/protocol/protocol.ts';
import type { ModelRequest } from '#lib/model/request.ts';
import { refuseMalformed } from './anthropic-event.ts';
import { endedEarly } from './no-answer.ts';
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

const CACHED = { cache_control: { type: 'ephemeral' } } as const;

export const anthropic = ({ setup, credential, fetch }: ProviderParts): Provider => {
  const client = new Anthropic({
    baseURL: setup.baseUrl,
    // A credential of some kind keeps the library from looking for one; what is sent is decided by the headers.
    authToken: credential?.value ?? 'none',
    apiKey: null,
    webhookKey: null,
    defaultHeaders: { ...setup.headers, ...credentialHeaders(credential) },
    fetch,
    maxRetries: 0,
    // Between the request and its answer as between the pieces of that, the pause is watched by whoever asks.
    timeout: LONGEST_TIMER_MS,
    logger: SILENT,
    logLevel: 'off',
    openTelemetry: false,
  });
  return {
    stream: async (request, signal, hear) => {
      const { data, response } = await client.messages
        .create(bodyOf(request), { signal })
        .withResponse();
      const reader = new Reader(hear);
      // To the end of the stream: whoever leaves it earlier closes the connection, which the next request could use.
      for await (const event of data) reader.take(event);
      if (!reader.isWhole) throw endedEarly(response, reader.count, setup);
    },
  };
};

const bodyOf = ({
  model,
  maxTokens,
  tools,
  toolsCached,
  system,
  messages,
}: ModelRequest): MessageCreateParamsStreaming => ({
  model,
  max_tokens: maxTokens,
  ...(tools.length > 0 && {
    tools: tools.map(({ name, description, input }, index) => ({
      name,
      description,
      input_schema: { ...input, required: [...input.required] },
      ...(toolsCached && index === tools.length - 1 && CACHED),
    })),
  }),
  ...(system.length > 0 && {
    system: system.map(({ text, cached }) => ({
      type: 'text' as const,
      text,
      ...(cached && CACHED),
    })),
  }),
  messages: messages.map((message, index) => ({
    role: message.role,
    content: contentOf(message, index === messages.length - 1),
  })),
  stream: true,
});

const contentOf = ({ content }: Message, isNewest: boolean): ContentBlockParam[] => {
  const newest = isNewest ? content.at(-1) : undefined;
  return newest === undefined ? [...content] : [...content.slice(0, -1), { ...newest, ...CACHED }];
};

/** A block that is being said. */
type Draft =
  | { readonly type: 'text'; text: string }
  | { readonly type: 'thinking'; thinking: string; signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; json: string };

/** Puts the pieces of one answer together. */
class Reader {
  readonly #hear: (event: ModelEvent) => void;
  readonly #drafts = new Map<number, Draft>();
  #count = 0;
  #isWhole = false;
  #model = '';
  #usage: Partial<Usage> = {};

  constructor(hear: (event: ModelEvent) => void) {
    this.#hear = hear;
  }

  /** How many events there were. */
  get count(): number {
    return this.#count;
  }

  /** Has the answer come to its end? */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Throws Malformed. */
  take(event: RawMessageStreamEvent): void {
    refuseMalformed(event);
    this.#count += 1;
    switch (event.type) {
      case 'message_start':
        this.#model = event.message.model;
        this.#countTokens(event.message.usage);
        break;
      case 'content_block_start':
        this.#begin(event.index, event.content_block);
        break;
      case 'content_block_delta':
        this.#grow(event.index, event.delta);
        break;
      case 'content_block_stop':
        this.#end(event.index);
        break;
      case 'message_delta':
        this.#countTokens(event.usage);
        if (event.delta.stop_reason !== null)
          this.#hear({ type: 'stop', stop: STOPS[event.delta.stop_reason] ?? 'end' });
        break;
      case 'message_stop':
        this.#isWhole = true;
    }
  }

  /** What comes later says only what has changed; some servers say nothing at all. */
  #countTokens(usage: Usage | MessageDeltaUsage | null | undefined): void {
    const told = Object.entries(usage ?? {}).filter(([, value]) => typeof value === 'number');
    this.#usage = { ...this.#usage, ...Object.fromEntries(told) };
    this.#hear({ type: 'usage', tokens: tokensOf(this.#usage), model: this.#model });
  }

  #begin(index: number, { type, ...block }: { readonly type: string }): void {
    const field = (name: string): string => {
      const value: unknown = Reflect.get(block, name);
      return typeof value === 'string' ? value : '';
    };
    if (type === 'text') this.#drafts.set(index, { type, text: field('text') });
    if (type === 'thinking')
      this.#drafts.set(index, { type, thinking: field('thinking'), signature: field('signature') });
    if (type === 'redacted_thinking') this.#drafts.set(index, { type, data: field('data') });
    if (type === 'tool_use')
      this.#drafts.set(index, { type, id: field('id'), name: field('name'), json: '' });
  }

  #grow(index: number, delta: RawContentBlockDelta): void {
    const draft = this.#drafts.get(index);
    if (delta.type === 'text_delta' && draft?.type === 'text') {
      draft.text += delta.text;
      this.#hear({ type: 'text', text: delta.text });
    }
    if (delta.type === 'thinking_delta' && draft?.type === 'thinking') {
      draft.thinking += delta.thinking;
      this.#hear({ type: 'thought', text: delta.thinking });
    }
    if (delta.type === 'signature_delta' && draft?.type === 'thinking')
      draft.signature += delta.signature;
    if (delta.type === 'input_json_delta' && draft?.type === 'tool_use')
      draft.json += delta.partial_json;
  }

  #end(index: number): void {
    const draft = this.#drafts.get(index);
    if (draft === undefined) return;
    this.#hear(
      draft.type === 'tool_use'
        ? callOf(draft.id, draft.name, draft.json)
        : { type: 'block', block: { ...draft } },
    );
  }
}

const tokensOf = (usage: Partial<Usage>): Tokens => ({
  input: usage.input_tokens ?? 0,
  cacheRead: usage.cache_read_input_tokens ?? 0,
  cacheWritten: usage.cache_creation_input_tokens ?? 0,
  output: usage.output_tokens ?? 0,
});

const STOPS: Readonly<Record<StopReason, AnswerEnd>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  tool_use: 'tools',
  max_tokens: 'length',
  pause_turn: 'pause',
  refusal: 'refusal',
  model_context_window_exceeded: 'context',
};
