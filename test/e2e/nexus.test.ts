/** The life of a workspace of Nexus, of the built program: what seed 002 asserts after init and after start. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { expect, it } from 'vitest';

import { PHASES } from '#daemon/phases/workspace.ts';
import { Daemon } from '#test/support/daemon.ts';
import { call, heard, say, SILENCE } from '#test/support/messages-api/reply.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { snapshot } from '#test/support/snapshot.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { framesNamed, until, yamo } from '#test/support/yamo.ts';

const DATABASES = ['events', 'agents', 'identity', 'memory', 'embeddings', 'runtime'];

/** Rows of a database that no daemon has open. */
const rowsOf = (ws: TempWorkspace, file: string, sql: string): readonly unknown[] => {
  const database = new DatabaseSync(ws.at(`state/data/${file}.db`), { readOnly: true });
  const rows = database.prepare(sql).all();
  database.close();
  return rows.map((row) => Object.assign({}, row));
};

const init = (ws: TempWorkspace) =>
  yamo(['init', '--layout', 'nexus', '--json'], { workspace: ws });

const authorization = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

const stop = async ({ running }: Daemon) => {
  running.kill('SIGTERM');
  return (await running.ended).events;
};

it('is whole after init, and operational after start (N1 to N19)', async () => {
  const ws = makeWorkspace({});
  expect((await init(ws)).code).toBe(0);
  // After init [N1 to N7, N9, N10].
  const data = DATABASES.map((name) => `state/data/${name}.db`);
  expect(ws.list().filter((file) => !file.startsWith('state/data/'))).toEqual([
    'AGENTS.md',
    'home/',
    'skills/',
    'state/',
    'state/agents/',
    'state/agents/BOOTSTRAP.md',
    'state/config.json',
    'state/credentials/',
    'state/user/',
    'state/workspace/',
  ]);
  expect(data.filter((file) => !ws.has(file) || statSync(ws.at(file)).size === 0)).toEqual([]);
  expect(ws.text('state/agents/BOOTSTRAP.md').trim()).not.toBe('');
  expect(JSON.parse(ws.text('state/config.json'))).toEqual({
    runtime: {
      port: 18_789,
      bind: 'loopback',
      auth: { mode: 'token', token: expect.stringMatching(/^[0-9a-f]{48}$/u) },
    },
  });
  // Once more [N8].
  const before = snapshot(ws.path);
  expect((await init(ws)).stdout).toContain('"done":[]');
  expect(snapshot(ws.path)).toEqual(before);

  // After start and /health 200, nothing patched but the port [N11 to N13, N18].
  ws.write('BOOT.md', '/status of the heron, please.\n');
  const daemon = await settled(ws, 2);
  expect((await fetch(daemon.url('/health'))).status).toBe(200);
  const shown = async (headers: object) =>
    (await fetch(daemon.url('/openapi.json'), headers)).status;
  expect(await shown({})).toBe(401);
  expect(await shown(authorization('0'.repeat(48)))).toBe(401);
  expect(await shown(authorization(daemon.token))).toBe(200);
  expect((await daemon.call('sessions.list')).answer).toEqual({ sessions: [] });
  const events = await stop(daemon);
  expect(framesNamed(events, 'workspace').flatMap(({ phase }) => phase ?? [])).toEqual(PHASES);
  // A daemon has one port: what the config asks for is told where another one is taken.
  const served = framesNamed(events, 'workspace').find(({ is }) => is === 'serving');
  expect(served?.['wants']).toEqual({ port: 18_789 });
  expect(rowsOf(ws, 'runtime', 'select phase from phases order by id')).toEqual(
    PHASES.map((phase) => ({ phase })),
  );
  // N14 and N15 have what they need of other programs in test/daemon/nexus/credentials.test.ts.
  expect(ws.has('state/credentials/.synced.json')).toBe(true);
  expect(rowsOf(ws, 'identity', 'select type, name from entities')).toEqual([
    { type: 'person', name: 'Owner' },
  ]);
  expect(
    rowsOf(ws, 'runtime', "select name from automations where status = 'active' order by id"),
  ).toEqual(
    ['memory-reader', 'memory-writer', 'command-logger', 'boot-md'].map((name) => ({ name })),
  );
  for (const name of ['memory-reader', 'memory-writer'])
    expect(ws.list(`state/workspace/${name}`)).toHaveLength(12);
  // Nothing of the channels, the mail and the clock of others [N19].
  expect(rowsOf(ws, 'runtime', 'select name from adapters')).toEqual([]);
  expect(
    rowsOf(
      ws,
      'events',
      "select payload ->> 'automation' as name, payload ->> 'note' as note from events where type = 'automation' order by id",
    ),
  ).toEqual([]);
});

