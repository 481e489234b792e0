/** The time of a daemon, by a clock of the test: missed heartbeats, and logs of workspaces that live in two zones. */
import { join } from 'node:path';

import { afterEach, expect, it, vi } from 'vitest';

import { ChatBook } from '#daemon/chats/book.ts';
import { OwnerChats } from '#daemon/chats/owner-chats.ts';
import { EventLog } from '#daemon/data/event-log.ts';
import { Databases } from '#daemon/data/open.ts';
import { Questions } from '#daemon/data/questions.ts';
import { HeartbeatClock, type TimedWorkspace } from '#daemon/process/clock.ts';
import { Sessions } from '#daemon/session/sessions.ts';
import { DEFAULT_SETTINGS, type SessionVoice } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import { writeRuns } from '#kernel/heartbeat/store.ts';
import { StateHome } from '#kernel/state/home.ts';
import type { Missed } from '#lib/heartbeat/missed.ts';
import { hostOf } from '#test/support/in-process.ts';
import { openHome, openWorkspace, stateRootOf, uid } from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  vi.useRealTimers();
});

const moveTo = (at: string): void => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });

const served = async (ws: TempWorkspace, settings = DEFAULT_SETTINGS) => {
  const home = StateHome.common('data', join(stateRootOf(ws), 'test'), { disk, uid });
  const databases = await Databases.open(home.directory, uid);
  closing.push(
    () => home.close(),
    () => databases.close(),
  );
  const events = new EventLog(databases.queries.events);
  const host = async (voice: SessionVoice) => hostOf(ws, { settings, ...voice });
  return { databases, events, host };
};

const timed = async (every: string) => {
  const ws = makeBornWorkspace({ 'HEARTBEAT.md': '- mail\n' });
  const { databases, events, host } = await served(ws, {
    ...DEFAULT_SETTINGS,
    heartbeat: { every },
  });
  const ownerChats = new OwnerChats({ named: () => undefined }, new ChatBook(databases.queries));
  const workspace: TimedWorkspace = {
    request: {
      path: ws.path,
      agent: undefined,
      model: undefined,
      layout: undefined,
      settingsFile: undefined,
    },
    serving: { events, ownerChats },
    hostNow: host,
  };
  const told: Missed[] = [];
  const { signal } = new AbortController();
  const start = () =>
    new HeartbeatClock({
      missed: (_path, missed) => void told.push(missed),
      refused: () => undefined,
    });
  const payloads = async () => (await events.after(0)).map(({ payload }) => payload);
  return {
    ws,
    told,
    start,
    payloads,
    look: (clock: HeartbeatClock) => clock.look(workspace, signal),
  };
};

it('tells once how many heartbeats were missed, also where the machine slept', async () => {
  const { ws, told, start, payloads, look } = await timed('1h');
  const home = openHome(ws, openWorkspace(ws));
  const at = Date.parse('2026-03-10T08:00:00Z') / 1000;
  const last = { run: 1, startedAt: at, endedAt: at, outcome: 'ok' } as const;
  writeRuns(home, { v: 1, runs: 1, last });
  moveTo('2026-03-10T13:30:00Z');
  const clock = start();
  await look(clock);
  await look(clock);
  const since = at + 3600;
  expect(told).toEqual([{ count: 4, since }]);
  expect(await payloads()).toEqual([{ missed: { count: 4, since: '2026-03-10T09:00:00.000Z' } }]);
  // Another daemon finds what this one has settled.
  await look(start());
  expect(told).toHaveLength(1);
  expect(clock.of(ws.path)).toEqual({ isOn: true, lookedAt: '2026-03-10T13:30:00.000Z' });
  moveTo('2026-03-11T13:45:00Z');
  await look(clock);
  expect(told.slice(1)).toEqual([{ count: 23, since: Date.parse('2026-03-10T14:30:00Z') / 1000 }]);
});

it('tells what is refused once, and not at every look', async () => {
  const { ws, start, payloads, look } = await timed('never');
  const clock = start();
  await look(clock);
  await look(clock);
  expect(await payloads()).toMatchObject([{ refused: { code: 'SETTINGS_INVALID' } }]);
  expect(clock.of(ws.path)).toMatchObject({ isOn: false });
});

const talking = async (zone: string) => {
  const ws = makeBornWorkspace({ 'USER.md': `# User\n\n- **Timezone:** ${zone}\n` });
  const site = await served(ws);
  const sessions = new Sessions(
    {
      ...site,
      questions: new Questions(site.databases.queries.runtime, site.events),
      hooks: { run: async () => [] },
      idleMs: 3_600_000,
    },
    { path: ws.path, agent: undefined, model: undefined, layout: undefined },
  );
  closing.push(() => sessions.drain('the test ends', 0));
  let session: string | undefined;
  const say = async (text: string): Promise<void> => {
    const said = await sessions.say({ origin: { by: 'owner' }, session, text });
    ({ session } = said);
    await said.ended;
  };
  /** Which day each word was written on. */
  const days = (): Record<string, readonly string[]> =>
    Object.fromEntries(
      ws
        .list('memory')
        .filter((file) => file.endsWith('.md'))
        .map((file) => [
          file.slice('memory/'.length, -'.md'.length),
          [...ws.text(file).matchAll(/\bword \d\b/gu)].map(([word]) => word),
        ]),
    );
  return { say, days };
};

it('writes the log of the day that it is where each workspace lives, over midnight and a change of the clocks', async () => {
  moveTo('2026-10-24T21:59:00Z');
  const [berlin, york] = [await talking('Europe/Berlin'), await talking('America/New_York')];
  // In Berlin 23:59; 00:01; 23:30 of a day of 25 hours; 00:01. In New York the evening before, and at last midnight.
  const times = [
    '2026-10-24T21:59:00Z',
    '2026-10-24T22:01:00Z',
    '2026-10-25T22:30:00Z',
    '2026-10-25T23:01:00Z',
    '2026-10-26T03:59:00Z',
    '2026-10-26T04:01:00Z',
  ];
  for (const [at, time] of times.entries()) {
    moveTo(time);
    await Promise.all([berlin, york].map((one) => one.say(`The word ${at}.`)));
  }
  expect(berlin.days()).toEqual({
    '2026-10-24': ['word 0'],
    '2026-10-25': ['word 1', 'word 2'],
    '2026-10-26': ['word 3', 'word 4', 'word 5'],
  });
  expect(york.days()).toEqual({
    '2026-10-24': ['word 0', 'word 1'],
    '2026-10-25': ['word 2', 'word 3', 'word 4'],
    '2026-10-26': ['word 5'],
  });
});
