/**
 * What an event of Discord's gateway says, from its raw JSON: what was said, where, by whom, and to whom. What is kept of it are
 * two lines, each as Discord has written it: the event, and the channel, which an event does not describe.
 */
import { type JsonObject, memberAt, membersOf, parsedJson, textAt } from '#lib/text/json.ts';
import { boundedText } from './bounded-text.ts';
import type { ChatEventRead, ChatSelf } from './event.ts';
import { fileKindsOf } from './file-kinds.ts';
import type { RawChatEvent } from './presence.ts';

/** The two lines of what was kept; Discord writes no line breaks into its JSON. */
export const discordLines = (raw: string): RawChatEvent => {
  const [event = '', channel] = raw.split('\n');
  return { event, ...(channel !== undefined && { channel }) };
};

const NEW = 'MESSAGE_CREATE';
const CHANGED = 'MESSAGE_UPDATE';
const REMOVED = 'MESSAGE_DELETE';
/** Messages of people: new ones and answers. */
const SAID: ReadonlySet<unknown> = new Set([0, 19]);
const DIRECT = 1;
const FORWARD = 1;

/**
 * `undefined` for what is no message, names no channel, or is said by a bot or a webhook: two of them would answer each other for
 * ever. Never throws.
 */
export const discordEvent = (
  raw: string,
  self: ChatSelf | undefined,
): ChatEventRead | undefined => {
  const lines = discordLines(raw);
  const event = parsedJson(lines.event);
  const kind = memberAt(event, 't');
  const message = membersOf(memberAt(event, 'd'));
  const [id, place] = [textAt(message, 'id'), textAt(message, 'channel_id')];
  if (id === undefined || place === undefined) return undefined;
  const isRemoval = kind === REMOVED;
  const isMessage = (kind === NEW || kind === CHANGED) && isOfPerson(message, self);
  if (!isRemoval && !isMessage) return undefined;
  const isForwarded = memberAt(message, 'message_reference', 'type') === FORWARD;
  const { text, isCut } = boundedText(
    isForwarded ? forwardedIn(message) : (textAt(message, 'content') ?? ''),
  );
  return {
    place,
    isDirect: memberAt(parsedJson(lines.channel ?? ''), 'type') === DIRECT,
    isEdit: kind === CHANGED,
    saidAt: timeOf(textAt(message, 'timestamp')),
    author: { id: textAt(message, 'author', 'id'), name: nameOf(message) },
    text,
    isCut,
    files: fileKindsOf(message['attachments'], 'content_type'),
    outside: isForwarded ? 'forwarded' : undefined,
    quoted: quotedIn(message),
    isForUs: self !== undefined && isFor(message, self),
    messageId: id,
    ...(isRemoval && { isRemoval: true as const }),
  };
};

const isOfPerson = (message: JsonObject, self: ChatSelf | undefined): boolean =>
  SAID.has(message['type']) &&
  memberAt(message, 'author', 'bot') !== true &&
  memberAt(message, 'author', 'id') !== self?.id &&
  message['webhook_id'] === undefined;

/** Is the bot mentioned, by Discord's own list, or answered to? */
const isFor = (message: JsonObject, { id }: ChatSelf): boolean => {
  const { mentions } = message;
  return (
    memberAt(message, 'referenced_message', 'author', 'id') === id ||
    (Array.isArray(mentions) && mentions.some((one) => memberAt(one, 'id') === id))
  );
};

const nameOf = (message: JsonObject): string =>
  boundedText(
    textAt(message, 'author', 'global_name') ?? textAt(message, 'author', 'username') ?? '',
  ).text;

const timeOf = (text: string | undefined): number | undefined => {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
};

const forwardedIn = ({ message_snapshots: all }: JsonObject): string =>
  textAt(Array.isArray(all) ? all[0] : undefined, 'message', 'content') ?? '';

const quotedIn = (message: JsonObject): string | undefined => {
  const text = textAt(message, 'referenced_message', 'content');
  return text === undefined ? undefined : boundedText(text).text;
};

/** The newest message of each channel of what was kept, as JSON: an adapter asks Discord for what came after. */
export const discordLast = (raws: readonly string[]): string => {
  const last: Record<string, string> = {};
  for (const raw of raws) {
    const message = memberAt(parsedJson(discordLines(raw).event), 'd');
    const [id, channel] = [textAt(message, 'id'), textAt(message, 'channel_id')];
    if (id === undefined || channel === undefined || !isSnowflake(id) || !isSnowflake(channel))
      continue;
    if (isLater(id, last[channel])) last[channel] = id;
  }
  return JSON.stringify(last);
};

/** Is it an id of Discord, which tells its time? */
export const isSnowflake = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9]\d{0,19}$/u.test(value);

/** Was the first made after the second? Anything was, after nothing. */
export const isLater = (id: string, than: string | undefined): boolean =>
  than === undefined || BigInt(id) > BigInt(than);

/** The last ids that an adapter is told, by their channels. Never throws. */
export const lastIdsIn = (json: string | null): Map<string, string> =>
  new Map(
    Object.entries(membersOf(parsedJson(json ?? ''))).filter(
      (one): one is [string, string] => isSnowflake(one[0]) && isSnowflake(one[1]),
    ),
  );
