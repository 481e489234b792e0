/** A message of many parts, of which every second one is too many at first. */
import { afterEach, expect, it } from 'vitest';

import { RestApi } from '#channels/discord/rest.ts';
import { sendToDiscord } from '#channels/discord/send.ts';
import { sendToSlack } from '#channels/slack/send.ts';
import { WebApi } from '#channels/slack/web-api.ts';
import { BotApi } from '#channels/telegram/bot-api.ts';
import { sendToTelegram } from '#channels/telegram/send.ts';
import { DiscordServer } from '#test/support/discord.ts';
import { SlackServer } from '#test/support/slack.ts';
import { TelegramServer } from '#test/support/telegram.ts';

const TEXTS = Array.from({ length: 24 }, (_, part) => `part ${part}`);
const MESSAGE = { parts: TEXTS.map((text) => ({ text })), nonce: 'ab'.repeat(12) };
const { signal } = new AbortController();
const refused = (): void => undefined;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Is this the first time that something is asked? */
const news = (): ((what: unknown) => boolean) => {
  const known = new Set<string>();
  return (what) => known.size < known.add(JSON.stringify(what)).size;
};

it.each([
  [
    'Telegram',
    async () => {
      const server = await new TelegramServer().start();
      closing.push(() => server.close());
      const isNew = news();
      const slow = { ok: false, error_code: 429, description: '', parameters: { retry_after: 0 } };
      server.answers = (_, params) =>
        server.sent.length % 2 === 1 && isNew(params) ? slow : undefined;
      const api = new BotApi(server.url, TelegramServer.TOKEN, fetch);
      return [await sendToTelegram(api, { ...MESSAGE, chat: '8472' }, signal), server.in(8472)];
    },
  ],
  [
    'Slack',
    async () => {
      const server = await new SlackServer().start();
      closing.push(() => server.close());
      const isNew = news();
      server.answers = (_, params) =>
        server.in('D1').length % 2 === 1 && isNew(params) ? 'too many' : undefined;
      const api = new WebApi(server.url, SlackServer.BOT_TOKEN, fetch);
      const sender = { api, signal, refused };
      return [await sendToSlack(sender, { ...MESSAGE, chat: 'D1' }), server.in('D1')];
    },
  ],
  [
    'Discord',
    async () => {
      const server = await new DiscordServer().start();
      closing.push(() => server.close());
      const isNew = news();
      server.answers = (_, body) =>
        server.in('100').length % 2 === 1 && isNew(body)
          ? { status: 429, body: { retry_after: 0 } }
          : undefined;
      const api = new RestApi(server.url, DiscordServer.TOKEN, fetch);
      const sender = { api, signal, refused };
      return [await sendToDiscord(sender, { ...MESSAGE, chat: '100' }), server.in('100')];
    },
  ],
])('arrives whole at %s, in its order', async (_, sent) => {
  const [outcome, arrived] = await sent();
  expect(outcome).toMatchObject({ is: 'sent' });
  expect(new Set(Object(outcome).providerIds).size).toBe(TEXTS.length);
  expect(arrived).toEqual(TEXTS);
});
