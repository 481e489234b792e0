/** How a message goes to a provider, whichever it is, and what came of it. */
import type { OutboundMessage } from '#lib/protocol/adapter.ts';
import { ADAPTER_WAIT_MAX_MS } from '#lib/spec/limits.ts';
import { parsedJson } from '#lib/text/json.ts';
import type { Outcome } from '#channels/daemon/link.ts';
import { type ApiAnswer, type ApiFailure, TOKEN_WAIT_MS, waited } from './answer.ts';

const UNREACHABLE_WAIT_MS = 5000;

/** How one provider is given a message. */
export interface PartSender {
  /** Asks for one part. Never rejects. */
  readonly post: (text: string, part: number) => Promise<ApiAnswer>;
  /** The provider's id of what it has taken, from its answer. */
  readonly idIn: (answer: unknown) => string;
  /** Those of a token that is not taken. */
  readonly tokenCodes: ReadonlySet<string>;
  /** Hears that the token is not taken. */
  readonly refused?: () => void;
  readonly signal: AbortSignal;
}

/**
 * Sends the parts one after the other. What has begun is finished: once the first is there, the next ones wait as long as the
 * provider says, or until it is reached again. Never rejects.
 */
export const sendParts = async (
  parts: OutboundMessage['parts'],
  { post, idIn, tokenCodes, refused, signal }: PartSender,
): Promise<Outcome> => {
  const providerIds: string[] = [];
  for (const [part, { text }] of parts.entries()) {
    const ask = (): Promise<ApiAnswer> => post(text, part);
    const answer = part === 0 ? await ask() : await askedUntil(ask, signal);
    if (answer.is !== 'done') {
      if (answer.is === 'refused' && tokenCodes.has(answer.code)) refused?.();
      const failure = outcomeOf(answer, tokenCodes);
      // The first of them are there: it is not sent again.
      return providerIds.length === 0 ? failure : { is: 'unknown', reason: failure.reason };
    }
    providerIds.push(idIn(parsedJson(answer.text)));
  }
  return { is: 'sent', providerIds };
};

/** What came of the change of messages that have these ids. */
export const outcomeOfEdit = (outcome: Outcome, providerIds: readonly string[]): Outcome =>
  outcome.is === 'sent' ? { is: 'sent', providerIds } : outcome;

/** The answer that needs no more waiting, or the last one when `signal` is aborted. */
const askedUntil = async (
  ask: () => Promise<ApiAnswer>,
  signal: AbortSignal,
): Promise<ApiAnswer> => {
  for (;;) {
    const answer = await ask();
    const wait = waitOf(answer);
    if (wait === undefined || signal.aborted) return answer;
    await waited(wait, signal);
  }
};

/** After how many milliseconds it is asked again for what was surely not done; `undefined` where that is of no use. */
const waitOf = (answer: ApiAnswer): number | undefined => {
  if (answer.is === 'unreachable') return UNREACHABLE_WAIT_MS;
  return answer.is === 'refused' ? answer.retryAfterMs : undefined;
};

const outcomeOf = (
  failure: ApiFailure,
  tokenCodes: ReadonlySet<string>,
): Outcome & { readonly is: 'failed' | 'unknown' } => {
  const { reason } = failure;
  if (failure.is === 'cut') return { is: 'unknown', reason };
  const isToken = failure.is === 'refused' && tokenCodes.has(failure.code);
  const wait = isToken ? TOKEN_WAIT_MS : waitOf(failure);
  return {
    is: 'failed',
    reason,
    ...(wait !== undefined && { retryAfterMs: Math.min(wait, ADAPTER_WAIT_MAX_MS) }),
  };
};

/** What became of a message of so many parts, of which those are there; one that is not is sent again at once. */
export const outcomeOfFound = (providerIds: readonly string[], parts: number): Outcome => {
  if (providerIds.length === parts) return { is: 'sent', providerIds };
  if (providerIds.length > 0) return { is: 'unknown', reason: 'a part of it is there' };
  return { is: 'failed', reason: 'it is not in the chat', retryAfterMs: 0 };
};
