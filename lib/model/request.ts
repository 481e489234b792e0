/**
 * A request to a model, from what a session knows (A19 to A23): the parts in the order of how long they stay the same,
 * each ended by a breakpoint of the provider's cache where it is long enough to be kept. The same parts give the same
 * bytes: nothing here has a clock or chance.
 */
import type { Message } from './conversation.ts';
import { estimateTokens } from './estimate.ts';
import { ANSWER_SHARE, CACHED_RUNS } from './limits.ts';
import type { CacheGroup, ModelLimits } from '#lib/protocol/protocol.ts';
import type { ToolDefinition } from './tools.ts';

/** A text of the system prompt, and how long it stays as it is. */
export interface PrefixPart {
  readonly text: string;
  readonly group: CacheGroup;
  /** It stands right behind the one before, and brings what is between them. */
  readonly continues?: boolean;
}

/** What stands before the conversation. The same object says that nothing of it has changed. */
export interface Prefix {
  /** In order; those of one group that stand together are one block. */
  readonly parts: readonly PrefixPart[];
  readonly tools: readonly ToolDefinition<string>[];
}

/** A block of the system prompt; `cached`: a breakpoint stands after it. */
interface SystemBlock {
  readonly text: string;
  readonly cached: boolean;
}

/** A request to a model, whatever its provider speaks. */
export interface ModelRequest {
  readonly model: string;
  readonly maxTokens: number;
  readonly tools: readonly ToolDefinition<string>[];
  readonly toolsCached: boolean;
  readonly system: readonly SystemBlock[];
  /** A breakpoint stands at the end of the newest. */
  readonly messages: readonly Message[];
}

/** What an answer may be long. */
export const answerTokens = ({ contextTokens, outputTokens }: ModelLimits): number =>
  Math.min(outputTokens, Math.floor(contextTokens * ANSWER_SHARE));

/** A block, and how many tokens the prefix has up to its end, by estimate. */
interface CountedBlock extends PrefixPart {
  readonly tokens: number;
}

interface CountedPrefix {
  readonly tools: number;
  readonly blocks: readonly CountedBlock[];
  readonly all: number;
}

/** What was counted of prefixes, and for how many characters a token: they are asked about several times a turn. */
const counted = new WeakMap<Prefix, CountedPrefix & Pick<ModelLimits, 'charsPerToken'>>();

/** Tokens before the conversation, by estimate: of the tools, with each block, and of all. */
export const prefixTokens = (prefix: Prefix, { charsPerToken }: ModelLimits): CountedPrefix => {
  const before = counted.get(prefix);
  if (before?.charsPerToken === charsPerToken) return before;
  const tokens = { ...countPrefix(prefix, charsPerToken), charsPerToken };
  counted.set(prefix, tokens);
  return tokens;
};

const countPrefix = ({ tools, parts }: Prefix, charsPerToken: number): CountedPrefix => {
  const ofTools = estimateTokens(JSON.stringify(tools), charsPerToken);
  let all = ofTools;
  const blocks = blocksIn(parts).map(({ text, group }) => {
    all += estimateTokens(text, charsPerToken);
    return { text, group, tokens: all };
  });
  return { tools: ofTools, blocks, all };
};

/** Parts of one group that stand together, as one text; each dynamic one is one of its own. Glued together they are the prompt. */
const blocksIn = (parts: readonly PrefixPart[]): readonly PrefixPart[] => {
  const runs: { readonly group: CacheGroup; text: string }[] = [];
  for (const { text, group, continues = false } of parts) {
    if (text === '') continue;
    const last = runs.at(-1);
    const whole = last === undefined || continues ? text : `\n\n${text}`;
    if (last?.group === group && group !== 'dynamic') last.text += whole;
    else runs.push({ group, text: whole });
  }
  return runs;
};

/** What a model reads before the conversation. */
export const systemText = (parts: readonly PrefixPart[]): string =>
  blocksIn(parts)
    .map(({ text }) => text)
    .join('');

/** What is left for the conversation (A19); `factor` is what estimates are off by. */
export const historyTokens = (prefix: Prefix, limits: ModelLimits, factor: number): number =>
  Math.floor(
    limits.contextTokens - answerTokens(limits) - prefixTokens(prefix, limits).all * factor,
  );

/**
 * The request, with four breakpoints at most: after the tools, after each of the first runs that stay, and at the newest
 * message; none where less stands before it than the provider keeps, or something that changes from session to session: it
 * would do nothing there. Estimates are taken without what was learnt, so that a breakpoint does not come and go.
 */
export const requestOf = (
  model: string,
  limits: ModelLimits,
  prefix: Prefix,
  messages: readonly Message[],
  maxTokens = answerTokens(limits),
): ModelRequest => {
  const { tools } = prefix;
  const before = prefixTokens(prefix, limits);
  const isKept = (tokens: number): boolean => tokens >= limits.cacheMinTokens;
  const toolsCached = tools.length > 0 && isKept(before.tools);
  const changes = before.blocks.findIndex(({ group }) => group === 'dynamic');
  const staying = changes < 0 ? before.blocks : before.blocks.slice(0, changes);
  const kept = new Set(staying.slice(0, CACHED_RUNS).filter(({ tokens }) => isKept(tokens)));
  return {
    model,
    maxTokens,
    tools,
    toolsCached,
    system: before.blocks.map((block) => ({ text: block.text, cached: kept.has(block) })),
    messages,
  };
};
