/** A provider of models, whatever its wire: a request goes in, and what a model says comes out as it is said. */
import type { AssistantBlock } from '#lib/model/conversation.ts';
import type { CredentialResult, ModelSetup, Tokens } from '#lib/protocol/protocol.ts';
import type { ModelRequest } from '#lib/model/request.ts';
import { jsonAs } from '#lib/guard.ts';
import { isJsonObject, type JsonObject } from '#lib/text/json.ts';
import type { Fetch } from '#kernel/wire/tunnel.ts';

/**
 * Why an answer ended. `length`: the answer is as long as it may be, and its last block may be cut off; `context`: the
 * model's window is full; `pause`: it wants to go on in another answer.
 */
export type AnswerEnd = 'end' | 'tools' | 'length' | 'context' | 'pause' | 'refusal';

/** A piece of an answer, in the order in which the provider sends them. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thought'; readonly text: string }
  /** A block is complete. `broken`: the input of a call is none, so it cannot be run. */
  | { readonly type: 'block'; readonly block: AssistantBlock; readonly broken?: boolean }
  /** What the provider has counted so far; the last one holds. */
  | { readonly type: 'usage'; readonly tokens: Tokens; readonly model: string }
  | { readonly type: 'stop'; readonly stop: AnswerEnd };

/** What a provider is made from: its address, the key, and the way to it. */
export interface ProviderParts {
  readonly setup: ModelSetup;
  /** `undefined` where none is needed. */
  readonly credential: CredentialResult | undefined;
  readonly fetch: Fetch;
}

/** A provider of models, whatever protocol it speaks. */
export interface Provider {
  /** One answer, told to `hear` as it comes. Throws what the provider's library throws (failure.ts reads it); no request is tried again here. */
  readonly stream: (
    request: ModelRequest,
    signal: AbortSignal,
    hear: (event: ModelEvent) => void,
  ) => Promise<void>;
}

/** How a credential is sent. `null` takes out what a library would send by itself. */
export const credentialHeaders = (
  credential: CredentialResult | undefined,
): Readonly<Record<string, string | null>> => {
  if (credential === undefined) return { authorization: null };
  const { value, scheme, headers } = credential;
  return scheme === 'bearer'
    ? { ...headers, authorization: `Bearer ${value}` }
    : { ...headers, authorization: null, 'x-api-key': value };
};

/** Of the libraries' own watch over time, which sees only the beginning of an answer, nothing is used. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The call of a tool, when all of its input was said; that is text, put together from pieces. None at all is `{}`. */
export const callOf = (id: string, name: string, json: string): ModelEvent => {
  const input = objectIn(json.trim() === '' ? '{}' : json);
  return {
    type: 'block',
    block: { type: 'tool_use', id, name, input: input ?? {} },
    broken: input === undefined,
  };
};

const objectIn = (json: string): JsonObject | undefined => jsonAs(json, isJsonObject);

/** Libraries log through this, and nothing is printed: the standard output is the protocol. */
export const SILENT = {
  error: (): void => undefined,
  warn: (): void => undefined,
  info: (): void => undefined,
  debug: (): void => undefined,
};
