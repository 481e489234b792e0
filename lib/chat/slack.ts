/** What an event of Slack's Events API says, from its raw JSON: what was said, where, by whom, and to whom. */
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
import { fileKindsOf } from './file-kinds.ts';

/** What people say comes without a kind, as an edit, or as one of these. */
const SAID: ReadonlySet<unknown> = new Set([
  undefined,
  'message_changed',
  'file_share',
  'me_message',
  'thread_broadcast',
]);

/**
 * `undefined` for what is no message, names no chat, or is said by a bot, which this one is, too: two of them would answer each
 * other for ever. Never throws.
 */
export const slackEvent = (raw: string, self: ChatSelf | undefined): ChatEventRead | undefined => {
  const payload = membersOf(parsedJson(raw));
  const event = membersOf(payload['event']);
  const channel = textAt(event, 'channel');
  const isMessage = payload['type'] === 'event_callback' && event['type'] === 'message';
  if (!isMessage || channel === undefined) return undefined;
  const { subtype } = event;
  const isRemoval = subtype === 'message_deleted';
  const isEdit = subtype === 'message_changed';
  const message = membersOf(
    isRemoval ? event['previous_message'] : isEdit ? event['message'] : event,
  );
  const isSaid = isRemoval || SAID.has(subtype);
  if (!isSaid || message['bot_id'] !== undefined || message['user'] === self?.id) return undefined;
  // A look at a link, or an answer in its thread, changes a message, too.
  if (isEdit && message['text'] === memberAt(event, 'previous_message', 'text')) return undefined;
  return readFrom({ payload, event, message, channel, isEdit, isRemoval }, self);
};

interface SlackParts {
  readonly payload: JsonObject;
  readonly event: JsonObject;
  /** What was said; of an edit the new, of a removal the old. */
  readonly message: JsonObject;
  readonly channel: string;
  readonly isEdit: boolean;
  readonly isRemoval: boolean;
}

const readFrom = (
  { payload, event, message, channel, isEdit, isRemoval }: SlackParts,
  self: ChatSelf | undefined,
): ChatEventRead => {
  const id = textAt(message, 'ts') ?? textAt(event, 'deleted_ts');
  const thread = textAt(message, 'thread_ts');
  const team = textAt(payload, 'team_id');
  const written = textAt(message, 'text') ?? '';
  const { text, isCut } = boundedText(isRemoval ? '' : plainText(written));
  return {
    place: thread === undefined || thread === id ? channel : `${channel}/${thread}`,
    isDirect: event['channel_type'] === 'im',
    isEdit,
    saidAt: timeOf(id),
    author: {
      id: textAt(message, 'user'),
      // Slack names nobody in an event.
      name: '',
      ...(team !== undefined && { team }),
    },
    text,
    isCut,
    files: fileKindsOf(message['files'], 'mimetype'),
    outside: undefined,
    quoted: quotedIn(message),
    isForUs: !isRemoval && self !== undefined && isFor(message, written, self),
    ...(id !== undefined && { messageId: id }),
    ...(isRemoval && { isRemoval: true as const }),
  };
};

/** Is the bot mentioned, as Slack itself writes that, or answered to? What somebody types looks otherwise: `<` is `&lt;`. */
const isFor = (message: JsonObject, written: string, { id }: ChatSelf): boolean =>
  written.includes(`<@${id}>`) || message['parent_user_id'] === id;

/** Seconds since 1970, with a number that makes each of a channel its own. */
const timeOf = (ts: string | undefined): number | undefined => {
  const [, seconds] = /^(\d{1,11})\.\d+$/u.exec(ts ?? '') ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
};

/** Without Slack's own marks: links are shown with what is written for them, and what it has escaped is itself again. Linear. */
const plainText = (written: string): string =>
  written
    .replaceAll(/<([^<>|]*)\|([^<>|]*)>/gu, (_, mark: string, label: string) =>
      /^[@#!]/u.test(mark) ? `${mark.charAt(0)}${label}` : `${label} (${mark})`,
    )
    .replaceAll(/<([^<>|]*)>/gu, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** A message that is passed on stands beside what its author says of it. */
const quotedIn = ({ attachments }: JsonObject): string | undefined => {
  const passed = (Array.isArray(attachments) ? attachments : []).find(
    (one) => isJsonObject(one) && (one['is_share'] === true || one['is_msg_unfurl'] === true),
  );
  const text = textAt(passed, 'text');
  return text === undefined ? undefined : boundedText(plainText(text)).text;
};