it('stays what it is over starts: one owner, its rows and files, BOOT.md once each (N8, N16, N35, N37, N38)', async () => {
  const ws = makeWorkspace({});
  await init(ws);
  ws.write('BOOT.md', 'Look for herons.\n');
  await stop(await settled(ws, 2));
  const role = 'state/workspace/memory-reader/ROLE.md';
  ws.write(role, 'Mine.\n');
  const edit = new DatabaseSync(ws.at('state/data/runtime.db'));
  edit.exec("update automations set status = 'disabled' where name = 'memory-writer'");
  edit.close();
  await stop(await settled(ws, 3));
  expect((await init(ws)).stdout).toContain('"done":[]');
  expect(ws.text(role)).toBe('Mine.\n');
  expect(rowsOf(ws, 'identity', 'select count(*) as owners from entities')).toEqual([
    { owners: 1 },
  ]);
  expect(rowsOf(ws, 'runtime', "select name from automations where status = 'disabled'")).toEqual([
    { name: 'memory-writer' },
  ]);
  expect(rowsOf(ws, 'agents', 'select message from turns order by id')).toEqual([
    { message: 'Look for herons.\n' },
    { message: 'Look for herons.\n' },
  ]);
  expect(
    rowsOf(
      ws,
      'runtime',
      'select name, outcome from automation_runs join automations on automations.id = automation order by name',
    ),
  ).toEqual(
    ['boot-md', 'boot-md', 'memory-writer'].map((name) => ({
      name,
      outcome: 'done',
    })),
  );
  // Each turn is an episode, which is nobody's own word, as long as the writer is on [N33].
  expect(rowsOf(ws, 'memory', 'select summary, trust from episodes')).toEqual([
    { summary: expect.stringContaining('The workspace said: Look for herons.'), trust: 'agent' },
  ]);
});

/** A daemon, when so many automations have run in all. */
const settled = async (ws: TempWorkspace, runs: number): Promise<Daemon> => {
  const daemon = await Daemon.start(ws);
  const done = 'select id from automation_runs where ended_at is not null';
  await until(() => rowsOf(ws, 'runtime', done).length >= runs);
  return daemon;
};

it('has a worker do it, and knows after a kill which are lost (N20, N21, N43)', async () => {
  const ws = makeWorkspace({});
  await init(ws);
  let isQuick = true;
  await using api = await MessagesApi.start({
    script: (request) => {
      const isManager = request.tools?.some(({ name }) => name === 'agent_send') === true;
      if (!isManager) return isQuick ? say('3 herons') : SILENCE;
      const { results } = heard(request);
      const [result] = results;
      if (result === undefined) return call('agent_send', { op: 'dispatch', text: 'Count.' });
      return result.text.includes('works.') ? call('wait', {}) : say(result.text);
    },
  });
  const start = () =>
    Daemon.start(ws, ['--model', 'anthropic/claude-sonnet-5'], {
      ANTHROPIC_API_KEY: FAKE_KEY,
      ANTHROPIC_BASE_URL: api.url,
    });
  const daemon = await start();
  const { answer } = await daemon.call('chat.send', { text: 'How many herons?', wait: true });
  expect(answer['reply']).toContain('3 herons');
  isQuick = false;
  await daemon.call('chat.send', { text: 'And now?' });
  const dispatches = () =>
    rowsOf(ws, 'agents', 'select ending from dispatches order by id').map((row) =>
      Object.values(Object(row)).join(),
    );
  await until(() => dispatches().length === 2);
  daemon.running.kill('SIGKILL');
  await daemon.running.ended;
  expect(dispatches()).toEqual(['done', '']);
  await stop(await start());
  expect(dispatches()).toEqual(['done', 'lost']);
  const left = 'select count(*) as left from turns where ended_at is null';
  expect(rowsOf(ws, 'agents', left)).toEqual([{ left: 0 }]);
});
