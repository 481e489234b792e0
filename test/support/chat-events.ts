/** Events of chats as their providers send them, by the fields that their documentation names, and who is there. */
import type { ChatProvider, PairedAccount } from '#lib/chat/presence.ts';

/** A line of the table. */
export interface ChatCase {
  readonly name: string;
  readonly provider: ChatProvider;
  readonly event: object;
  readonly channel?: object;
  readonly isOwnerAlone: boolean;
}

export const OWNER_ACCOUNTS: readonly PairedAccount[] = [
  { provider: 'telegram', account: '4711', team: undefined },
  { provider: 'slack', account: 'U4711', team: 'T1' },
  { provider: 'discord', account: '8472', team: undefined },
  // Whoever is paired in one chat is nobody in another.
  { provider: 'webhook', account: '1', team: undefined },
];

const owner = { id: 4711, is_bot: false, first_name: 'Ada', username: 'ada' };
const other = { id: 99, is_bot: false, first_name: 'Ada', username: 'ada' };
const direct = { id: 4711, type: 'private', first_name: 'Ada' };
const group = { id: -100_500, type: 'supergroup', title: 'Ada' };
const said = { message_id: 7, date: 1_790_000_000, text: 'What is my secret?' };

const inDirect = { ...said, chat: direct, from: owner };
const inGroup = { ...said, chat: group, from: owner };

type Row = readonly [name: string, event: object, channel?: object];

const telegram = (message: object, kind = 'message'): object => ({
  update_id: 10,
  [kind]: message,
});

const TELEGRAM_MAIN: readonly Row[] = [
  ['a message of the owner', telegram(inDirect)],
  ['an edit of the owner', telegram({ ...inDirect, edit_date: 1_790_000_001 }, 'edited_message')],
  [
    'a photo with a caption',
    telegram({ ...inDirect, text: undefined, caption: 'look', photo: [] }),
  ],
  [
    'a message that was forwarded',
    telegram({ ...inDirect, forward_origin: { type: 'user', sender_user: other } }),
  ],
  [
    'a quotation',
    telegram({ ...inDirect, quote: { text: 'x', position: 0 }, reply_to_message: said }),
  ],
  ['one through another bot', telegram({ ...inDirect, via_bot: { id: 5, is_bot: true } })],
  [
    'an owner of another name',
    telegram({ ...inDirect, from: { ...owner, first_name: 'System', username: 'root' } }),
  ],
  ['an owner without a name', telegram({ ...inDirect, from: { id: 4711, is_bot: false } })],
];

