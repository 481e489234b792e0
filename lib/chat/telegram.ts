/** What an update of Telegram's Bot API says, from its raw JSON: what was said, where, by whom, and to whom. */
import {
  isJsonObject,
  type JsonObject,
  memberAt,
  membersOf,
  parsedJson,
  textAt,
} from '#lib/text/json.ts';
import { boundedText } from './bounded-text.ts';
import type { ChatEventRead, ChatSelf } from './event.ts';

/** The kinds of updates that are asked for; whatever else comes is kept, and is nobody's word. */
export const TELEGRAM_KINDS = ['message', 'edited_message'] as const;

/** `undefined` for what is no message, or names no chat. Never throws. */
export const telegramEvent = (
  raw: string,
  self: ChatSelf | undefined,
): ChatEventRead | undefined => {
  const update = membersOf(parsedJson(raw));
  const kind = TELEGRAM_KINDS.find((one) => isJsonObject(update[one]));
  if (kind === undefined) return undefined;
  const message = membersOf(update[kind]);
  const chat = idAt(message, 'chat', 'id');
  if (chat === undefined) return undefined;
  const thread =
    message['is_topic_message'] === true ? idAt(message, 'message_thread_id') : undefined;
  const { text, isCut } = boundedText(textAt(message, 'text') ?? textAt(message, 'caption') ?? '');
  const movedTo = idAt(message, 'migrate_to_chat_id');
  return {
    place: thread === undefined ? chat : `${chat}/${thread}`,
    isDirect: memberAt(message, 'chat', 'type') === 'private',
    isEdit: kind === 'edited_message',
    saidAt: timeAt(message, 'date'),
    author: {
      id: idAt(message, 'from', 'id') ?? idAt(message, 'sender_chat', 'id'),
      name: nameOf(message),
    },
    text,
    isCut,
    files: FILES.filter((name) => Object.hasOwn(message, name)),
    outside: outsideIn(message),
    quoted: quotedIn(message),
    isForUs: self !== undefined && isFor(message, text, self),
    ...(movedTo !== undefined && { movedTo }),
  };
};

const FILES = [
  'photo',
  'document',
  'video',
  'audio',
  'voice',
  'animation',
  'sticker',
  'video_note',
];

/** Ids have up to 52 bits. */
const idAt = (value: unknown, ...names: readonly string[]): string | undefined => {
  const id = memberAt(value, ...names);
  return Number.isSafeInteger(id) ? String(id) : undefined;
};

const timeAt = (value: unknown, name: string): number | undefined => {
  const seconds = memberAt(value, name);
  return typeof seconds === 'number' && Number.isSafeInteger(seconds) ? seconds * 1000 : undefined;
};

const nameOf = (message: JsonObject): string => {
  const [first, last] = ['first_name', 'last_name'].map((name) => textAt(message, 'from', name));
  const title = textAt(message, 'sender_chat', 'title');
  return boundedText([first ?? title, last].filter((part) => part !== undefined).join(' ')).text;
};

/** Why the text is not the author's own word. */
const outsideIn = (message: JsonObject): ChatEventRead['outside'] => {
  if (
    [
      'forward_origin',
      'forward_from',
      'forward_date',
      'forward_from_chat',
      'forward_sender_name',
    ].some((name) => Object.hasOwn(message, name))
  )
    return 'forwarded';
  return Object.hasOwn(message, 'via_bot') ? 'another bot' : undefined;
};

/** What an answer quotes of somebody, of which the author said nothing. */
const quotedIn = (message: JsonObject): string | undefined => {
  const text =
    textAt(message, 'quote', 'text') ??
    textAt(message, 'reply_to_message', 'text') ??
    textAt(message, 'reply_to_message', 'caption');
  return text === undefined ? undefined : boundedText(text).text;
};

/** Is the bot mentioned, by the provider's own entities, or answered to? */
const isFor = (message: JsonObject, text: string, self: ChatSelf): boolean => {
  if (idAt(message, 'reply_to_message', 'from', 'id') === self.id) return true;
  const entities = message[Object.hasOwn(message, 'text') ? 'entities' : 'caption_entities'];
  return Array.isArray(entities) && entities.some((one) => names(one, text, self));
};

const names = (entity: unknown, text: string, { id, name }: ChatSelf): boolean => {
  const [type, offset, length] = ['type', 'offset', 'length'].map((of) => memberAt(entity, of));
  if (type === 'text_mention') return idAt(entity, 'user', 'id') === id;
  if (typeof offset !== 'number' || typeof length !== 'number') return false;
  const part = text.slice(offset, offset + length).toLowerCase();
  const own = `@${name.toLowerCase()}`;
  return (type === 'mention' && part === own) || (type === 'bot_command' && part.endsWith(own));
};
