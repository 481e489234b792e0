/** The chats of each provider as one sees them: an owner alone, two groups, a thread; and what was sent into each. */
import { textAt } from '#lib/text/json.ts';

import type { ChatServer, Json } from './chat-server.ts';
import { DiscordServer, saidInServer, saidToDiscord } from './discord.ts';
import { editOf, saidInChannel, saidToSlack, SlackServer } from './slack.ts';
import { said, TelegramServer } from './telegram.ts';
import { AnswersServer, HOOK_SECRET } from './webhook.ts';

/** Where something is said; what follows `moved` is said under the number that the group got. */
export type RoomPlace = 'owner' | 'group' | 'other' | 'thread' | 'moved';

/** Something that is said to the agent. */
export interface SaidThere {
  readonly words: string;
  /** The group where it is left out. */
  readonly at?: RoomPlace;
  /** The owner says it there; anybody else where it is left out. */
  readonly byOwner?: true;
  /** By an answer to what the agent has said, so that the words stand alone; else it is mentioned. */
  readonly isReply?: true;
  readonly isEdit?: true;
  readonly isForwarded?: true;
  /** What it quotes. */
  readonly quoted?: string;
  /** What the file is called that comes along. */
  readonly file?: string;
  /** What its author is called. */
  readonly name?: string;
  /** What the group is called. */
  readonly title?: string;
}

/** A text, by the provider's name of its place. */
interface SentThere {
  readonly place: string;
  readonly text: string;
}

/** A provider on this machine. */
export interface Room {
  readonly program: string;
  readonly server: ChatServer;
  /** Variables of the daemon. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Of `yamo chat add`. */
  readonly options: readonly string[];
  /** The provider's names of places. */
  readonly places: Readonly<Partial<Record<RoomPlace, string>>>;
  /** All that was sent, by the provider's name of the place. */
  readonly sent: () => readonly SentThere[];
  /** What was sent, and has become something else. */
  readonly before?: () => readonly SentThere[];
  /** Says it; `false` where nobody can say such a thing there. `port`: of the daemon. */
  readonly bring: (what: SaidThere, port: number) => boolean;
  /** Settles when the adapter hears what is said. */
  readonly ready: () => Promise<void>;
}

let people = 100;
/** Each message is said by another one: nobody is slowed as one who floods. */
const nextPerson = (): number => {
  people += 1;
  return people;
};

const always = (): Promise<void> => Promise.resolve();

const inTelegram = ({ chat, topic, text: words }: TelegramServer['sent'][0]): SentThere => ({
  place: topic === undefined ? String(chat) : `${chat}/${topic}`,
  text: words,
});

const telegram = async (): Promise<Room> => {
  const server = await new TelegramServer().start();
  const { BOT } = TelegramServer;
  const places = {
    owner: '4711',
    group: '-1005',
    other: '-1006',
    thread: '-1005/7',
    moved: '-2002',
  };
  let hasMoved = false;
  const bring = (what: SaidThere): boolean => {
    const { words, at = 'group', byOwner, isReply, isEdit, isForwarded, quoted, file } = what;
    const id = byOwner || at === 'owner' ? 4711 : nextPerson();
    const mention = `@${BOT.username}`;
    const isCommand = /^\/\w+@/u.test(words);
    const whole = isReply || isCommand || at === 'owner' ? words : `${mention} ${words}`;
    const entity = isCommand
      ? { type: 'bot_command', offset: 0, length: words.split(' ')[0]?.length ?? 0 }
      : { type: 'mention', offset: 0, length: mention.length };
    const more: Json = {
      from: { id, is_bot: false, first_name: what.name ?? (id === 4711 ? 'Ada' : 'Bob') },
      ...(file === undefined
        ? { entities: isReply || at === 'owner' ? [] : [entity] }
        : {
            text: undefined,
            caption: whole,
            caption_entities: [entity],
            document: { file_id: 'x', file_name: file },
          }),
      ...(isReply && { reply_to_message: { message_id: 1, from: BOT, text: quoted ?? 'Yes?' } }),
      ...(!isReply && quoted !== undefined && { quote: { text: quoted, position: 0 } }),
      ...(isForwarded && { forward_origin: { type: 'hidden_user', date: 1 } }),
      ...(at === 'thread' && { message_thread_id: 7, is_topic_message: true }),
    };
    const chat =
      at === 'owner'
        ? { id: 4711, type: 'private' }
        : {
            id: Number(places[at === 'thread' ? 'group' : at]),
            type: 'supergroup',
            title: what.title ?? 'Ops',
          };
    if (at === 'moved' && !hasMoved) {
      hasMoved = true;
      server.bring(said(99, { id: -1005, type: 'group' }, '', { migrate_to_chat_id: -2002 }));
    }
    const { message } = said(id, chat, whole, more);
    server.bring(isEdit ? { edited_message: message } : { message });
    return true;
  };
  return {
    program: 'telegram',
    server,
    tokens: { TELEGRAM_TOKEN: TelegramServer.TOKEN },
    options: ['--token-env', 'TELEGRAM_TOKEN', '--api', server.url],
    places,
    sent: () => server.sent.map(inTelegram),
    before: () => server.before.map(inTelegram),
    bring,
    ready: always,
  };
};

/** As Slack writes what somebody types. */
const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const inSlack = ({ channel, thread, text: words, blocks }: SlackServer['posted'][0]) => ({
  place: thread === undefined ? channel : `${channel}/${thread}`,
  text: words + (blocks === undefined ? '' : JSON.stringify(blocks)),
});

