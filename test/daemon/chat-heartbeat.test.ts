/** What a heartbeat says, in the direct chat of the owner: there alone, within the hours that they have set, and from a row. */
import { afterEach, expect, it, vi } from 'vitest';

import { update } from '#daemon/data/write.ts';
import { HeartbeatClock } from '#daemon/process/clock.ts';
import {
  DEFAULT_SETTINGS,
  type SessionVoice,
  type Settings,
} from '#kernel/contract/boot-request.ts';
import type { Refusal } from '#lib/spec/refusals.ts';
import { hostOf } from '#test/support/in-process.ts';
import { servedTelegram } from '#test/support/served-telegram.ts';
import { GROUP, OWNER, saidByOwner, saidInGroup, TelegramServer } from '#test/support/telegram.ts';
import { agentCommand } from '#test/support/test-agents.ts';

afterEach(() => void vi.useRealTimers());

const FILES = { 'HEARTBEAT.md': '- mail\n', 'USER.md': '# User\n\n- **Timezone:** UTC\n' };
const MENTION = `@${TelegramServer.BOT.username}`;

/** With an agent that has something to say. `heard`: hears when it says it. */
const beating = async (heartbeat: Settings['heartbeat'], heard = (): void => undefined) => {
  const here = await servedTelegram({ files: FILES, agent: agentCommand('performer') });
  const { ws, workspace, serving } = here;
  const refused: Refusal[] = [];
  const clock = new HeartbeatClock({
    missed: () => undefined,
    refused: (_path, refusal) => void refused.push(refusal),
  });
  const settings = { ...DEFAULT_SETTINGS, heartbeat };
  const hostNow = async (voice: SessionVoice) =>
    hostOf(ws, { settings, ...voice, emit: ({ event }) => void (event === 'text' && heard()) });
  const timed = { request: workspace.request, serving, hostNow };
  const look = () => clock.look(timed, new AbortController().signal);
  return { ...here, look, refused };
};

it('is said in the paired chat, and in no other', async () => {
  const { server, ask, pair, look, refused, outbound } = await beating({
    every: '30m',
    tell: { chat: `telegram:${OWNER}` },
  });
  server.bring(saidInGroup(`${MENTION} hello`));
  await server.until(() => server.in(GROUP).length === 1);
  await look();
  expect(refused.map(({ code }) => code)).toEqual(['CHAT_NOT_OWNERS']);
  await pair();
  expect(await ask({ do: 'list' })).toMatchObject({ chats: [{ direct: [`telegram:${OWNER}`] }] });
  await look();
  await server.until(() => server.in(OWNER).length === 2);
  expect(server.in(GROUP)).toHaveLength(1);
  expect(await outbound()).toHaveLength(3);
});

it.each([`telegram:${GROUP}`, 'telegram:99', 'slack:D1'])(
  'is not even thought of where %s is to hear it',
  async (chat) => {
    const { server, pair, look, refused, serving, kinds } = await beating({
      every: '30m',
      tell: { chat },
    });
    await pair();
    server.bring(saidInGroup(`${MENTION} hello`));
    await server.until(() => server.in(GROUP).length === 1);
    await look();
    await look();
    expect(refused.map(({ message }) => message)).toEqual([
      `${chat} is no direct chat of an account that is paired with you.`,
    ]);
    const told = (await serving.events.after(0)).filter(({ type }) => type === 'heartbeat');
    expect(told).toHaveLength(1);
    expect([server.in(OWNER).length, server.in(GROUP).length]).toEqual([1, 1]);
    expect(await kinds()).toEqual(['chat shared']);
  },
);

it('waits on the disk for the hours of the day, and keeps nobody else waiting', async () => {
  const late = (): void => moveTo('2026-03-10T22:01:00Z');
  const { pair, look, refused, serving } = await beating(
    { every: '30m', activeHours: '08:00-22:00', tell: { chat: `telegram:${OWNER}` } },
    late,
  );
  await pair();
  moveTo('2026-03-10T21:59:00Z');
  await look();
  vi.useRealTimers();
  expect(refused).toEqual([]);
  const queued = () =>
    serving.data.events.selectFrom('outbound').select('not_before').where('state', '=', 'queued');
  // In a test that is long past.
  expect(await queued().execute()).toEqual([{ not_before: '2026-03-11T08:00:00.000Z' }]);
});

it('is said when its hour has come, behind what was said meanwhile', async () => {
  const { server, pair, serving } = await beating({});
  await pair();
  const [place] = await serving.ownerChats.all();
  if (place === undefined) throw new Error('nobody is paired');
  await serving.ownerChats.say(place, 'Good morning.', inMs(HOUR_MS));
  server.bring(saidByOwner('say hello'));
  await server.until(() => server.in(OWNER).length === 2);
  await update(serving.data.events, 'outbound', { state: 'queued' }, { not_before: inMs(500) });
  // Who has something to say looks when the next one is due.
  await serving.ownerChats.say(place, 'Good evening.', inMs(HOUR_MS));
  await server.until(() => server.in(OWNER).length === 3);
  expect(server.in(OWNER).slice(1)).toEqual(['hello', 'Good morning.']);
});

const HOUR_MS = 3_600_000;
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

const moveTo = (at: string): void => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
