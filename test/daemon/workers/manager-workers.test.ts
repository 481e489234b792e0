/** Managers and workers of a workspace of Nexus, with the model agent and the strict fake of the Messages API (N20, N21, N43). */
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import type { MessagesRequest } from '#conform/provider/messages/request.ts';
import { EventLog } from '#daemon/data/event-log.ts';
import { Databases } from '#daemon/data/open.ts';
import { Questions } from '#daemon/data/questions.ts';
import { insert } from '#daemon/data/write.ts';
import { Sessions } from '#daemon/session/sessions.ts';
import { WORKER_LIMITS, type WorkerLimits } from '#daemon/workers/limits.ts';
import { endLeftWork } from '#daemon/workers/settle.ts';
import { DEFAULT_SETTINGS, type SessionVoice } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import { StateHome } from '#kernel/state/home.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { hostOf } from '#test/support/in-process.ts';
import { laterRefusalOf, stateRootOf, uid } from '#test/support/kernel.ts';
import { call, heard, type Reply, say, SILENCE } from '#test/support/messages-api/reply.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

const OWNER = { by: 'owner' } as const;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** What a model does as the manager, and as a worker. */
interface Models {
  readonly manager: (request: MessagesRequest) => Reply;
  readonly worker: (request: MessagesRequest) => Reply;
}

/** What is asked, as it was sent. */
interface Asked {
  readonly tools?: readonly { readonly name: string }[] | undefined;
}

const toolsOf = ({ tools = [] }: Asked): readonly string[] => tools.map(({ name }) => name);

const isManager = (request: Asked): boolean => toolsOf(request).includes('agent_send');

const served = async (
  models: Models,
  {
    limits = {},
    memory = [],
    agent,
  }: {
    readonly limits?: Partial<WorkerLimits>;
    readonly memory?: readonly string[];
    readonly agent?: string;
  } = {},
) => {
  const ws = makeWorkspace({
    'AGENTS.md': '# Rules of the heron house\n',
    'state/config.json': '{}',
    'state/agents/BOOTSTRAP.md': '# Onboarding\n\nAsk for a name.\n',
  });
  const api = await MessagesApi.start({
    script: (request) => (isManager(request) ? models.manager(request) : models.worker(request)),
  });
  const home = StateHome.common('data', join(stateRootOf(ws), 'test'), { disk, uid });
  const databases = await Databases.open(home.directory, uid);
  const events = new EventLog(databases.queries.events);
  const environment = { ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: api.url };
  const hooked: unknown[] = [];
  const site = {
    host: async (voice: SessionVoice) =>
      hostOf(ws, { settings: DEFAULT_SETTINGS, ...voice, environment }),
    databases,
    events,
    questions: new Questions(databases.queries.runtime, events),
    hooks: {
      run: async (point: string, moment: object) => {
        if (point === 'worker:pre_execution') hooked.push(moment);
        return point === 'worker:pre_execution' ? memory : [];
      },
    },
    idleMs: 3_600_000,
    managers: { ...WORKER_LIMITS, ...limits },
  };
  const model = agent === undefined ? 'anthropic/claude-sonnet-5' : undefined;
  const sessions = new Sessions(site, { path: ws.path, agent, model, layout: 'nexus' });
  closing.push(
    () => api.close(),
    () => home.close(),
    () => databases.close(),
    () => sessions.drain('the test ends', 0),
  );
  const { agents } = databases.queries;
  return {
    sessions,
    events,
    api,
    databases,
    hooked,
    ws,
    dispatches: () => agents.selectFrom('dispatches').selectAll().orderBy('id').execute(),
  };
};

const turn = async (sessions: Sessions, text: string, session?: string) => {
  const said = await sessions.say({ origin: OWNER, session, text });
  return { ...said, ...(await said.ended) };
};

/** A manager that has one worker do it, waits for it, and says what it heard. */
const delegating = (task: string) => (request: MessagesRequest) => {
  const { results } = heard(request);
  const [result] = results;
  if (result === undefined) return call('agent_send', { op: 'dispatch', text: task });
  return result.text.includes('works.') ? call('wait', {}) : say(`I heard: ${result.text}`);
};

