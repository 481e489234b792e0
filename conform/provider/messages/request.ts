/**
 * What the Messages API accepts, as strict as the documentation: unknown fields, removed parameters and a tool call
 * without its result are refused, although the client library would send them.
 */
import { z } from 'zod';

import { ApiError } from './error.ts';
import { isSignatureOf } from './signature.ts';

const cacheControl = z.strictObject({
  type: z.literal('ephemeral'),
  ttl: z.enum(['5m', '1h']).optional(),
});
const cached = { cache_control: cacheControl.nullish() };
const identifier = z.string().regex(/^[a-zA-Z0-9_-]+$/);

const text = z.strictObject({
  type: z.literal('text'),
  text: z.string().regex(/\S/, 'text content blocks must contain non-whitespace text'),
  ...cached,
});
const toolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: identifier,
  name: z.string().min(1),
  input: z.record(z.string(), z.unknown()),
  // As the API itself sent it; clients may give it back.
  caller: z.strictObject({ type: z.literal('direct') }).optional(),
  ...cached,
});
const toolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: identifier,
  content: z.union([z.string(), z.array(text)]).optional(),
  is_error: z.boolean().optional(),
  ...cached,
});
const thinking = z.strictObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string(),
});
const block = z.discriminatedUnion('type', [text, toolUse, toolResult, thinking]);

const tool = z.strictObject({
  type: z.literal('custom').nullish(),
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  strict: z.boolean().optional(),
  eager_input_streaming: z.boolean().nullish(),
  ...cached,
});

const prompt = {
  model: z.string().min(1),
  system: z.union([z.string(), z.array(text)]).optional(),
  tools: z.array(tool).optional(),
  messages: z
    .array(
      z.strictObject({
        role: z.enum(['user', 'assistant']),
        content: z.union([z.string().regex(/\S/, 'must not be empty'), z.array(block).min(1)]),
      }),
    )
    .min(1, 'at least one message is required'),
  thinking: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1024) }),
      z.strictObject({ type: z.enum(['disabled', 'adaptive']) }),
    ])
    .optional(),
  tool_choice: z
    .discriminatedUnion('type', [
      z.strictObject({
        type: z.enum(['auto', 'any', 'none']),
        disable_parallel_tool_use: z.boolean().optional(),
      }),
      z.strictObject({ type: z.literal('tool'), name: z.string() }),
    ])
    .optional(),
  cache_control: cacheControl.nullish(),
};

const countRequest = z.strictObject(prompt);
const messagesRequest = z.strictObject({
  ...prompt,
  max_tokens: z.int().min(1),
  stream: z.boolean().optional(),
  metadata: z.strictObject({ user_id: z.string().nullish() }).optional(),
  stop_sequences: z.array(z.string().min(1)).optional(),
  thread: z.literal(false, 'this server keeps no threads').optional(),
});

export type CountRequest = z.infer<typeof countRequest>;
export type MessagesRequest = z.infer<typeof messagesRequest>;
export type ContentBlock = z.infer<typeof block>;
type Message = CountRequest['messages'][number];
type CacheControl = z.infer<typeof cacheControl>;

/** Throws ApiError 400. */
export const parseRequest = (body: unknown): MessagesRequest =>
  checked(parsed(messagesRequest, body));

/** A request to count tokens. Throws ApiError 400. */
export const parseCount = (body: unknown): CountRequest => checked(parsed(countRequest, body));

/** The body itself, since a copy would have the fields in another order: the cache goes by bytes. */
const parsed = <T>(schema: z.ZodType<T>, body: unknown): T => {
  if (isOf(schema, body)) return body;
  const [issue] = schema.safeParse(body).error?.issues ?? [];
  const { path = [], message = 'not valid' } = issue === undefined ? {} : deepest(issue);
  throw invalid(path.length === 0 ? message : `${path.join('.')}: ${message}`);
};

type Place = Pick<z.core.$ZodIssue, 'path' | 'message'>;

/** Of what may be one thing or another, the fault in the one that fits furthest. */
const deepest = (issue: z.core.$ZodIssue): Place => {
  const [first, ...others] = issue.code === 'invalid_union' ? issue.errors.flat().map(deepest) : [];
  if (first === undefined) return issue;
  const found = others.reduce(
    (one, other) => (other.path.length > one.path.length ? other : one),
    first,
  );
  return { ...found, path: [...issue.path, ...found.path] };
};

const isOf = <T>(schema: z.ZodType<T>, body: unknown): body is T => schema.safeParse(body).success;

const checked = <P extends CountRequest>(request: P): P => {
  checkRoles(request);
  checkTools(request);
  checkResults(request.messages);
  checkThinking(request.messages);
  checkBreakpoints(request);
  return request;
};

