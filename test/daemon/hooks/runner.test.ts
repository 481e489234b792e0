import { afterEach, expect, it } from 'vitest';

import { EventLog } from '#daemon/data/event-log.ts';
import { Databases } from '#daemon/data/open.ts';
import { insert } from '#daemon/data/write.ts';
import type { AutomationRow } from '#daemon/hooks/points.ts';
import {
  endLeftRuns,
  type HandlerResult,
  type HookHandlers,
  HookRunner,
} from '#daemon/hooks/runner.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { openWorkspace, uid } from '#test/support/kernel.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).toReversed()) close();
});

type Work = (signal: AbortSignal) => Promise<HandlerResult>;

const POINT = 'worker:pre_execution';
const MOMENT = { request: 'r1', task: 'Count the herons.' };

const row = (name: string, changes: Partial<AutomationRow> = {}): AutomationRow => ({
  name,
  hook_point: POINT,
  blocking: 1,
  timeout_ms: null,
  workspace_dir: null,
  peer_workspaces: '[]',
  self_improvement: 0,
  ...changes,
});

/** Automations at one hook point, by what they do; those without are rows alone. */
const automations = async (
  rows: readonly AutomationRow[],
  work: Readonly<Record<string, Work>>,
) => {
  const databases = await Databases.open(openWorkspace(makeWorkspace()).ensure('data'), uid);
  closing.push(() => databases.close());
  const { runtime } = databases.queries;
  for (const one of rows) await insert(runtime, 'automations', one);
  const own = Object.entries(work).map(
    ([name, does]) => [name, (_: object, signal: AbortSignal) => does(signal)] as const,
  );
  const none = new Map();
  const handlers: HookHandlers = {
    'runtime:startup': none,
    'worker:pre_execution': new Map(own),
    'after:runAgent': none,
    'command:execute': none,
  };
  const active = await runtime.selectFrom('automations').selectAll().orderBy('id').execute();
  const events = new EventLog(databases.queries.events);
  const hooks = new HookRunner({ automations: active, handlers, runtime, events });
  const runs = () =>
    runtime
      .selectFrom('automation_runs')
      .innerJoin('automations', 'automations.id', 'automation')
      .select(['name', 'outcome', 'note', 'request', 'started_at', 'ended_at'])
      .orderBy('automation_runs.id')
      .execute();
  const told = async () => (await events.after(0)).map(({ payload }) => payload);
  return { hooks, runs, told, runtime, databases };
};

const never = (): Promise<never> => new Promise(() => undefined);

it('waits for those that block, in no order of theirs, and for no other', async () => {
  const beside = Promise.withResolvers<HandlerResult>();
  const { hooks, runs, told } = await automations(
    [row('one'), row('beside', { blocking: 0 }), row('two')],
    {
      one: async () => ({ gives: 'a heron', note: 'found 1' }),
      two: async () => ({}),
      beside: () => beside.promise,
    },
  );
  expect(await hooks.run(POINT, MOMENT)).toEqual(['a heron']);
  const [one, other, two] = await runs();
  expect(one).toMatchObject({
    name: 'one',
    outcome: 'done',
    note: 'found 1',
    request: 'r1',
    started_at: expect.stringMatching(/Z$/u),
    ended_at: expect.stringMatching(/Z$/u),
  });
  expect(two).toMatchObject({ name: 'two', outcome: 'done', note: null });
  expect(other).toMatchObject({ name: 'beside', outcome: null, ended_at: null });
  beside.resolve({});
  await hooks.end();
  expect((await runs())[1]).toMatchObject({ name: 'beside', ended_at: expect.any(String) });
  expect((await told()).filter((payload) => 'late' in payload)).toEqual([]);
});

