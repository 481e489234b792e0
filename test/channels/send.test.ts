/** A message of many parts, of which every second one is too many at first. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { RestApi } from '#channels/discord/rest.ts';
import { findInDiscord, sendToDiscord } from '#channels/discord/send.ts';
import { sendToSlack } from '#channels/slack/send.ts';
import { WebApi } from '#channels/slack/web-api.ts';
import { Formatter } from '#channels/marks/formatter.ts';
import { BotApi } from '#channels/telegram/bot-api.ts';
import { sendToTelegram } from '#channels/telegram/send.ts';
import { DiscordServer } from '#test/support/discord.ts';
import { SlackServer } from '#test/support/slack.ts';
import { TelegramServer } from '#test/support/telegram.ts';
import { freshPath } from '#test/support/workspace.ts';

const TEXTS = Array.from({ length: 24 }, (_, part) => `part ${part}`);
const MESSAGE = { parts: TEXTS.map((text) => ({ text })), nonce: 'ab'.repeat(12) };
const { signal } = new AbortController();
const refused = (): void => undefined;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** It reads the Markdown of answers in a thread. */
const FORMATTER = resolve(import.meta.dirname, '../../channels/telegram/main.ts');

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
      const sender = { api, formatter: new Formatter(FORMATTER), signal };
      return [await sendToTelegram(sender, { ...MESSAGE, chat: '8472' }), server.in(8472)];
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
      const sender = { api, formatter: new Formatter(FORMATTER), signal, refused };
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

it('Telegram is told what parts of an answer are', async () => {
  const server = await new TelegramServer().start();
  closing.push(() => server.close());
  const api = new BotApi(server.url, TelegramServer.TOKEN, fetch);
  const sender = { api, formatter: new Formatter(FORMATTER), signal };
  const text = 'Run **this** at [home](https://a.example):\n\n```sh\nls -l\n```';
  await sendToTelegram(sender, { chat: '8472', parts: [{ text }, { text: '_then_' }] });
  expect(server.sent.map(({ text: shown, entities }) => [shown, entities])).toEqual([
    [
      'Run this at home:\n\nls -l',
      [
        { type: 'bold', offset: 4, length: 4 },
        { type: 'text_link', offset: 12, length: 4, url: 'https://a.example' },
        { type: 'pre', offset: 19, length: 5, language: 'sh' },
      ],
    ],
    ['then', [{ type: 'italic', offset: 0, length: 4 }]],
  ]);
  expect(server.faults).toEqual([]);
});

const section = (...elements: readonly object[]) => ({ type: 'rich_text_section', elements });
const words = (text: string) => ({ type: 'text', text });

it('Slack is given rich text beside an answer that has marks', async () => {
  const server = await new SlackServer().start();
  closing.push(() => server.close());
  const api = new WebApi(server.url, SlackServer.BOT_TOKEN, fetch);
  const sender = { api, formatter: new Formatter(FORMATTER), signal, refused };
  const text =
    'Run **_this_** at [home](https://a.example) <@U1>:\n\n```sh\nls -l\n```\n\n> why\n\nSo.';
  await sendToSlack(sender, { chat: 'D1', nonce: 'n1', parts: [{ text }, { text: 'plain' }] });
  expect(server.posted.map(({ blocks }) => blocks)).toEqual([
    [
      {
        type: 'rich_text',
        elements: [
          section(
            words('Run '),
            { ...words('this'), style: { bold: true, italic: true } },
            words(' at '),
            { type: 'link', url: 'https://a.example', text: 'home' },
            words(' <@U1>:'),
          ),
          { type: 'rich_text_preformatted', elements: [words('ls -l')] },
          { type: 'rich_text_quote', elements: [words('why')] },
          section(words('So.')),
        ],
      },
    ],
    undefined,
  ]);
  expect(server.faults).toEqual([]);
});

it('an answer whose marks take too long to read goes as it is written, and the next one does not', async () => {
  // The first answers nothing, and every other thread is a new one.
  const known = freshPath('threads');
  const file = `${freshPath('thread')}.mjs`;
  writeFileSync(
    file,
    `import { existsSync, writeFileSync } from 'node:fs';
     import { parentPort } from 'node:worker_threads';
     const isSlow = !existsSync(${JSON.stringify(known)});
     writeFileSync(${JSON.stringify(known)}, '');
     parentPort.postMessage('begun');
     parentPort.on('message', (text) => {
       while (isSlow);
       parentPort.postMessage({ text, marks: [{ is: 'bold', from: 0, to: 1 }] });
     });`,
  );
  const formatter = new Formatter(file);
  const both = await Promise.all(['**a**', '**b**'].map((text) => formatter.format(text)));
  expect(both).toEqual([
    { text: '**a**', marks: [] },
    { text: '**b**', marks: [{ is: 'bold', from: 0, to: 1 }] },
  ]);
  expect(await formatter.format('a b')).toEqual({ text: 'a b', marks: [] });
});

it('finds in Discord what was sent long ago, and takes no other message for it', async () => {
  const server = await new DiscordServer().start();
  closing.push(() => server.close());
  const sender = { api: new RestApi(server.url, DiscordServer.TOKEN, fetch), signal, refused };
  const said = { chat: '100', parts: [{ text: 'Done.' }], nonce: 'ab'.repeat(12) };
  await sendToDiscord(sender, said);
  const [{ id } = {}] = server.messages;
  const at = new Date(Date.now() - 180_000).toISOString();
  const lost = { ...said, nonce: 'cd'.repeat(12), at };
  const found = { is: 'sent', providerIds: [id] };
  expect(await findInDiscord(sender, { ...lost, known: [] })).toEqual(found);
  const known = [String(id)];
  expect(await findInDiscord(sender, { ...lost, known })).toMatchObject({ retryAfterMs: 0 });
});
