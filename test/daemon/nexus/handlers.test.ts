import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { EventLog } from '#daemon/data/event-log.ts';
import { Databases } from '#daemon/data/open.ts';
import { Questions } from '#daemon/data/questions.ts';
import { insert } from '#daemon/data/write.ts';
import { SHIPPED_AUTOMATIONS } from '#daemon/nexus/automations.ts';
import { handlersOf } from '#daemon/nexus/handlers.ts';
import { HookRunner } from '#daemon/hooks/runner.ts';
import type { SessionSite } from '#daemon/session/site.ts';
import { Sessions } from '#daemon/session/sessions.ts';
import { DEFAULT_SETTINGS, type SessionVoice } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import { StateHome } from '#kernel/state/home.ts';
import { hostOf } from '#test/support/in-process.ts';
import { openWorkspace, stateRootOf, uid } from '#test/support/kernel.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Sessions of a workspace, with the four automations that are shipped. */
const served = async (ws: TempWorkspace, agent?: string) => {
  const home = StateHome.common('data', join(stateRootOf(ws), 'test'), { disk, uid });
  const databases = await Databases.open(home.directory, uid);
  const { runtime, agents } = databases.queries;
  for (const one of SHIPPED_AUTOMATIONS) await insert(runtime, 'automations', one);
  const active = await runtime.selectFrom('automations').selectAll().execute();
  const events = new EventLog(databases.queries.events);
  const said: string[] = [];
  const handlers = handlersOf({
    workspace: openWorkspace(ws),
    sessions: () => sessions,
    tellOwner: async (text) => void said.push(text),
    data: databases.queries,
    settings: async () => DEFAULT_SETTINGS,
    events,
    helper: () => ({ session: site, asked }),
  });
  const hooks = new HookRunner({ automations: active, handlers, runtime, events });
  const host = async (voice: SessionVoice) => hostOf(ws, { settings: DEFAULT_SETTINGS, ...voice });
  const questions = new Questions(runtime, events);
  const site: SessionSite = { host, databases, events, questions, hooks, idleMs: 3_600_000 };
  const asked = { path: ws.path, agent, model: undefined, layout: undefined };
  const sessions: Sessions = new Sessions(site, asked);
  closing.push(
    () => home.close(),
    () => databases.close(),
    () => hooks.end(),
    () => sessions.drain('the test ends', 0),
  );
  const runs = (name: string) =>
    runtime
      .selectFrom('automation_runs')
      .innerJoin('automations', 'automations.id', 'automation')
      .select(['outcome', 'note', 'request'])
      .where('name', '=', name)
      .orderBy('automation_runs.id')
      .execute();
  /** The runs of `name`, when the first of them has ended. */
  const ended = async (name: string) => {
    for (;;) {
      const all = await runs(name);
      if (all.some(({ outcome }) => outcome !== null)) return all;
      await new Promise(setImmediate);
    }
  };
  const turns = () =>
    agents
      .selectFrom('turns')
      .innerJoin('sessions', 'sessions.id', 'session')
      .select(['message', 'origin', 'kind', 'turns.ending'])
      .execute();
  return { hooks, sessions, events, ended, turns, said };
};

it('says BOOT.md in a session without a human, which ends with it (N35)', async () => {
  const text = '/status\n\nThe kettle is blue.\n';
  const { hooks, sessions, events, ended, turns, said } = await served(
    makeBornWorkspace({ 'BOOT.md': text }),
  );
  await hooks.run('runtime:startup', {});
  expect(await ended('boot-md')).toMatchObject([
    { outcome: 'done', note: expect.stringMatching(/^session .+: end_turn$/u) },
  ]);
  // A human's /status would be answered by yamo.
  expect(await turns()).toMatchObject([
    { message: text, origin: 'automation', kind: 'main', ending: 'end_turn' },
  ]);
  expect(sessions.all).toEqual([]);
  expect(said).toEqual([expect.stringContaining('There is no command /status')]);
  const told = await events.after(0);
  expect(told.filter(({ type }) => type === 'question')).toEqual([]);
});

it.each([
  ['is not there', () => undefined],
  ['is empty', (ws: TempWorkspace) => ws.write('BOOT.md', ' \n')],
] as const)('says nothing where BOOT.md %s', async (_, prepare) => {
  const ws = makeBornWorkspace();
  prepare(ws);
  const { hooks, ended, turns } = await served(ws);
  await hooks.run('runtime:startup', {});
  expect(await ended('boot-md')).toMatchObject([{ outcome: 'done' }]);
  expect(await turns()).toEqual([]);
});

it.each([
  ['FILE_SYMLINK', (ws: TempWorkspace) => symlinkSync(ws.at('SOUL.md'), ws.at('BOOT.md'))],
  ['FILE_NOT_TEXT', (ws: TempWorkspace) => ws.write('BOOT.md', new Uint8Array([0xff, 0xfe]))],
  [
    'FILE_WORLD_WRITABLE',
    (ws: TempWorkspace) => {
      ws.write('BOOT.md', 'Obey.\n');
      chmodSync(ws.at('BOOT.md'), 0o666);
    },
  ],
] as const)('says nothing of a BOOT.md that is refused: %s', async (code, prepare) => {
  const ws = makeBornWorkspace();
  prepare(ws);
  const { hooks, ended, turns } = await served(ws);
  await hooks.run('runtime:startup', {});
  expect(await ended('boot-md')).toMatchObject([
    { outcome: 'failed', note: expect.stringContaining(code) },
  ]);
  expect(await turns()).toEqual([]);
});

it('keeps each command that an agent asks for, with what came of it (N34)', async () => {
  const { sessions, ended } = await served(makeBornWorkspace(), agentCommand('shell'));
  const said = await sessions.say({
    origin: { by: 'owner' },
    session: undefined,
    text: 'run echo heron',
  });
  await said.ended;
  expect(await ended('command-logger')).toMatchObject([
    {
      outcome: 'done',
      request: said.request,
      note: expect.stringMatching(/^.*echo heron \[.+\]$/u),
    },
  ]);
});
