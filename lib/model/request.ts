/**
 * A request to a model, from what a session knows (A19 to A23): the parts in the order of how long they stay the same,
 * each ended by a breakpoint of the provider's cache where it is long enough to be kept. The same parts give the same
 * bytes: nothing here has a clock or chance.
 */
import type { Message } from './conversation.ts';
import { estimateTokens } from './estimate.ts';
import { ANSWER_SHARE } from './limits.ts';
import type { ModelLimits } from '#lib/protocol/protocol.ts';
import type { ToolDefinition } from './tools.ts';

/** What stands before the conversation. The same object says that nothing of it has changed. */
export interface Prefix {
  /** What stays for the session: briefing, rules, AGENTS.md, SOUL.md, USER.md. */
  readonly staticText: string;
  /** What stays until somebody curates it: MEMORY.md, the log of yesterday. Empty if there is none. */
  readonly semiStaticText: string;
  readonly tools: readonly ToolDefinition[];
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
  readonly tools: readonly ToolDefinition[];
  readonly toolsCached: boolean;
  readonly system: readonly SystemBlock[];
  /** A breakpoint stands at the end of the newest. */
  readonly messages: readonly Message[];
}

/** What an answer may be long. */
export const answerTokens = ({ contextTokens, outputTokens }: ModelLimits): number =>
  Math.min(outputTokens, Math.floor(contextTokens * ANSWER_SHARE));

interface PrefixTokens {
  readonly tools: number;
  readonly static: number;
  readonly semiStatic: number;
}

/** What was counted of prefixes, and for how many characters a token: they are asked about several times a turn. */
const counted = new WeakMap<Prefix, PrefixTokens & Pick<ModelLimits, 'charsPerToken'>>();

/** Tokens of the parts before the conversation, by estimate, each with those before it. */
export const prefixTokens = (prefix: Prefix, { charsPerToken }: ModelLimits): PrefixTokens => {
  const before = counted.get(prefix);
  if (before?.charsPerToken === charsPerToken) return before;
  const tokens = { ...countPrefix(prefix, charsPerToken), charsPerToken };
  counted.set(prefix, tokens);
  return tokens;
};

const countPrefix = (
  { tools, staticText, semiStaticText }: Prefix,
  charsPerToken: number,
): PrefixTokens => {
  const ofTools = estimateTokens(JSON.stringify(tools), charsPerToken);
  const ofStatic = ofTools + estimateTokens(staticText, charsPerToken);
  const all = ofStatic + estimateTokens(semiStaticText, charsPerToken);
  return { tools: ofTools, static: ofStatic, semiStatic: all };
};

/** What is left for the conversation (A19); `factor` is what estimates are off by. */
export const historyTokens = (prefix: Prefix, limits: ModelLimits, factor: number): number =>
  Math.floor(
    limits.contextTokens - answerTokens(limits) - prefixTokens(prefix, limits).semiStatic * factor,
  );

/**
 * The request. A breakpoint where less stands before it than the provider keeps would do nothing, and there are four at
 * most. Estimates are taken without what was learnt, so that a breakpoint does not come and go.
 */
export const requestOf = (
  model: string,
  limits: ModelLimits,
  prefix: Prefix,
  messages: readonly Message[],
  maxTokens = answerTokens(limits),
): ModelRequest => {
  const { staticText, semiStaticText, tools } = prefix;
  const before = prefixTokens(prefix, limits);
  const isKept = (tokens: number): boolean => tokens >= limits.cacheMinTokens;
  const staticBlock = { text: staticText, cached: isKept(before.static) };
  const semiStaticBlock = { text: semiStaticText, cached: isKept(before.semiStatic) };
  return {
    model,
    maxTokens,
    tools,
    toolsCached: tools.length > 0 && isKept(before.tools),
    system: [staticBlock, semiStaticBlock].filter(({ text }) => text !== ''),
    messages,
  };
};