const slack = async (): Promise<Room> => {
  const server = await new SlackServer().start();
  const places = { owner: 'D1', group: 'C1', other: 'C2', thread: 'C1/1700000000.000001' };
  const bring = (what: SaidThere): boolean => {
    const { words, at = 'group', byOwner, isReply, isEdit, isForwarded, quoted, file } = what;
    if (at === 'moved' || what.name !== undefined || what.title !== undefined) return false;
    // An answer stands in the thread of what it answers.
    if (isReply && at !== 'thread') return false;
    if (at === 'owner') {
      server.bring(saidToSlack(escaped(words)));
      return true;
    }
    const passed = quoted ?? (isForwarded ? words : undefined);
    const event = saidInChannel(
      isReply ? escaped(words) : `<@${SlackServer.BOT}> ${escaped(words)}`,
      byOwner ? 'U4711' : `U${nextPerson()}`,
      {
        ...(at === 'other' && { channel: 'C2' }),
        ...(at === 'thread' && { thread_ts: '1700000000.000001' }),
        ...(isReply && { parent_user_id: SlackServer.BOT }),
        ...(passed !== undefined && {
          attachments: [{ is_share: true, text: escaped(passed) }],
        }),
        ...(file !== undefined && {
          subtype: 'file_share',
          files: [{ name: file, mimetype: 'text/plain' }],
        }),
      },
    );
    server.bring(isEdit ? editOf({ ...event, text: 'x' }, String(event['text'])) : event);
    return true;
  };
  return {
    program: 'slack',
    server,
    tokens: { BOT: SlackServer.BOT_TOKEN, APP: SlackServer.APP_TOKEN },
    options: ['--token-env', 'BOT', '--app-token-env', 'APP', '--api', server.url],
    places,
    sent: () => server.posted.map(inSlack),
    before: () => server.before.map(inSlack),
    bring,
    ready: always,
  };
};

const inDiscord = ({ channel_id: place, content }: Json): SentThere => ({
  place: String(place),
  text: String(content),
});

const discord = async (): Promise<Room> => {
  const server = await new DiscordServer().start();
  server.channels = {
    ...server.channels,
    '201': { id: '201', type: 11, guild_id: '300', name: 'a thread' },
    '202': { id: '202', type: 0, guild_id: '300', name: 'another' },
  };
  const places = { owner: '100', group: '200', other: '202', thread: '201' };
  const own = { id: DiscordServer.BOT, username: 'atlas', bot: true };
  const bring = (what: SaidThere): boolean => {
    const { words, at = 'group', byOwner, isReply, isEdit, isForwarded, quoted, file } = what;
    if (at === 'moved' || what.title !== undefined) return false;
    if (at === 'owner') {
      server.bring(saidToDiscord(words));
      return true;
    }
    const id = byOwner ? '8472' : String(nextPerson());
    const isAnswer = isReply || quoted !== undefined;
    const content = isReply ? words : `<@${DiscordServer.BOT}> ${words}`;
    const message = saidInServer(isForwarded ? '' : content, id, {
      channel_id: places[at],
      author: { id, username: 'bob', global_name: what.name ?? 'Bob' },
      ...(isForwarded && {
        mentions: [own],
        message_reference: { type: 1 },
        message_snapshots: [{ message: { content: words } }],
      }),
      ...(isAnswer && {
        type: 19,
        referenced_message: { id: '1', author: own, content: quoted ?? 'Yes?' },
      }),
      ...(file !== undefined && {
        attachments: [{ filename: file, content_type: 'text/plain' }],
      }),
    });
    if (isEdit) {
      const [before] = server.bring({ ...message, content: 'x', mentions: [] });
      const edited = { edited_timestamp: new Date().toISOString() };
      server.tell('MESSAGE_UPDATE', { ...before, ...message, ...edited });
    } else server.bring(message);
    return true;
  };
  return {
    program: 'discord',
    server,
    tokens: { BOT: DiscordServer.TOKEN },
    options: ['--token-env', 'BOT', '--api', server.url],
    places,
    sent: () =>
      server.messages
        .filter((one) => textAt(one, 'author', 'id') === DiscordServer.BOT)
        .map(inDiscord),
    before: () => server.before.map(inDiscord),
    bring,
    // A channel that it has never heard of is not caught up.
    ready: () => server.until(() => server.begun.length > 0),
  };
};

const webhook = async (): Promise<Room> => {
  const server = await new AnswersServer().start();
  const places = { group: 'ops', other: 'dev' };
  let last = 0;
  let posted = Promise.resolve();
  const bring = (what: SaidThere, port: number): boolean => {
    const { words, at = 'group', name = 'CI', byOwner, isReply, isEdit, isForwarded } = what;
    const others = [byOwner, isReply, isEdit, isForwarded, what.quoted, what.file, what.title];
    if (at !== 'group' && at !== 'other') return false;
    if (others.some((one) => one !== undefined)) return false;
    last += 1;
    const body = JSON.stringify({ chat: places[at], text: words, author: { id: 'ci', name } });
    const id = `m${last}`;
    // One after the other, as they were said.
    posted = posted.then(async () => {
      const status = await server.post(port, id, body);
      if (status !== 202) server.faults.push(`HTTP ${status} for ${body}`);
    });
    return true;
  };
  return {
    program: 'webhook',
    server,
    tokens: { HOOK: HOOK_SECRET },
    options: ['--token-env', 'HOOK', '--api', server.url],
    places,
    sent: () => server.sent,
    bring,
    ready: always,
  };
};

/** By the names of providers. */
export const ROOMS = { telegram, slack, discord, webhook } as const;
