/** What goes to Telegram: a text, and beside it what its parts are, so that nothing in it is read as a mark there. No link is looked at. */
import type { OutboundMessage } from '#lib/protocol/adapter.ts';
import { memberAt, parsedJson } from '#lib/text/json.ts';
import type { Outcome } from '#channels/daemon/link.ts';
import type { ApiAnswer } from '#channels/provider/answer.ts';
import { fileIn, formOf } from '#channels/provider/form.ts';
import { outcomeOfEdit, sendParts } from '#channels/provider/send.ts';
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
  { chat, ...message }: OutboundMessage & { readonly file?: string },
): Promise<Outcome> => {
  const file = fileIn(message);
  const post = async (text: string): Promise<ApiAnswer> => {
    if (file !== undefined)
      return sent(api, chat, {
        method: 'sendDocument',
        params: (place) => formOf(place, 'document', file),
      });
    const shown = { ...shownAs(text, await formatter.format(text)), ...NO_PREVIEW };
    return sent(api, chat, {
      method: 'sendMessage',
      params: async (place) => ({ ...place, ...shown }),
    });
  };
  return sendParts(message.parts, { post, idIn, tokenCodes: TOKEN_CODES, signal });
};

/** As `sendParts`, of messages that are there. */
export const editInTelegram = async (
  { api, formatter, signal }: TelegramSender,
  { chat, parts, providerIds }: OutboundMessage & { readonly providerIds: readonly string[] },
): Promise<Outcome> => {
  const post = async (text: string, part: number): Promise<ApiAnswer> => {
    const shown = { ...shownAs(text, await formatter.format(text)), ...NO_PREVIEW };
    const which = { chat_id: Number(chat.split('/')[0]), message_id: Number(providerIds[part]) };
    const limits = { timeoutMs: SEND_TIMEOUT_MS };
    const answer = await api.call('editMessageText', { ...which, ...shown }, limits);
    const isSame = answer.is === 'refused' && NOT_MODIFIED.test(answer.reason);
    return isSame ? { is: 'done', text: answer.text } : answer;
  };
  const outcome = await sendParts(parts, { post, idIn, tokenCodes: TOKEN_CODES, signal });
  return outcomeOfEdit(outcome, providerIds);
};

const idIn = (answer: unknown): string => String(memberAt(answer, 'result', 'message_id'));

/** Telegram says so of what is that already. */
const NOT_MODIFIED = /message is not modified/iu;
const NO_PREVIEW = { link_preview_options: { is_disabled: true } };

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

/** What is asked of Telegram at a place. */
interface Sending {
  readonly method: string;
  readonly params: (place: Place) => Promise<object>;
}

const sent = async (api: BotApi, chat: string, { method, params }: Sending): Promise<ApiAnswer> => {
  const limits = { timeoutMs: SEND_TIMEOUT_MS };
  const answer = await api.call(method, await params(placeOf(chat)), limits);
  if (answer.is !== 'refused') return answer;
  const movedTo = memberAt(parsedJson(answer.text), 'parameters', 'migrate_to_chat_id');
  // The chat has this id by now.
  if (!Number.isSafeInteger(movedTo)) return answer;
  return api.call(method, await params(placeOf(String(movedTo))), limits);
};

/** A place is a chat, or `chat/topic`. */
type Place = Readonly<Record<string, number>>;

const placeOf = (place: string): Place => {
  const [chat, topic] = place.split('/');
  return {
    chat_id: Number(chat),
    ...(topic !== undefined && { message_thread_id: Number(topic) }),
  };
};