it('leaves out the one that is late, says so, and tells it that nobody waits', async () => {
  const aborted = Promise.withResolvers<boolean>();
  const { hooks, runs, told } = await automations([row('slow', { timeout_ms: 1 }), row('quick')], {
    slow: async (signal) => {
      signal.addEventListener('abort', () => aborted.resolve(true));
      return never();
    },
    quick: async () => ({ gives: 'in time' }),
  });
  expect(await hooks.run(POINT, MOMENT)).toEqual(['in time']);
  expect(await aborted.promise).toBe(true);
  const note = 'not done after 1 ms';
  expect(await runs()).toMatchObject([
    { name: 'slow', outcome: 'late', note, ended_at: expect.any(String) },
    { name: 'quick', outcome: 'done' },
  ]);
  expect(await told()).toEqual([{ automation: 'slow', hook: POINT, outcome: 'late', note }]);
});

it('lets one that runs beside be late, too', async () => {
  const { hooks, runs, told } = await automations([row('slow', { blocking: 0, timeout_ms: 1 })], {
    slow: never,
  });
  expect(await hooks.run(POINT, MOMENT)).toEqual([]);
  while ((await told()).length === 0) await new Promise(setImmediate);
  expect(await runs()).toMatchObject([{ name: 'slow', outcome: 'late' }]);
});

it('keeps why one failed, by a refusal and by a bug, and goes on', async () => {
  const { hooks, runs, told } = await automations([row('refused'), row('broken'), row('good')], {
    refused: async () => {
      throw new Refusal('DAEMON_NONE', {});
    },
    broken: () => {
      throw new TypeError('no heron');
    },
    good: async () => ({ gives: 'still here' }),
  });
  expect(await hooks.run(POINT, MOMENT)).toEqual(['still here']);
  expect(await runs()).toMatchObject([
    { outcome: 'failed', note: expect.stringMatching(/^DAEMON_NONE: /u) },
    { outcome: 'failed', note: 'a bug of yamo: TypeError: no heron' },
    { outcome: 'done' },
  ]);
  expect(await told()).toHaveLength(2);
});

it('says which will not run: unknown names, hook points of others', async () => {
  const { hooks, runs, told } = await automations(
    [
      row('stranger'),
      row('constructor'),
      row('known', { hook_point: 'after:runAgent' }),
      row('nowhere', { hook_point: 'at:noon' }),
      row('runs'),
    ],
    { known: async () => ({}), runs: async () => ({}) },
  );
  await hooks.tellIdle();
  const said = (await told()).map((payload) => Object.values(payload).join(' | '));
  expect(said).toEqual([
    expect.stringMatching(/^stranger \| worker:pre_execution \| idle \| yamo has nothing/u),
    expect.stringContaining('constructor'),
    expect.stringContaining('known | after:runAgent'),
    expect.stringContaining('nowhere | at:noon'),
  ]);
  await hooks.run(POINT, MOMENT);
  expect((await runs()).map(({ name }) => name)).toEqual(['runs']);
});

it('ends what runs with the service, begins nothing after it, and settles what a killed one left', async () => {
  const reached = Promise.withResolvers<void>();
  const { hooks, runs, runtime } = await automations([row('long', { blocking: 0 })], {
    long: () => {
      reached.resolve();
      return never();
    },
  });
  const { id } = await runtime.selectFrom('automations').select('id').executeTakeFirstOrThrow();
  const left = { automation: id, hook_point: POINT, started_at: '2026-01-01T00:00:00.000Z' };
  await insert(runtime, 'automation_runs', left);
  expect(await endLeftRuns(runtime)).toBe(1);
  await hooks.run(POINT, MOMENT);
  await reached.promise;
  // Of this one not even the row is written when the service ends.
  await hooks.run(POINT, MOMENT);
  await hooks.end();
  await hooks.run(POINT, MOMENT);
  const ended = { outcome: 'failed', note: 'the service ended before it' };
  expect(await runs()).toMatchObject([ended, ended, ended]);
});

it('holds no turn up where its rows cannot be written', async () => {
  const { hooks, databases } = await automations([row('one')], {
    one: async () => {
      databases.close();
      return { gives: 'lost with its row' };
    },
  });
  closing.length = 0;
  expect(await hooks.run(POINT, MOMENT)).toEqual([]);
  expect(await hooks.run(POINT, MOMENT)).toEqual([]);
});
