/**
 * Who is there in a chat, decided for each message from the raw fields of its provider, and from nothing that an
 * adapter says: the owner alone only if every condition of the provider's line holds. A field that is missing, of another
 * type or there twice, and an unknown kind of event, are others. Names are no evidence, in neither direction.
 */
import { isJsonObject, type JsonObject, memberAt, membersOf, parsedJson } from '#lib/text/json.ts';
import { hasDoubledName } from './doubled-names.ts';

/** An account that the owner has paired. */
export interface PairedAccount {
  readonly provider: string;
  /** The provider's stable id of it. */
  readonly account: string;
  /** The workspace or server that the id belongs to, of a provider whose ids do. */
  readonly team: string | undefined;
}

/** What a provider has said. */
interface ChatEvidence {
  readonly event: unknown;
  /** The channel as its provider describes it, where the event does not. */
  readonly channel: unknown;
}

type Condition = (evidence: ChatEvidence, paired: PairedAccount) => boolean;
/** Conditions by what they say, so that a record can name the one that does not hold. */
type Line = Readonly<Record<string, Condition>>;

const telegramMessage = ({ event }: ChatEvidence): JsonObject => {
  const { update_id: _id, ...kinds } = membersOf(event);
  const [[kind, message] = ['', undefined], ...more] = Object.entries(kinds);
  const isMessage = kind === 'message' || kind === 'edited_message';
  return isMessage && more.length === 0 ? membersOf(message) : {};
};

const slackMessage = ({ event }: ChatEvidence): JsonObject => membersOf(memberAt(event, 'event'));

/** Of an edit it is the message that was changed. */
const slackAuthor = (evidence: ChatEvidence): JsonObject => {
  const message = slackMessage(evidence);
  return message['subtype'] === 'message_changed' ? membersOf(message['message']) : message;
};

const discordMessage = ({ event }: ChatEvidence): JsonObject => membersOf(memberAt(event, 'd'));

const hasNone = (value: JsonObject, ...names: readonly string[]): boolean =>
  names.every((name) => !Object.hasOwn(value, name));

/** A number that is the account, digit by digit. */
const isAccount = (value: unknown, { account }: PairedAccount): boolean =>
  Number.isSafeInteger(value) && String(value) === account;

/** A line for each provider: what must hold of a message, with the paired account, for its owner to be there alone. */
const PRESENCE = {
  telegram: {
    'it is a message, or an edit of one': (of) => Object.hasOwn(telegramMessage(of), 'chat'),
    'the chat is private': (of) => memberAt(telegramMessage(of), 'chat', 'type') === 'private',
    'the chat is that of the paired account': (of, paired) =>
      isAccount(memberAt(telegramMessage(of), 'chat', 'id'), paired),
    'the author is the paired account': (of, paired) =>
      isAccount(memberAt(telegramMessage(of), 'from', 'id'), paired),
    'the author is no bot': (of) => memberAt(telegramMessage(of), 'from', 'is_bot') === false,
    'no business account is between': (of) =>
      hasNone(telegramMessage(of), 'business_connection_id', 'sender_business_bot'),
    'nobody speaks as a chat': (of) =>
      hasNone(telegramMessage(of), 'sender_chat', 'is_automatic_forward', 'author_signature'),
    'it is in no topic': (of) =>
      hasNone(telegramMessage(of), 'message_thread_id', 'is_topic_message'),
  },
  slack: {
    'it is an event of a message': (of) =>
      memberAt(of.event, 'type') === 'event_callback' && slackMessage(of)['type'] === 'message',
    'the channel is a direct one': (of) => slackMessage(of)['channel_type'] === 'im',
    'it is new, or an edit': (of) =>
      hasNone(slackMessage(of), 'subtype', 'message', 'previous_message') ||
      slackMessage(of)['subtype'] === 'message_changed',
    'the author is the paired account': (of, { account }) => slackAuthor(of)['user'] === account,
    'the team is that of the paired account': (of, { team }) =>
      team !== undefined && memberAt(of.event, 'team_id') === team,
    'the author is of that team': (of, { team }) =>
      ['user_team', 'source_team', 'team'].every((name) =>
        [undefined, team].some((known) => slackAuthor(of)[name] === known),
      ),
    'no bot speaks': (of) =>
      [slackMessage(of), slackAuthor(of)].every((one) => hasNone(one, 'bot_id', 'bot_profile')),
    'the channel is shared with nobody outside': (of) =>
      memberAt(of.event, 'is_ext_shared_channel') === false,
  },
  discord: {
    'it is a message, or an edit of one': ({ event }) =>
      ['MESSAGE_CREATE', 'MESSAGE_UPDATE'].some((kind) => memberAt(event, 't') === kind),
    'it is in no server': (of) =>
      typeof discordMessage(of)['channel_id'] === 'string' &&
      hasNone(discordMessage(of), 'guild_id'),
    'the channel is the one that was looked up': (of) =>
      memberAt(of.channel, 'id') === discordMessage(of)['channel_id'],
    'the channel is a direct one': ({ channel }) => memberAt(channel, 'type') === 1,
    'the paired account alone receives it': ({ channel }, { account }) => {
      const recipients = memberAt(channel, 'recipients');
      if (!Array.isArray(recipients) || recipients.length !== 1) return false;
      return memberAt(recipients[0], 'id') === account;
    },
    'the author is the paired account': (of, { account }) =>
      memberAt(discordMessage(of), 'author', 'id') === account,
    'the author is no bot': (of) =>
      [undefined, false].some((no) => memberAt(discordMessage(of), 'author', 'bot') === no),
    'no webhook speaks': (of) => hasNone(discordMessage(of), 'webhook_id', 'application_id'),
    'it is new, or an answer': (of) => [0, 19].some((type) => discordMessage(of)['type'] === type),
  },
  webhook: { 'a person speaks: a signature proves a program': () => false },
} as const satisfies Record<string, Line>;

/** A provider whose events can be judged. */
export type ChatProvider = keyof typeof PRESENCE;

/** Where chats come from. */
export const CHAT_PROVIDERS = Object.keys(PRESENCE).filter((name): name is ChatProvider =>
  Object.hasOwn(PRESENCE, name),
);

/** The owner alone is there, or others may be, and why. */
export type Presence =
  | { readonly isOwnerAlone: true; readonly account: PairedAccount }
  | { readonly isOwnerAlone: false; readonly reason: string };

/** What was brought, as it came. */
export interface RawChatEvent {
  readonly event: string;
  /** JSON; where the provider was asked for the channel. */
  readonly channel?: string;
}

/** Who is there when this event comes. Pure and total; what cannot be read is others. */
export const presenceIn = (
  provider: ChatProvider,
  raw: RawChatEvent,
  paired: readonly PairedAccount[],
): Presence => {
  const texts = [raw.event, ...(raw.channel === undefined ? [] : [raw.channel])];
  const [event, channel] = texts.map(parsedJson);
  if (!isJsonObject(event)) return others('it is no event');
  if (texts.some((text) => parsedJson(text) !== undefined && hasDoubledName(text)))
    return others('a field is there twice');
  const line: Line = PRESENCE[provider];
  let missing = 'no account is paired';
  for (const account of paired) {
    if (account.provider !== provider) continue;
    const failing = Object.entries(line).find(([, holds]) => !holds({ event, channel }, account));
    if (failing === undefined) return { isOwnerAlone: true, account };
    missing = `it does not hold that ${failing[0]}`;
  }
  return others(missing);
};

const others = (reason: string): Presence => ({ isOwnerAlone: false, reason });
