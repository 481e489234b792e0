/** Providers of chats on this machine, in whose groups much is said. */
import {
  DISCORD_MESSAGE_MAX_CHARS,
  SLACK_MESSAGE_MAX_CHARS,
  TELEGRAM_MESSAGE_MAX_CHARS,
} from '#lib/spec/limits.ts';
import { DiscordServer, saidInServer } from '#test/support/discord.ts';
import { saidInChannel, SlackServer } from '#test/support/slack.ts';
import { said, TelegramServer } from '#test/support/telegram.ts';

/** A provider, with an adapter that is told this of it. */
export interface ChatScene {
  readonly program: string;
  readonly server: TelegramServer | SlackServer | DiscordServer;
  readonly tokens: readonly string[];
  /** Does the adapter hear what is said? */
  readonly isReady: () => boolean;
  /** Somebody of this name says something; the number chooses the group. */
  readonly say: (nth: number, words: string, name?: string) => void;
  /** A group. */
  readonly chat: string;
  readonly maxChars: number;
}

const GROUPS = 50;
const groupOf = (nth: number): number => 1000 + (nth % GROUPS);

const telegram = async (): Promise<ChatScene> => {
  const server = await new TelegramServer().start();
  return {
    program: 'telegram',
    server,
    tokens: [TelegramServer.TOKEN],
    isReady: () => server.heard.includes('getUpdates'),
    say: (nth, words, name = 'Bob') => {
      const chat = { id: -groupOf(nth), type: 'supergroup', title: name };
      server.bring(said(99, chat, words, { from: { id: 99, is_bot: false, first_name: name } }));
    },
    chat: '-1000',
    maxChars: TELEGRAM_MESSAGE_MAX_CHARS,
  };
};

const slack = async (): Promise<ChatScene> => {
  const server = await new SlackServer().start();
  return {
    program: 'slack',
    server,
    tokens: [SlackServer.BOT_TOKEN, SlackServer.APP_TOKEN],
    isReady: () => server.connections > 0,
    say: (nth, words) =>
      void server.bring(saidInChannel(words, 'U99', { channel: `C${groupOf(nth)}` })),
    chat: 'C1000',
    maxChars: SLACK_MESSAGE_MAX_CHARS,
  };
};

const discord = async (): Promise<ChatScene> => {
  const server = await new DiscordServer().start();
  const groups = Array.from({ length: GROUPS }, (_, nth) => String(groupOf(nth)));
  server.channels = Object.fromEntries(
    groups.map((id) => [id, { id, type: 0, guild_id: '300', name: 'ops' }]),
  );
  return {
    program: 'discord',
    server,
    tokens: [DiscordServer.TOKEN],
    isReady: () => server.begun.length > 0,
    say: (nth, words, name = 'Bob') =>
      void server.bring(
        saidInServer(words, '99', {
          channel_id: String(groupOf(nth)),
          author: { id: '99', username: 'bob', global_name: name },
        }),
      ),
    chat: '1000',
    maxChars: DISCORD_MESSAGE_MAX_CHARS,
  };
};

export const CHAT_SCENES = { telegram, slack, discord } as const;