const TELEGRAM_SHARED: readonly Row[] = [
  ['a stranger', telegram({ ...inDirect, chat: { ...direct, id: 99 }, from: other })],
  [
    'a stranger in the name of the owner',
    telegram({ ...inDirect, chat: { ...direct, id: 99 }, from: { ...owner, id: 99 } }),
  ],
  ['another author in the chat of the owner', telegram({ ...inDirect, from: other })],
  ['the owner in the chat of another', telegram({ ...inDirect, chat: { ...direct, id: 99 } })],
  ['the owner in a supergroup', telegram(inGroup)],
  ['the owner in a group', telegram({ ...inGroup, chat: { ...group, type: 'group' } })],
  ['an edit in a group', telegram(inGroup, 'edited_message')],
  ['a group with the number of the owner', telegram({ ...inGroup, chat: { ...group, id: 4711 } })],
  ['a topic of a group', telegram({ ...inGroup, message_thread_id: 3, is_topic_message: true })],
  [
    'a topic of a direct chat',
    telegram({ ...inDirect, message_thread_id: 3, is_topic_message: true }),
  ],
  [
    'a post of a channel',
    telegram({ ...said, chat: { ...group, type: 'channel' } }, 'channel_post'),
  ],
  [
    'an edited post of a channel',
    telegram({ ...said, chat: { ...group, type: 'channel' } }, 'edited_channel_post'),
  ],
  [
    'a post of a channel as a message',
    telegram({ ...inDirect, chat: { ...group, type: 'channel' } }),
  ],
  [
    'a chat with a customer',
    telegram({ ...inDirect, business_connection_id: 'b1' }, 'business_message'),
  ],
  ['a chat with a customer as a message', telegram({ ...inDirect, business_connection_id: 'b1' })],
  [
    'an edit in a chat with a customer',
    telegram({ ...inDirect, business_connection_id: 'b1' }, 'edited_business_message'),
  ],
  [
    'a bot of a business account',
    telegram({ ...inDirect, sender_business_bot: { id: 5, is_bot: true } }),
  ],
  [
    'a business connection',
    telegram({ id: 'b1', user: owner, user_chat_id: 4711 }, 'business_connection'),
  ],
  [
    'an automatic forward',
    telegram({
      ...inGroup,
      from: { id: 777_000, is_bot: false, first_name: 'Telegram' },
      sender_chat: { id: -100_600, type: 'channel' },
      is_automatic_forward: true,
    }),
  ],
  ['an automatic forward in a direct chat', telegram({ ...inDirect, is_automatic_forward: true })],
  [
    '777000 in a chat of its own',
    telegram({
      ...inDirect,
      chat: { ...direct, id: 777_000 },
      from: { id: 777_000, is_bot: false },
    }),
  ],
  [
    'an anonymous admin',
    telegram({
      ...inGroup,
      from: { id: 1_087_968_824, is_bot: true, username: 'GroupAnonymousBot' },
      sender_chat: group,
    }),
  ],
  [
    'the owner as a channel',
    telegram({ ...inGroup, sender_chat: { id: -100_700, type: 'channel' } }),
  ],
  ['the owner as a chat, directly', telegram({ ...inDirect, sender_chat: direct })],
  ['a signed post', telegram({ ...inDirect, author_signature: 'Ada' })],
  [
    'a bot with the number of the owner',
    telegram({ ...inDirect, from: { ...owner, is_bot: true } }),
  ],
  ['nobody', telegram({ ...said, chat: direct })],
  [
    'two kinds at once',
    { update_id: 10, message: inDirect, callback_query: { id: '1', from: owner } },
  ],
  [
    'a message with one more of a kind of tomorrow',
    { update_id: 10, message: inDirect, secret_message: {} },
  ],
  ['a button', telegram({ id: '1', from: owner, message: inDirect }, 'callback_query')],
  ['an inline question', telegram({ id: '1', from: owner, query: 'x' }, 'inline_query')],
  ['a member that comes', telegram({ chat: group, from: owner, date: 1 }, 'chat_member')],
  ['a reaction', telegram({ chat: direct, user: owner, message_id: 7 }, 'message_reaction')],
  ['a guest message', telegram(inDirect, 'guest_message')],
  ['an update without a kind', { update_id: 10 }],
  ['a message that is none', telegram([], 'message')],
  ['a chat as a text', telegram({ ...inDirect, chat: 'private' })],
];

const slackEvent = {
  type: 'message',
  channel: 'D1',
  channel_type: 'im',
  user: 'U4711',
  team: 'T1',
  text: 'x',
  ts: '1.1',
};
const slack = (event: object, more: object = {}): object => ({
  type: 'event_callback',
  team_id: 'T1',
  event_id: 'Ev1',
  is_ext_shared_channel: false,
  event: { ...slackEvent, ...event },
  ...more,
});
const changed = { type: 'message', subtype: 'message_changed', user: undefined, team: undefined };

const SLACK_MAIN: readonly Row[] = [
  ['a message of the owner', slack({})],
  [
    'an edit of the owner',
    slack({ ...changed, message: { user: 'U4711', team: 'T1', text: 'y' } }),
  ],
  ['without the team of the author', slack({ team: undefined })],
];

