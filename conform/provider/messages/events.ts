/** An answer as the events of a stream: `event:` and `data:` lines, in the order of the API. */
import { type ApiFault, errorBody } from './error.ts';
import { signatureOf } from './signature.ts';
import { tokenCount, type Usage } from './tokens.ts';

type StopReason =
  | 'end_turn'
  | 'max_tokens'
  | 'stop_sequence'
  | 'tool_use'
  | 'pause_turn'
  | 'refusal'
  | 'model_context_window_exceeded';

/** `json`: the input as it is sent, for input that is cut off; otherwise `input` in JSON. */
export type ModelBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string }
  | {
      readonly type: 'tool_use';
      readonly name: string;
      readonly input: unknown;
      readonly json?: string;
    };

/** What a model says. */
export interface ModelTurn {
  readonly blocks: readonly ModelBlock[];
  /** `tool_use` after a call of a tool, else `end_turn`. */
  readonly stop?: StopReason;
}

type CacheUse = Omit<Usage, 'output'>;

/** Characters of one delta. */
const PIECE = 12;

export interface Envelope {
  readonly id: string;
  readonly model: string;
  readonly cache: CacheUse;
  /** For the calls of tools. */
  readonly nextId: () => string;
}

/** The data of one event. */
export interface StreamEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** One event as it is written. */
export const eventText = (data: StreamEvent): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

export const errorEvent = (fault: ApiFault, requestId: string): string =>
  `event: error\ndata: ${JSON.stringify(errorBody(fault, requestId))}\n\n`;

export const MALFORMED_EVENT = 'event: content_block_delta\ndata: {"type":"content_block_de\n\n';

export const outputTokens = ({ blocks }: ModelTurn): number =>
  blocks.reduce((sum, block) => sum + tokenCount(block), 0);

/** All events of an answer that comes to its end. */
export const eventsOf = (
  answer: ModelTurn,
  { id, model, cache, nextId }: Envelope,
): readonly StreamEvent[] => {
  const output = outputTokens(answer);
  return [
    {
      type: 'message_start',
      message: {
        id,
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        container: null,
        diagnostics: null,
        stop_reason: null,
        stop_sequence: null,
        stop_details: null,
        usage: usageOf(cache, 1),
      },
    },
    { type: 'ping' },
    ...answer.blocks.flatMap((block, index) => blockEvents(block, index, nextId)),
    {
      type: 'message_delta',
      delta: {
        stop_reason: stopOf(answer),
        stop_sequence: null,
        stop_details: null,
      },
      usage: deltaUsageOf(cache, output),
    },
    { type: 'message_stop' },
  ];
};

const stopOf = ({ blocks, stop }: ModelTurn): StopReason =>
  stop ?? (blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn');

/** The same answer as one document. */
export const documentOf = (answer: ModelTurn, { id, model, cache, nextId }: Envelope): object => ({
  id,
  type: 'message',
  role: 'assistant',
  model,
  content: answer.blocks.map((block) =>
    block.type === 'tool_use'
      ? { ...startOf(block, nextId), input: block.input }
      : { ...startOf(block, nextId), ...block },
  ),
  stop_reason: stopOf(answer),
  stop_sequence: null,
  usage: usageOf(cache, outputTokens(answer)),
});

const deltaUsageOf = (cache: CacheUse, output: number): object => ({
  input_tokens: cache.input,
  cache_creation_input_tokens: cache.written5m + cache.written1h,
  cache_read_input_tokens: cache.read,
  output_tokens: output,
  output_tokens_details: null,
  server_tool_use: null,
});

const usageOf = (cache: CacheUse, output: number): object => ({
  ...deltaUsageOf(cache, output),
  cache_creation: {
    ephemeral_5m_input_tokens: cache.written5m,
    ephemeral_1h_input_tokens: cache.written1h,
  },
  inference_geo: null,
  service_tier: 'standard',
  speed: 'standard',
});

const blockEvents = (
  block: ModelBlock,
  index: number,
  nextId: () => string,
): readonly StreamEvent[] => [
  { type: 'content_block_start', index, content_block: startOf(block, nextId) },
  ...deltasOf(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];

const startOf = (block: ModelBlock, nextId: () => string): object => {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: '', citations: null };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'tool_use':
      return {
        type: 'tool_use',
        id: nextId(),
        name: block.name,
        input: {},
        caller: { type: 'direct' },
      };
  }
};

/** The first piece of a tool's input is empty, as the API sends it. */
const deltasOf = (block: ModelBlock): readonly object[] => {
  switch (block.type) {
    case 'text':
      return piecesOf(block.text).map((text) => ({ type: 'text_delta', text }));
    case 'thinking':
      return [
        ...piecesOf(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: signatureOf(block.thinking) },
      ];
    case 'tool_use':
      return ['', ...piecesOf(block.json ?? JSON.stringify(block.input))].map((json) => ({
        type: 'input_json_delta',
        partial_json: json,
      }));
  }
};

/** By whole characters: a pair of surrogates stays together. */
const piecesOf = (text: string): readonly string[] => {
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / PIECE) }, (_, nth) =>
    characters.slice(nth * PIECE, (nth + 1) * PIECE).join(''),
  );
};
