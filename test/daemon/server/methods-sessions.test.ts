/** Sessions as clients look for them: their states, their names, and what was said in them. */
import { expect, it } from 'vitest';

import { METHODS } from '#daemon/methods/methods.ts';
import { SAY_MAX_CHARS } from '#lib/spec/limits.ts';
import { askMethods, problemIn } from '#test/support/methods.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

type Asking = Awaited<ReturnType<typeof askMethods>>;

const begun = async ({ ask }: Asking, text: string) => {
  const said = await ask('chat.send', { text, wait: true });
  const [session] = await listed({ ask }, {});
  return { session: String(Reflect.get(said, 'session')), kept: String(session?.['kept']) };
};

const listed = async (
  { ask }: Pick<Asking, 'ask'>,
  asked: object,
): Promise<readonly Record<string, unknown>[]> =>
  Reflect.get(await ask('sessions.find', asked), 'sessions');

it('are waiting, working, idle or done, and keep their names when they are resumed', async () => {
  const asking = await askMethods(makeBornWorkspace());
  const { ask, serving } = asking;
  expect(await listed(asking, {})).toEqual([]);
  const { session, kept } = await begun(asking, 'Tell me of herons.');
  const idle = { kept, state: 'idle', origin: 'owner', kind: 'main', title: 'Tell me of herons.' };
  expect(await listed(asking, {})).toMatchObject([{ ...idle, turns: 1, name: null }]);
  const asked = new AbortController();
  const question = { session, kind: 'choice', text: 'Go on?', options: [] } as const;
  const waits = serving.questions.ask(question, asked.signal);
  while ((await serving.questions.open()).length === 0) await new Promise(setImmediate);
  expect(await listed(asking, { state: 'waiting' })).toMatchObject([{ kept, state: 'waiting' }]);
  expect(await listed(asking, { state: 'idle' })).toEqual([]);
  asked.abort();
  await waits;
  await ask('sessions.rename', { id: kept, name: ' Birds ' });
  await ask('sessions.close', { session });
  expect(await listed(asking, { state: 'done' })).toMatchObject([{ kept, name: 'Birds' }]);
  await ask('sessions.resume', { id: kept });
  await ask('chat.send', { text: 'And of storks.', session: await openOne(asking), wait: true });
  const [one, ...others] = await listed(asking, {});
  expect(others).toEqual([]);
  expect(one).toMatchObject({ kept, name: 'Birds', turns: 2, title: 'Tell me of herons.' });
  expect(one?.['id']).not.toBe(session);
});

const openOne = async ({ ask }: Asking): Promise<string> => {
  const { sessions } = JSON.parse(JSON.stringify(await ask('sessions.list')));
  return String(sessions[0]?.id);
};

it('are filtered by who began them, archived, and told to the other places', async () => {
  const asking = await askMethods(makeBornWorkspace());
  const { ask, serving } = asking;
  const { kept } = await begun(asking, 'Tell me of herons.');
  expect(await listed(asking, { origins: ['clock', 'worker'] })).toEqual([]);
  expect(await listed(asking, { origins: ['owner'] })).toHaveLength(1);
  await ask('sessions.archive', { id: kept, archived: true });
  expect(await listed(asking, { archived: false })).toEqual([]);
  const archivedAt = expect.stringMatching(/Z$/u);
  expect(await listed(asking, { archived: true })).toMatchObject([{ kept, archivedAt }]);
  expect(await ask('sessions.kept')).toMatchObject({ sessions: [{ id: kept, archivedAt }] });
  const told = await serving.events.after((await serving.events.newest()) - 1);
  expect(told).toMatchObject([{ type: 'session', payload: { kept, archivedAt, name: null } }]);
  await ask('sessions.archive', { id: kept, archived: false });
  expect(await listed(asking, { archived: false })).toHaveLength(1);
  expect(await listed(asking, { before: '2000-01-01T00:00:00.000Z' })).toEqual([]);
});

it('are searched, and deleted with every word that was said in them', async () => {
  const asking = await askMethods(makeBornWorkspace());
  const { ask, serving } = asking;
  const { kept, session } = await begun(asking, 'The heron nests in the reeds.');
  expect(await ask('sessions.search', { query: 'héron' })).toMatchObject({
    sessions: [{ id: kept, hits: [{ by: 'human', text: 'The heron nests in the reeds.' }] }],
  });
  expect(await ask('sessions.search', { query: 'stork' })).toEqual({ sessions: [] });
  expect(await problemIn(ask('sessions.search', { query: '!' }))).toMatchObject({
    code: 'SEARCH_EMPTY',
  });
  expect(new RegExp(patternOf('sessions.search', 'query'), 'u').test('a\0b')).toBe(false);
  await ask('sessions.delete', { id: kept });
  expect(await ask('sessions.kept')).toEqual({ sessions: [] });
  expect(await listed(asking, {})).toEqual([]);
  const { agents, events } = serving.data;
  const rows = [
    ...(await agents.selectFrom('turns').selectAll().execute()),
    ...(await events.selectFrom('events').selectAll().execute()),
  ];
  expect(JSON.stringify(rows)).not.toContain('heron');
  expect(await serving.events.ofSession(session, 0)).toMatchObject({ events: [] });
  expect(rows.at(-1)).toMatchObject({ type: 'session' });
  expect(await problemIn(ask('sessions.delete', { id: 'nothing' }))).toMatchObject({
    code: 'SESSION_UNKNOWN',
  });
});

it('takes no more in one message than there is room for, what is attached included', async () => {
  const { ask } = await askMethods(makeBornWorkspace());
  const files = [{ name: 'a.txt', text: 'x'.repeat(SAY_MAX_CHARS) }];
  expect(await problemIn(ask('chat.send', { text: 'Look.', files }))).toMatchObject({
    status: 413,
    code: 'MESSAGE_TOO_LONG',
  });
});

const patternOf = (name: string, member: string): string =>
  JSON.parse(JSON.stringify(METHODS[name]?.params)).properties[member].pattern;
