import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { EventLog } from '#daemon/data/event-log.ts';
import { Databases } from '#daemon/data/open.ts';
import { Questions } from '#daemon/data/questions.ts';
import { Sessions } from '#daemon/session/sessions.ts';
import { DEFAULT_SETTINGS, type SessionVoice } from '#kernel/contract/boot-request.ts';
import { StateHome } from '#kernel/state/home.ts';
import { disk } from '#kernel/fs/disk.ts';
import { hostOf } from '#test/support/in-process.ts';
import { laterRefusalOf, stateRootOf, uid } from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const OWNER = { by: 'owner' } as const;
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const served = async (ws: TempWorkspace, idleMs = 3_600_000) => {
  const home = StateHome.common('data', join(stateRootOf(ws), 'test'), { disk, uid });
  const databases = await Databases.open(home.directory, uid);
  const events = new EventLog(databases.queries.events);
  const questions = new Questions(databases.queries.runtime, events);
  const site = {
    host: async (voice: SessionVoice) => hostOf(ws, { settings: DEFAULT_SETTINGS, ...voice }),
    databases,
    events,
    questions,
    hooks: { run: async () => [] },
    idleMs,
  };
  const sessions = new Sessions(site, {
    path: ws.path,
    agent: undefined,
    model: undefined,
    layout: undefined,
  });
  closing.push(
    () => home.close(),
    () => databases.close(),
    () => sessions.drain('the test ends', 0),
  );
  return { sessions, databases, events };
};

const say = async (sessions: Sessions, text: string, session?: string) => {
  const said = await sessions.say({ origin: OWNER, session, text });
  return { ...said, ...(await said.ended) };
};

it('keeps what was asked and answered as rows of one request', async () => {
  const ws = makeBornWorkspace();
  const { sessions, databases, events } = await served(ws);
  const { request, session, reply } = await say(sessions, 'The kettle is blue.');
  expect(reply).toContain('Noted');
  const { agents, runtime } = databases.queries;
  expect(await agents.selectFrom('turns').selectAll().execute()).toMatchObject([
    { session, request, message: 'The kettle is blue.', reply, ending: 'end_turn' },
  ]);
  expect(await agents.selectFrom('sessions').selectAll().execute()).toMatchObject([
    { id: session, kind: 'main', role: 'manager', origin: 'owner', ended_at: null },
  ]);
  expect(await runtime.selectFrom('nexus_requests').selectAll().execute()).toMatchObject([
    { id: request, session, method: 'chat.send', outcome: 'end_turn' },
  ]);
  const ready = (await events.after(0)).find(({ type }) => type === 'ready');
  const reason = 'the owner of the workspace on the page, or with its token';
  expect(ready?.payload).toMatchObject({ kind: 'main', reason });
});

it('takes turns in the order in which they were asked for', async () => {
  const { sessions, databases } = await served(makeBornWorkspace());
  const { session } = await say(sessions, 'one');
  await Promise.all(['two', 'three', 'four'].map((text) => say(sessions, text, session)));
  const turns = await databases.queries.agents.selectFrom('turns').select('message').execute();
  expect(turns.map(({ message }) => message)).toEqual(['one', 'two', 'three', 'four']);
});

it('ends the agent while nobody speaks, and goes on with the same session', async () => {
  const { sessions, events } = await served(makeBornWorkspace(), 1);
  const { session } = await say(sessions, 'one');
  const asleep = Promise.withResolvers<void>();
  const look = (): void => void (sessions.named(session).isAwake || asleep.resolve());
  const stop = events.listen(look);
  look();
  await asleep.promise;
  stop();
  expect((await say(sessions, 'two', session)).session).toBe(session);
  const told = (await events.after(0)).map(({ type }) => type);
  expect(told).toContain('resumed');
});

it('tells in its events why a turn failed', async () => {
  const ws = makeBornWorkspace();
  const { sessions, events } = await served(ws);
  ws.write('AGENTS.md', '# nothing of a header\n');
  ws.write('BOOTSTRAP.md', new Uint8Array([0xff, 0xfe]));
  expect(await laterRefusalOf(() => say(sessions, 'one'))).toBeDefined();
  const failed = (await events.after(0)).find(({ type }) => type === 'failed');
  expect(failed?.payload).toMatchObject({ code: expect.any(String), remedy: expect.any(String) });
});

it('takes no word after its end, and begins nothing while the daemon ends', async () => {
  const { sessions } = await served(makeBornWorkspace());
  const { session } = await say(sessions, 'one');
  const one = sessions.named(session);
  await sessions.close(session, 'enough');
  expect(await laterRefusalOf(() => one.say('r', 'two'))).toBe('SESSION_OVER');
  expect(await laterRefusalOf(() => say(sessions, 'two', session))).toBe('SESSION_UNKNOWN');
  await sessions.drain('the daemon ends', 0);
  expect(await laterRefusalOf(() => say(sessions, 'three'))).toBe('DAEMON_DRAINING');
});
