/** A file as each provider takes it: its bytes and its name, in the place that it is for, and nothing else. */
import { afterEach, expect, it } from 'vitest';

import { RestApi } from '#channels/discord/rest.ts';
import { sendToDiscord } from '#channels/discord/send.ts';
import { sendToSlack } from '#channels/slack/send.ts';
import { WebApi } from '#channels/slack/web-api.ts';
import { BotApi } from '#channels/telegram/bot-api.ts';
import { sendToTelegram } from '#channels/telegram/send.ts';
import type { ChatServer } from '#test/support/chat-server.ts';
import { DiscordServer } from '#test/support/discord.ts';
import { SlackServer } from '#test/support/slack.ts';
import { TelegramServer } from '#test/support/telegram.ts';

const NAME = 'a "plan" – größer.pdf';
const BYTES = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256));
const FILE = { parts: [{ text: NAME }], nonce: 'ab'.repeat(12), file: BYTES.toString('base64') };
const { signal } = new AbortController();
const refused = (): void => undefined;
const formatter = { format: async (text: string) => ({ text, marks: [] }) };

const closing: ChatServer[] = [];
afterEach(() => {
  for (const server of closing.splice(0)) server.close();
});

const started = async <Server extends ChatServer & { readonly start: () => Promise<unknown> }>(
  server: Server,
): Promise<Server> => {
  closing.push(server);
  await server.start();
  return server;
};

const slack = async () => {
  const server = await started(new SlackServer());
  const api = new WebApi(server.url, SlackServer.BOT_TOKEN, fetch);
  return { server, sender: { api, formatter, signal, refused } };
};

it('Telegram takes it into a topic, and where a group has become another chat', async () => {
  const server = await started(new TelegramServer());
  const api = new BotApi(server.url, TelegramServer.TOKEN, fetch);
  const moved = { ok: false, error_code: 400, parameters: { migrate_to_chat_id: -100_77 } };
  server.answers = (_, { chat_id: id }) => (id === '-77' ? moved : undefined);
  const sender = { api, formatter, signal };
  expect(await sendToTelegram(sender, { ...FILE, chat: '-1005/3' })).toMatchObject({ is: 'sent' });
  expect(await sendToTelegram(sender, { ...FILE, chat: '-77' })).toMatchObject({ is: 'sent' });
  expect(server.files.map(({ place }) => place)).toEqual(['-1005', '-10077']);
  for (const { name, bytes } of server.files) expect([name, bytes]).toEqual([NAME, BYTES]);
  expect(server.faults).toEqual([]);
});

it('Slack takes it into a thread, once it is whole', async () => {
  const { server, sender } = await slack();
  const sent = await sendToSlack(sender, { ...FILE, chat: 'C1/1790000000.000100' });
  expect(sent).toEqual({ is: 'sent', providerIds: ['F1'] });
  expect(server.files).toEqual([{ place: 'C1/1790000000.000100', name: NAME, bytes: BYTES }]);
  expect(server.faults).toEqual([]);
});

it.each([
  ['files.getUploadURLExternal', { is: 'failed', retryAfterMs: 5000 }, 0],
  ['files.completeUploadExternal', { is: 'unknown' }, 1],
])(
  'Slack is asked again for what was cut at %s only if nobody sees it',
  async (cut, came, seen) => {
    const { server, sender } = await slack();
    server.answers = (method) => (method === cut ? 'cut' : undefined);
    expect(await sendToSlack(sender, { ...FILE, chat: 'C1' })).toMatchObject(came);
    expect(server.files).toHaveLength(seen);
  },
);

it('Discord takes it once, also where it is asked again', async () => {
  const server = await started(new DiscordServer());
  const sender = { api: new RestApi(server.url, DiscordServer.TOKEN, fetch), signal, refused };
  const first = await sendToDiscord(sender, { ...FILE, chat: '100' });
  expect(await sendToDiscord(sender, { ...FILE, chat: '100' })).toEqual(first);
  expect(server.files).toEqual([{ place: '100', name: NAME, bytes: BYTES }]);
  expect(server.faults).toEqual([]);
});
