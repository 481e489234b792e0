/**
 * A request to a model, from what a session knows (A19 to A23): the parts in the order of how long they stay the same,
 * each ended by a breakpoint of the provider's cache where it is long enough to be kept. The same parts give the same
 * bytes: nothing here has a clock or chance.
 */
import type { Message } from './conversation.ts';
import { estimateTokens } from './estimate.ts';
import { ANSWER_SHARE } from './limits.ts';
import type { ModelLimits } from './protocol.ts';
import type { ToolDefinition } from './tools.ts';

export interface RequestParts {
  /** What stays for the session: briefing, rules, AGENTS.md, SOUL.md, USER.md. */
  readonly staticText: string;
  /** What stays until somebody curates it: MEMORY.md, the log of yesterday. Empty if there is none. */
  readonly semiStaticText: string;
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
}

/** A block of the system prompt; `cached`: a breakpoint stands after it. */
interface SystemBlock {
  readonly text: string;
  readonly cached: boolean;
}

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

/** Tokens of the parts before the conversation, by estimate, each with those before it. */
export const prefixTokens = (
  { tools, staticText, semiStaticText }: Omit<RequestParts, 'messages'>,
  { charsPerToken }: ModelLimits,
): { readonly tools: number; readonly static: number; readonly semiStatic: number } => {
  const ofTools = estimateTokens(JSON.stringify(tools), charsPerToken);
  const ofStatic = ofTools + estimateTokens(staticText, charsPerToken);
  const all = ofStatic + estimateTokens(semiStaticText, charsPerToken);
  return { tools: ofTools, static: ofStatic, semiStatic: all };
};

/** What is left for the conversation (A19); `factor` is what estimates are off by. */
export const historyTokens = (
  parts: Omit<RequestParts, 'messages'>,
  limits: ModelLimits,
  factor: number,
): number =>
  Math.floor(
    limits.contextTokens - answerTokens(limits) - prefixTokens(parts, limits).semiStatic * factor,
  );

/**
 * The request. A breakpoint where less stands before it than the provider keeps would do nothing, and there are four at
 * most. Estimates are taken without what was learnt, so that a breakpoint does not come and go.
 */
export const requestOf = (
  model: string,
  limits: ModelLimits,
  { staticText, semiStaticText, tools, messages }: RequestParts,
  maxTokens = answerTokens(limits),
): ModelRequest => {
  const before = prefixTokens({ staticText, semiStaticText, tools }, limits);
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