it('gives a manager five tools, and a worker a session of its own under the same request (N20, N21, N43)', async () => {
  const { sessions, api, databases, hooked, events, dispatches } = await served(
    { manager: delegating('Count the herons.'), worker: () => say('There are 3 herons.') },
    { memory: ['Herons were 2 in May.'] },
  );
  const { request, session, reply } = await turn(sessions, 'How many herons are there?');
  expect(reply).toContain('There are 3 herons.');
  const asked = api.requests.flatMap(({ request: one }) => one ?? []);
  const manager = asked.find(isManager);
  const worker = asked.find((one) => !isManager(one));
  expect(manager && toolsOf(manager)).toEqual(['agent_send', 'wait', 'read', 'write', 'edit']);
  expect(manager && heard(manager).system).toContain('You are the user-facing manager agent.');
  expect(worker && heard(worker).system).toContain('You are a worker.');
  expect(worker && heard(worker).system).not.toContain('You are the user-facing manager');
  expect(hooked).toEqual([{ request, task: 'Count the herons.' }]);
  // What memory gives stands in its own marks, before the task.
  const words = worker === undefined ? '' : heard(worker).words;
  expect(words).toMatch(
    /<document-[\da-f]+ file="memory 1" note="[^"]*not your human's word\.">\nHerons were 2 in May\.\n<\/document/u,
  );
  expect(words.trimEnd().endsWith('Count the herons.')).toBe(true);

  const { agents, runtime } = databases.queries;
  const [one] = await dispatches();
  expect(one).toMatchObject({
    task: 'Count the herons.',
    ending: 'done',
    result: 'There are 3 herons.',
  });
  const rows = await agents.selectFrom('sessions').selectAll().orderBy('role').execute();
  expect(rows).toMatchObject([
    { id: session, role: 'manager', kind: 'main', origin: 'owner' },
    { id: one?.worker, role: 'worker', kind: 'shared', origin: 'worker' },
  ]);
  const turns = await agents.selectFrom('turns').selectAll().orderBy('id').execute();
  expect(turns).toMatchObject([
    { id: one?.turn, session, request },
    { session: one?.worker, request, message: 'Count the herons.', reply: 'There are 3 herons.' },
  ]);
  expect(await runtime.selectFrom('nexus_requests').select('id').execute()).toEqual([
    { id: request },
  ]);
  // Nobody but its manager talks to it.
  const hello = () => turn(sessions, 'Hello', one?.worker);
  expect(await laterRefusalOf(hello)).toBe('SESSION_OF_WORKER');
  const told = (await events.after(0)).filter(({ type }) => type === 'worker');
  expect(told.map(({ session: of, payload }) => [of, payload])).toEqual([
    [session, { worker: one?.worker, state: 'working', task: 'Count the herons.' }],
    [session, { worker: one?.worker, state: 'ended', ending: 'done' }],
  ]);
});

const LOOP = () => call('read_file', { path: 'state/config.json' });

it.each<[string, string, Partial<WorkerLimits>, Models['worker']]>([
  ['it does not answer', 'wall clock', { ms: 1 }, () => SILENCE],
  ['it asks without end', 'tool calls', { toolCalls: 3, sameErrors: 99 }, LOOP],
  ['the same fails again and again', 'same error', { sameErrors: 3 }, LOOP],
])('ends a worker where %s, and says so', async (_, ending, limits, worker) => {
  const { sessions, dispatches } = await served(
    { manager: delegating('Try.'), worker },
    { limits },
  );
  const { reply } = await turn(sessions, 'Try it.');
  expect(reply).toContain(`has ended: ${ending}. `);
  expect(reply).toContain('was ended.');
  expect(await dispatches()).toMatchObject([{ ending }]);
});

/** The manager's calls one after the other; what came of each is what it says in the end. */
const calling =
  (...inputs: readonly ((worker: string) => readonly [string, object])[]) =>
  () => {
    const texts: string[] = [];
    const left = inputs.values();
    let worker = '';
    return (request: MessagesRequest): Reply => {
      const [result] = heard(request).results;
      if (result !== undefined) texts.push(result.text);
      worker = /Worker (\S+) /u.exec(result?.text ?? '')?.[1] ?? worker;
      const next = left.next().value?.(worker);
      return next === undefined ? say(texts.join('\n---\n')) : call(...next);
    };
  };

const DISPATCH = (): readonly [string, object] => ['agent_send', { op: 'dispatch', text: 'Go.' }];
const MESSAGE = (worker: string): readonly [string, object] => [
  'agent_send',
  { op: 'message', worker, text: 'And again.' },
];
const WAITING = (): readonly [string, object] => ['wait', {}];

it('lets a worker be told more, a few times', async () => {
  let said = 0;
  const manager = calling(DISPATCH, WAITING, MESSAGE, WAITING, MESSAGE)();
  const worker = () => say(`answer ${(said += 1)}`);
  const { sessions, dispatches } = await served({ manager, worker }, { limits: { turns: 2 } });
  const { reply } = await turn(sessions, 'Go on.');
  expect(reply).toContain('answer 2');
  expect(reply).toContain('has ended: turns. It was told something 2 times');
  expect(await dispatches()).toMatchObject([{ result: 'answer 1' }, { result: 'answer 2' }]);
});

