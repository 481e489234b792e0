/** What goes to Telegram. Texts are sent as they are: no text of a model is read as a language of marks, and no link is looked at. */
import type { OutboundMessage } from '#lib/protocol/adapter.ts';
import { ADAPTER_WAIT_MAX_MS } from '#lib/spec/limits.ts';
import { memberAt, parsedJson } from '#lib/text/json.ts';
import type { Outcome } from '#channels/daemon/link.ts';
import type { ApiAnswer, BotApi } from './bot-api.ts';

const SEND_TIMEOUT_MS = 60_000;
const TYPING_TIMEOUT_MS = 10_000;
/** Somebody has to do something about the token. */
const TOKEN_WAIT_MS = 5 * 60_000;
const UNREACHABLE_WAIT_MS = 5000;

/** Sends the parts one after the other. Never rejects. */
export const sendTo = async (api: BotApi, { chat, parts }: OutboundMessage): Promise<Outcome> => {
  const providerIds: string[] = [];
  for (const { text } of parts) {
    const answer = await sent(api, chat, text);
    if (answer.is !== 'done') {
      const failure = outcomeOf(answer);
      // The first of them are there: it is not sent again.
      return providerIds.length === 0 ? failure : { is: 'unknown', reason: failure.reason };
    }
    providerIds.push(String(memberAt(parsedJson(answer.text), 'result', 'message_id')));
  }
  return { is: 'sent', providerIds };
};

/** Shows that an answer is being made; that it could not be shown is nobody's loss. Never rejects. */
export const typeIn = async (api: BotApi, chat: string): Promise<void> => {
  const timeoutMs = TYPING_TIMEOUT_MS;
  await api.call('sendChatAction', { ...placeOf(chat), action: 'typing' }, { timeoutMs });
};

const sent = async (api: BotApi, chat: string, text: string): Promise<ApiAnswer> => {
  const message = { text, link_preview_options: { is_disabled: true } };
  const limits = { timeoutMs: SEND_TIMEOUT_MS };
  const answer = await api.call('sendMessage', { ...placeOf(chat), ...message }, limits);
  if (answer.is !== 'refused' || answer.movedTo === undefined) return answer;
  return api.call('sendMessage', { ...placeOf(answer.movedTo), ...message }, limits);
};

/** A place is a chat, or `chat/topic`. */
const placeOf = (place: string): object => {
  const [chat, topic] = place.split('/');
  return {
    chat_id: Number(chat),
    ...(topic !== undefined && { message_thread_id: Number(topic) }),
  };
};

const outcomeOf = (
  answer: Exclude<ApiAnswer, { readonly is: 'done' }>,
): Outcome & { readonly is: 'failed' | 'unknown' } => {
  const { reason } = answer;
  switch (answer.is) {
    case 'cut':
      return { is: 'unknown', reason };
    case 'unreachable':
      return { is: 'failed', reason, retryAfterMs: UNREACHABLE_WAIT_MS };
    case 'refused': {
      const wait = answer.code === 401 ? TOKEN_WAIT_MS : answer.retryAfterMs;
      return {
        is: 'failed',
        reason,
        ...(wait !== undefined && { retryAfterMs: Math.min(wait, ADAPTER_WAIT_MAX_MS) }),
      };
    }
  }
};