const checkRoles = ({ messages }: CountRequest): void => {
  if (messages[0]?.role !== 'user') throw invalid('messages: the first message must be of a user');
  if (messages.at(-1)?.role !== 'user')
    throw invalid(
      'messages: the conversation must end with a user message, prefill is not supported',
    );
  for (const [index, { role, content }] of messages.entries()) {
    for (const { type } of contentBlocks(content)) {
      const owner = OWNERS[type];
      if (owner !== undefined && owner !== role)
        throw invalid(`messages.${index}: ${type} blocks can only be in ${owner} messages`);
    }
  }
};

const OWNERS: Readonly<Partial<Record<ContentBlock['type'], Message['role']>>> = {
  tool_use: 'assistant',
  thinking: 'assistant',
  tool_result: 'user',
};

const checkTools = ({ tools = [], tool_choice: choice, messages }: CountRequest): void => {
  const names = new Set(tools.map(({ name }) => name));
  if (names.size < tools.length) throw invalid('tools: tool names must be unique');
  if (choice?.type === 'tool' && !names.has(choice.name))
    throw invalid(`tool_choice: there is no tool ${choice.name}`);
  if (choice !== undefined && tools.length === 0)
    throw invalid('tool_choice: may only be given while tools are given');
  const uses = messages.some(({ content }) =>
    contentBlocks(content).some(({ type }) => type === 'tool_use'),
  );
  if (uses && tools.length === 0)
    throw invalid('tools: requests with tool_use blocks in messages must define tools');
};

/** Every call of a tool has its result at the beginning of the next message, and every result its call before it. */
const checkResults = (messages: readonly Message[]): void => {
  const used = new Set<string>();
  let open: readonly string[] = [];
  for (const [index, { content }] of messages.entries()) {
    const blocks = contentBlocks(content);
    const results = blocks.filter((one) => one.type === 'tool_result');
    for (const [nth, { tool_use_id: id, is_error: isError, content: told }] of results.entries()) {
      if (!open.includes(id))
        throw invalid(`messages.${index}: unexpected tool_use_id in a tool_result: ${id}`);
      if (results.findIndex((one) => one.tool_use_id === id) !== nth)
        throw invalid(`messages.${index}: each tool_use must have a single result: ${id}`);
      if (isError === true && (told === undefined || told.length === 0))
        throw invalid(`messages.${index}: content cannot be empty if is_error is true`);
    }
    const missing = open.filter((id) => results.every((one) => one.tool_use_id !== id));
    if (missing.length > 0)
      throw invalid(
        `messages.${index}: tool_use ids were found without tool_result blocks immediately after: ${missing.join(', ')}`,
      );
    if (blocks.findLastIndex((one) => one.type === 'tool_result') >= results.length)
      throw invalid(`messages.${index}: tool_result blocks must come first`);
    open = blocks.flatMap((one) => (one.type === 'tool_use' ? [one.id] : []));
    for (const id of open) {
      if (used.has(id)) throw invalid(`messages.${index}: tool_use ids must be unique: ${id}`);
      used.add(id);
    }
  }
};

const checkThinking = (messages: readonly Message[]): void => {
  for (const [index, { content }] of messages.entries()) {
    for (const one of contentBlocks(content)) {
      if (one.type === 'thinking' && !isSignatureOf(one.signature, one.thinking))
        throw invalid(`messages.${index}: invalid signature in a thinking block`);
    }
  }
};

const BREAKPOINTS_MAX = 4;

const checkBreakpoints = (request: CountRequest): void => {
  const controls = controlsOf(request);
  if (controls.length > BREAKPOINTS_MAX)
    throw invalid(
      `a maximum of ${BREAKPOINTS_MAX} blocks with cache_control may be provided, found ${controls.length}`,
    );
  const firstShort = controls.findIndex(({ ttl }) => ttl !== '1h');
  if (firstShort !== -1 && controls.slice(firstShort).some(({ ttl }) => ttl === '1h'))
    throw invalid('cache_control: a block with ttl 1h must not come after one with ttl 5m');
};

/** In the order of the prompt; one for the whole request counts as the last. */
const controlsOf = (request: CountRequest): readonly CacheControl[] =>
  [
    ...(request.tools ?? []).map((one) => one.cache_control),
    ...systemOf(request).map((one) => one.cache_control),
    ...request.messages.flatMap(({ content }) =>
      contentBlocks(content).map((one) => ('cache_control' in one ? one.cache_control : undefined)),
    ),
    request.cache_control,
  ].filter((one) => one !== undefined && one !== null);

export const systemOf = ({
  system = [],
}: CountRequest): readonly Extract<ContentBlock, { type: 'text' }>[] =>
  typeof system === 'string' ? [{ type: 'text', text: system }] : system;

export const contentBlocks = (content: Message['content']): readonly ContentBlock[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

const invalid = (message: string): ApiError =>
  new ApiError({ status: 400, type: 'invalid_request_error', message });