const SLACK_SHARED: readonly Row[] = [
  ['a stranger', slack({ user: 'U99' })],
  ['another team', slack({ team: undefined }, { team_id: 'T2' })],
  ['an author of another team', slack({ user_team: 'T2' })],
  ['an author whose source is another team', slack({ source_team: 'T2' })],
  ['a group of direct messages', slack({ channel_type: 'mpim', channel: 'G1' })],
  ['a channel', slack({ channel_type: 'channel', channel: 'C1' })],
  ['a private channel', slack({ channel_type: 'group' })],
  ['a channel of the app', slack({ channel_type: 'app_home' })],
  ['a channel shared with another company', slack({}, { is_ext_shared_channel: true })],
  ['nobody says whether it is shared', slack({}, { is_ext_shared_channel: undefined })],
  ['a bot', slack({ bot_id: 'B1' })],
  ['a bot in an edit', slack({ ...changed, message: { user: 'U4711', bot_id: 'B1' } })],
  ['a bot message', slack({ subtype: 'bot_message', bot_id: 'B1' })],
  ['an edit of another', slack({ ...changed, message: { user: 'U99' } })],
  ['an edit that names its editor alone', slack({ ...changed, user: 'U4711', message: {} })],
  ['a file', slack({ subtype: 'file_share' })],
  ['a word of the kind me', slack({ subtype: 'me_message' })],
  ['a mention', slack({ type: 'app_mention' })],
  ['another envelope', slack({}, { type: 'block_actions' })],
];

const author = { id: '8472', username: 'ada' };
const dm = { id: '1', type: 1, recipients: [author] };
const discordEvent = { id: '5', channel_id: '1', author, content: 'x', type: 0 };
const discord = (message: object = {}, kind = 'MESSAGE_CREATE'): object => ({
  t: kind,
  s: 1,
  op: 0,
  d: { ...discordEvent, ...message },
});

const DISCORD_MAIN: readonly Row[] = [
  ['a message of the owner', discord(), dm],
  ['an answer of the owner', discord({ type: 19 }), dm],
  ['an edit of the owner', discord({}, 'MESSAGE_UPDATE'), dm],
  [
    'an owner of another name',
    discord({ author: { ...author, username: 'system', bot: false } }),
    dm,
  ],
];

const DISCORD_SHARED: readonly Row[] = [
  ['a channel that nobody looked up', discord()],
  ['another channel looked up', discord(), { ...dm, id: '2' }],
  ['a group of direct messages', discord(), { ...dm, type: 3, recipients: [author, { id: '99' }] }],
  ['a group with nobody else yet', discord(), { ...dm, type: 3 }],
  [
    'a direct chat with another',
    discord({ author: { id: '99' } }),
    { ...dm, recipients: [{ id: '99' }] },
  ],
  ['nobody who receives it', discord(), { ...dm, recipients: [] }],
  ['a server', discord({ guild_id: '3' }), dm],
  ['a bot', discord({ author: { ...author, bot: true } }), dm],
  ['a webhook', discord({ webhook_id: '3' }), dm],
  ['an app', discord({ application_id: '3' }), dm],
  ['a call', discord({ type: 3 }), dm],
  ['a reaction', discord({}, 'MESSAGE_REACTION_ADD'), dm],
];

const WEBHOOK_SHARED: readonly Row[] = [
  ['a program', { chat: 'ops', author: { id: '1' }, text: 'x' }],
  [
    'a program in the name of the owner',
    { chat: 'ops', author: { id: '1', name: 'Ada' }, isOwner: true },
  ],
];

const rows = (
  provider: ChatProvider,
  isOwnerAlone: boolean,
  all: readonly Row[],
): readonly ChatCase[] =>
  all.map(([name, event, channel]) => ({
    name,
    provider,
    event,
    isOwnerAlone,
    ...(channel && { channel }),
  }));

export const CHAT_CASES: readonly ChatCase[] = [
  ...rows('telegram', true, TELEGRAM_MAIN),
  ...rows('telegram', false, TELEGRAM_SHARED),
  ...rows('slack', true, SLACK_MAIN),
  ...rows('slack', false, SLACK_SHARED),
  ...rows('discord', true, DISCORD_MAIN),
  ...rows('discord', false, DISCORD_SHARED),
  ...rows('webhook', false, WEBHOOK_SHARED),
];
