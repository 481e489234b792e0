/** What goes to Telegram: a text, and beside it what its parts are, so that nothing in it is read as a mark there. No link is looked at. */
import type { OutboundMessage } from '#lib/protocol/adapter.ts';
import { memberAt, parsedJson } from '#lib/text/json.ts';
import type { Outcome } from '#channels/daemon/link.ts';
import type { ApiAnswer } from '#channels/provider/answer.ts';
import { sendParts } from '#channels/provider/send.ts';
import type { Formatter } from '#channels/marks/formatter.ts';
import type { MarkedText } from '#channels/marks/marked-text.ts';
import type { BotApi } from './bot-api.ts';
import { entitiesOf } from './entities.ts';

const SEND_TIMEOUT_MS = 60_000;
const TYPING_TIMEOUT_MS = 10_000;
const TOKEN_CODES: ReadonlySet<string> = new Set(['401']);

/** How a message is sent. */
interface TelegramSender {
  readonly api: BotApi;
  readonly formatter: Pick<Formatter, 'format'>;
  readonly signal: AbortSignal;
}

/** As `sendParts`. */
export const sendToTelegram = (
  { api, formatter, signal }: TelegramSender,
  { chat, parts }: OutboundMessage,
): Promise<Outcome> =>
  sendParts(parts, {
    post: async (text) => sent(api, chat, shownAs(text, await formatter.format(text))),
    idIn: (answer) => String(memberAt(answer, 'result', 'message_id')),
    tokenCodes: TOKEN_CODES,
    signal,
  });

/** Shows that an answer is being made; that it could not be shown is nobody's loss. Never rejects. */
export const typeInTelegram = async (api: BotApi, chat: string): Promise<void> => {
  const timeoutMs = TYPING_TIMEOUT_MS;
  await api.call('sendChatAction', { ...placeOf(chat), action: 'typing' }, { timeoutMs });
};

/** As it is written where nothing would be left of it, or more than it was. */
const shownAs = (written: string, marked: MarkedText): object => {
  const fits = marked.text.trim() !== '' && marked.text.length <= written.length;
  if (!fits || marked.marks.length === 0) return { text: fits ? marked.text : written };
  return { text: marked.text, entities: entitiesOf(marked) };
};

const sent = async (api: BotApi, chat: string, shown: object): Promise<ApiAnswer> => {
  const message = { ...shown, link_preview_options: { is_disabled: true } };
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
