/** What goes to Telegram. Texts are sent as they are: no text of a model is read as a language of marks, and no link is looked at. */
import type { OutboundMessage } from '#lib/protocol/adapter.ts';
import { memberAt, parsedJson } from '#lib/text/json.ts';
import type { Outcome } from '#channels/daemon/link.ts';
import type { ApiAnswer } from '#channels/provider/answer.ts';
import { sendParts } from '#channels/provider/send.ts';
import type { BotApi } from './bot-api.ts';

const SEND_TIMEOUT_MS = 60_000;
const TYPING_TIMEOUT_MS = 10_000;
const TOKEN_CODES: ReadonlySet<string> = new Set(['401']);

/** As `sendParts`. */
export const sendToTelegram = (
  api: BotApi,
  { chat, parts }: OutboundMessage,
  signal: AbortSignal,
): Promise<Outcome> =>
  sendParts(parts, {
    post: (text) => sent(api, chat, text),
    idIn: (answer) => String(memberAt(answer, 'result', 'message_id')),
    tokenCodes: TOKEN_CODES,
    signal,
  });

/** Shows that an answer is being made; that it could not be shown is nobody's loss. Never rejects. */
export const typeInTelegram = async (api: BotApi, chat: string): Promise<void> => {
  const timeoutMs = TYPING_TIMEOUT_MS;
  await api.call('sendChatAction', { ...placeOf(chat), action: 'typing' }, { timeoutMs });
};

const sent = async (api: BotApi, chat: string, text: string): Promise<ApiAnswer> => {
  const message = { text, link_preview_options: { is_disabled: true } };
  const limits = { timeoutMs: SEND_TIMEOUT_MS };
  const answer = await api.call('sendMessage', { ...placeOf(chat), ...message }, limits);
  if (answer.is !== 'refused') return answer;
  const movedTo = memberAt(parsedJson(answer.text), 'parameters', 'migrate_to_chat_id');
  // The chat has this id by now.
  if (!Number.isSafeInteger(movedTo)) return answer;
  return api.call('sendMessage', { ...placeOf(String(movedTo)), ...message }, limits);
};

/** A place is a chat, or `chat/topic`. */
const placeOf = (place: string): object => {
  const [chat, topic] = place.split('/');
  return {
    chat_id: Number(chat),
    ...(topic !== undefined && { message_thread_id: Number(topic) }),
  };
};