it('refuses what no worker can do, in words', async () => {
  const manager = calling(
    DISPATCH,
    DISPATCH,
    () => ['agent_send', { op: 'message', worker: 'nobody', text: 'Hello.' }],
    () => ['agent_send', { op: 'dispatch', text: ' ' }],
    (worker) => ['agent_send', { op: 'cancel', worker }],
    MESSAGE,
    () => ['agent_send', { op: 'list' }],
  )();
  const { sessions, dispatches } = await served(
    { manager, worker: () => SILENCE },
    { limits: { atOnce: 1 } },
  );
  const { reply } = await turn(sessions, 'Go on.');
  expect(reply).toContain('1 of this workspace work already');
  const unknown = new Refusal('WORKER_REFUSED', { reason: 'there is no worker of this id' });
  expect(reply).toContain(unknown.message);
  expect(reply).toContain('text says nothing');
  expect(reply).toContain('it has ended: cancelled');
  expect(await dispatches()).toMatchObject([{ ending: 'cancelled' }]);
});

it('ends the workers when their human cancels, or the daemon ends', async () => {
  const working = Promise.withResolvers<void>();
  const { sessions, dispatches } = await served({
    manager: (request) =>
      heard(request).results.length === 0 ? call(...DISPATCH()) : call(...WAITING()),
    worker: () => {
      working.resolve();
      return SILENCE;
    },
  });
  const said = await sessions.say({ origin: OWNER, session: undefined, text: 'Go.' });
  await working.promise;
  expect(sessions.named(said.session).cancel()).toBe(true);
  expect(await said.ended).toMatchObject({ stop: 'cancelled' });
  await sessions.close(said.session, 'enough');
  expect(await dispatches()).toMatchObject([{ ending: 'cancelled' }]);
  const again = await sessions.say({ origin: OWNER, session: undefined, text: 'Go.' });
  again.ended.catch(() => undefined);
  const other = sessions.all.find(({ id }) => id === again.session);
  await sessions.drain('the daemon ends', 0);
  expect(other?.isOver).toBe(true);
  expect((await dispatches()).every(({ ended_at: at }) => at !== null)).toBe(true);
});

it('refuses a manager all else, whoever its agent is', async () => {
  const models = { manager: () => SILENCE, worker: () => SILENCE };
  const foreign = await served(models, { agent: agentCommand('tool-user') });
  const list = 'call list_files {"path": ""}';
  const { reply } = await turn(foreign.sessions, `tools\n${list}\ncall agent_send {"op": "list"}`);
  expect(reply).toContain('<<agent_send wait read write edit>>');
  expect(reply).toContain('ERROR There is no such tool.');
  expect(reply).toContain('You have no workers.');
  // One of ours that asks for more than it was given.
  const scribe = await served(models, { agent: 'scribe' });
  expect((await turn(scribe.sessions, 'The kettle is blue.')).reply).toContain(
    `Not noted: ${new Refusal('MANAGER_DELEGATES', {}).message}`,
  );
});

it('settles what a daemon has left that was killed', async () => {
  const { databases, events } = await served({ manager: () => SILENCE, worker: () => SILENCE });
  const { agents, runtime } = databases.queries;
  const at = new Date().toISOString();
  const session = { kind: 'main', origin: 'owner', started_at: at };
  await insert(agents, 'sessions', { ...session, id: 'm', role: 'manager' });
  await insert(agents, 'sessions', { ...session, id: 'w', role: 'worker' });
  const row = await insert(agents, 'turns', {
    session: 'm',
    request: 'r',
    started_at: at,
    message: 'Go.',
  });
  await insert(agents, 'dispatches', { turn: row, worker: 'w', task: 'Go.' });
  const request = { id: 'r', at, origin: 'owner', method: 'chat.send', session: 'm' };
  await insert(runtime, 'nexus_requests', request);
  for (const _ of [1, 2]) await endLeftWork(databases.queries, events);
  for (const table of ['dispatches', 'turns', 'sessions'] as const) {
    const rows = await agents.selectFrom(table).select(['ending', 'ended_at']).execute();
    expect(rows.every(({ ending, ended_at: end }) => ending === 'lost' && end !== null)).toBe(true);
  }
  expect(await runtime.selectFrom('nexus_requests').select('outcome').execute()).toEqual([
    { outcome: 'lost' },
  ]);
  expect((await events.after(0)).map(({ type, session: of, request: r }) => [type, of, r])).toEqual(
    [
      ['worker', 'm', 'r'],
      ['failed', 'm', 'r'],
    ],
  );
});
