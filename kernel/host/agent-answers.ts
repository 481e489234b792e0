/** What is said to an agent in a prompt, and what it answers of itself and of its turns. */
import type { ContentBlock, InitializeResponse } from '@agentclientprotocol/sdk';
import type * as drafted from '@agentclientprotocol/sdk/unstable';
import type {
  AgentCapabilitiesMeta,
  CacheGroup,
  SystemPlace,
  TurnMetaEnd,
} from '#lib/protocol/protocol.ts';
import { memberAt, membersOf } from '#lib/text/json.ts';

/** A part of a prompt: what the human said, or a document that goes with it. */
export type PromptPart =
  | { readonly text: string }
  | {
      readonly uri: string;
      readonly document: string;
      readonly group?: CacheGroup;
      readonly system?: SystemPlace;
    };

/** Agents that take no embedded documents get them as text; either way they stand in their fence. */
export const blockOf = (part: PromptPart, embeds: boolean): ContentBlock => {
  if ('text' in part) return { type: 'text', text: part.text };
  const { uri, document, group, system } = part;
  if (!embeds) return { type: 'text', text: document };
  const resource = { uri, mimeType: 'text/markdown', text: document };
  return {
    type: 'resource',
    resource,
    ...(group === undefined ? {} : { _meta: { yamo: { group, ...(system && { system }) } } }),
  };
};

/** What an agent says of itself when the protocol is agreed on. */
export interface Agreed {
  /** It takes embedded documents. */
  readonly embeds: boolean;
  /** It takes rules into its system prompt: a draft of the protocol that some agents know. */
  readonly takesSystemPrompt: boolean;
  /** Beyond the protocol. */
  readonly can: AgentCapabilitiesMeta;
}

/** The library does not look at the answer: it may be nothing at all. Throws TypeError then. */
export const agreedIn = ({
  protocolVersion,
  agentCapabilities,
}: InitializeResponse): Agreed & Pick<InitializeResponse, 'protocolVersion'> => {
  const sessions: drafted.SessionCapabilities | null | undefined =
    agentCapabilities?.sessionCapabilities;
  return {
    protocolVersion,
    embeds: agentCapabilities?.promptCapabilities?.embeddedContext ?? false,
    takesSystemPrompt: (sessions?.systemPrompt ?? null) !== null,
    can: capabilitiesIn(agentCapabilities),
  };
};

/** What is not exactly true is not there. */
const capabilitiesIn = (capabilities: unknown): AgentCapabilitiesMeta => {
  const yamo = membersOf(memberAt(capabilities, '_meta', 'yamo'));
  return {
    refresh: yamo['refresh'] === true,
    model: yamo['model'] === true,
    compact: yamo['compact'] === true,
    writeDown: yamo['writeDown'] === true,
  };
};

const endIn = (answer: unknown): TurnMetaEnd | undefined => {
  const { ended } = membersOf(memberAt(answer, '_meta', 'yamo'));
  return ended === 'failed' || ended === 'budget' ? ended : undefined;
};

/** Of the protocol; what else an agent says there is not repeated. */
const STOP_REASONS = [
  'end_turn',
  'max_tokens',
  'max_turn_requests',
  'refusal',
  'cancelled',
] as const;

/** Why a turn stopped. */
export const stopIn = (answer: { readonly stopReason?: unknown }): string =>
  endIn(answer) ?? STOP_REASONS.find((reason) => reason === answer.stopReason) ?? 'other';
