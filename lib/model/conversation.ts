/**
 * What was said between human, model and tools, in the order and the shape in which providers want it; and what may be
 * done with it: measured, cut, fixed. No call of a tool is ever without its result, and no result without its call.
 */
import { estimateTokens } from './estimate.ts';

/** A text in a message. */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

/** What a model thought; it goes back as it came, to the model that thought it. */
type ThinkingBlock =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string };

/** A call of a tool, by the model. */
export interface ToolUse {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a call came to, for the model. */
export interface ToolResult {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: string;
  readonly is_error?: true;
}

/** A part of what the model says. */
export type AssistantBlock = TextBlock | ThinkingBlock | ToolUse;

/** A part of what the model is told. */
export type UserBlock = TextBlock | ToolResult;

/** One message of a conversation; the two roles take turns. */
export type Message =
  | { readonly role: 'user'; readonly content: readonly UserBlock[] }
  | { readonly role: 'assistant'; readonly content: readonly AssistantBlock[] };

/** A block of this text. */
export const textBlock = (text: string): TextBlock => ({ type: 'text', text });

/** The result of the call with this id. */
export const resultOf = (id: string, content: string, failed: boolean): ToolResult => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...(failed && { is_error: true }),
});

/** The calls of tools in a message. */
export const callsIn = (message: Message | undefined): readonly ToolUse[] =>
  message?.role === 'assistant'
    ? message.content.flatMap((block) => (block.type === 'tool_use' ? [block] : []))
    : [];

/** Tokens of messages, by estimate. */
export const conversationTokens = (messages: readonly Message[], charsPerToken: number): number =>
  messages.reduce((sum, message) => sum + messageTokens(message, charsPerToken), 0);

/** What was counted of messages, and for how many characters a token: a conversation grows by its end alone. */
const counted = new WeakMap<Message, { readonly tokens: number; readonly charsPerToken: number }>();

const messageTokens = (message: Message, charsPerToken: number): number => {
  const before = counted.get(message);
  if (before?.charsPerToken === charsPerToken) return before.tokens;
  const tokens = message.content.reduce(
    (sum, block) => sum + BLOCK_TOKENS + estimateTokens(wordsOf(block), charsPerToken),
    0,
  );
  counted.set(message, { tokens, charsPerToken });
  return tokens;
};

/** What a block costs besides its words: role, kind, ids. */
const BLOCK_TOKENS = 8;

const wordsOf = (block: AssistantBlock | UserBlock): string => {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'thinking':
      return block.thinking;
    case 'redacted_thinking':
      return block.data;
    case 'tool_use':
      return block.name + JSON.stringify(block.input);
    case 'tool_result':
      return block.content;
  }
};

/** May a conversation begin here, after a summary? Not with results, whose calls would be gone. */
const mayBegin = (message: Message | undefined): boolean =>
  message !== undefined && !message.content.some(({ type }) => type === 'tool_result');

/**
 * Where the newest part begins that has at most `maxTokens`: an index at which a conversation can be cut. What a human
 * said is preferred as its beginning. The length of `messages` if nothing fits.
 */
export const newestPart = (
  messages: readonly Message[],
  maxTokens: number,
  charsPerToken: number,
): number => {
  let tokens = 0;
  let [best, bestOfHuman] = [messages.length, messages.length];
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message === undefined) break;
    tokens += messageTokens(message, charsPerToken);
    if (tokens > maxTokens) break;
    if (!mayBegin(message)) continue;
    best = index;
    if (message.role === 'user') bestOfHuman = index;
  }
  return bestOfHuman < messages.length ? bestOfHuman : best;
};

/** Without what models thought: another model cannot take it, and nobody can after what stood before it was changed. */
export const withoutThinking = (messages: readonly Message[]): readonly Message[] =>
  messages.flatMap((message): readonly Message[] => {
    if (message.role === 'user') return [message];
    const content = message.content.filter(
      ({ type }) => type !== 'thinking' && type !== 'redacted_thinking',
    );
    return content.length === 0 ? [] : [{ role: 'assistant', content }];
  });

/**
 * A conversation that a provider takes: each call has its result right after it (`missing` says why there is none), a
 * result without its call is left out, and so are messages that are empty by that.
 */
export const repaired = (messages: readonly Message[], missing: string): readonly Message[] => {
  const whole: Message[] = [];
  const seen = new Set<string>();
  for (const message of messages) {
    const before = whole.at(-1);
    const open = callsIn(before);
    if (message.role === 'user') {
      const content = [
        ...open.map(({ id }) => resultIn(message.content, id) ?? resultOf(id, missing, true)),
        ...message.content.filter(({ type }) => type !== 'tool_result'),
      ];
      if (content.length > 0) whole.push({ role: 'user', content });
    } else {
      if (open.length > 0) whole.push(answersFor(open, missing));
      const content = withNewIds(message.content, seen);
      if (content.length > 0) whole.push({ role: 'assistant', content });
    }
  }
  const open = callsIn(whole.at(-1));
  return open.length === 0 ? whole : [...whole, answersFor(open, missing)];
};

const resultIn = (content: readonly UserBlock[], id: string): ToolResult | undefined =>
  content.find(
    (block): block is ToolResult => block.type === 'tool_result' && block.tool_use_id === id,
  );

const answersFor = (calls: readonly ToolUse[], missing: string): Message => ({
  role: 'user',
  content: calls.map(({ id }) => resultOf(id, missing, true)),
});

/** Without the calls whose id was there before: a provider takes an id once. */
const withNewIds = (
  content: readonly AssistantBlock[],
  seen: Set<string>,
): readonly AssistantBlock[] =>
  content.filter((block) => {
    if (block.type !== 'tool_use') return true;
    const isNew = !seen.has(block.id);
    seen.add(block.id);
    return isNew;
  });
