/** `yamo chat doctor`, by what each provider says to an adapter that is not as it should be. */
import { expect, it } from 'vitest';

import { Daemon } from '#test/support/daemon.ts';
import { type Room, ROOMS } from '#test/support/chat-rooms.ts';
import { DiscordServer } from '#test/support/discord.ts';
import { SlackServer } from '#test/support/slack.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

/** What is not as it should be. */
interface Wrong {
  readonly tokens?: Readonly<Record<string, string>>;
  readonly prepare?: (room: Room) => void;
  /** More chats of the same token. */
  readonly more?: readonly string[];
}

it.each<[keyof typeof ROOMS, string, Wrong, string]>([
  [
    'telegram',
    'two programs that ask with one token',
    { more: ['second'] },
    'another program uses this token (409)',
  ],
  [
    'telegram',
    'a wrong token',
    { tokens: { TELEGRAM_TOKEN: '7:x' } },
    'Telegram does not accept the token in env:TELEGRAM_TOKEN',
  ],
  ['slack', 'a wrong token', { tokens: { BOT: 'xoxb-x' } }, 'does not accept the token in env:BOT'],
  [
    'slack',
    'a wrong token of the app',
    { tokens: { APP: 'xapp-x' } },
    'does not accept the token in env:APP',
  ],
  [
    'slack',
    'a missing scope',
    {
      prepare: ({ server }) => {
        if (server instanceof SlackServer) server.scopes = 'chat:write';
      },
    },
    'the bot may not im:history',
  ],
  ['discord', 'a wrong token', { tokens: { BOT: 'x' } }, 'the token in env:BOT'],
  [
    'discord',
    'a missing intent',
    {
      prepare: ({ server }) => {
        if (server instanceof DiscordServer) server.refuses = 4014;
      },
    },
    'turn on the Message Content Intent',
  ],
])('names, of %s, %s, with what to do', async (provider, _, { more = [], ...wrong }, reason) => {
  const room = await ROOMS[provider]();
  wrong.prepare?.(room);
  const ws = makeBornWorkspace();
  const env = { ...room.tokens, ...wrong.tokens };
  const chat = (...args: readonly string[]) =>
    yamo(['chat', ...args], { workspace: ws, env, cwd: ws.path });
  for (const name of [provider, ...more])
    expect((await chat('add', provider, ...room.options, '--name', name)).code).toBe(0);
  const daemon = await Daemon.start(ws, [], env);
  let found = await chat('doctor');
  while (!found.stdout.includes(reason)) found = await chat('doctor');
  expect(found.code).toBe(4);
  await yamo(['stop'], { workspace: ws });
  expect((await daemon.running.ended).code).toBe(0);
  room.server.close();
});
