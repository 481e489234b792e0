/** What clients ask beside words in a session: memory, automations, and what commands of yamo answer. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { EventLog } from '#daemon/data/event-log.ts';
import { Databases } from '#daemon/data/open.ts';
import { insert } from '#daemon/data/write.ts';
import { Automations } from '#daemon/hooks/automations.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { disk } from '#kernel/fs/disk.ts';
import { METHODS } from '#daemon/methods/methods.ts';
import { openApi } from '#daemon/server/open-api.ts';
import { OwnCommands } from '#daemon/workspace/own-commands.ts';
import { OPEN_API, packageRoot } from '#kernel/process/package.ts';
import { proposeKnowledge } from '#daemon/memory/proposals.ts';
import { laterRefusalOf, uid } from '#test/support/kernel.ts';
import { askMethods, problemIn } from '#test/support/methods.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

it('reads and searches memory, and names no other file', async () => {
  const ws = makeBornWorkspace({ 'MEMORY.md': '# Memory\n\n- The heron nests.\n' });
  mkdirSync(join(ws.path, 'memory'), { recursive: true });
  writeFileSync(join(ws.path, 'memory/2026-01-02.md'), '# Log\n\n- A heron came.\n');
  writeFileSync(join(ws.path, 'memory/2026-01-02-visit.md'), 'Two herons.\n');
  const { ask } = await askMethods(ws);
  expect(await ask('memory.read')).toMatchObject({
    files: [{ file: 'MEMORY.md', text: '# Memory\n\n- The heron nests.\n' }],
  });
  expect(await ask('memory.read', { about: '2026-01-02' })).toMatchObject({
    files: [{ file: 'memory/2026-01-02.md' }, { file: 'memory/2026-01-02-visit.md' }],
  });
  expect(await problemIn(ask('memory.read', { about: '2026-01-03' }))).toMatchObject({
    code: 'MEMORY_ABSENT',
  });
  expect(await ask('memory.search', { query: 'heron' })).toMatchObject({
    hits: [
      { file: 'MEMORY.md' },
      { file: 'memory/2026-01-02-visit.md' },
      { file: 'memory/2026-01-02.md' },
    ],
    more: 0,
    unread: [],
  });
  expect(await problemIn(ask('memory.search', { query: '!' }))).toMatchObject({
    code: 'SEARCH_EMPTY',
  });
  expect(await ask('memory.notes')).toMatchObject({ memory: true });
  expect(await ask('memory.review', { day: '2026-01-02' })).toMatchObject({
    logs: [{ file: 'memory/2026-01-02.md', open: [{ text: expect.stringContaining('heron') }] }],
  });
  const { pattern } = aboutOf('memory.read');
  for (const file of ['state/data/events.db', '../x', 'MEMORY.md/..', 'memory/2026-01-02.md'])
    expect(new RegExp(pattern, 'u').test(file)).toBe(false);
});

const aboutOf = (name: string): { readonly pattern: string } =>
  JSON.parse(JSON.stringify(METHODS[name]?.params)).properties.about;

it('names a log that cannot be read, and finds the others', async () => {
  const ws = makeBornWorkspace({ 'MEMORY.md': 'heron\n' });
  mkdirSync(join(ws.path, 'memory/2026-01-02.md'), { recursive: true });
  const { ask } = await askMethods(ws);
  expect(await ask('memory.search', { query: 'heron' })).toMatchObject({
    hits: [{ file: 'MEMORY.md' }],
    unread: [{ file: 'memory/2026-01-02.md' }],
  });
});

const AUTOMATION = {
  hook_point: 'runtime:startup',
  blocking: 0,
  timeout_ms: null,
  workspace_dir: null,
  peer_workspaces: '[]',
  self_improvement: 0,
} as const;

it('turns automations off and on, at once, and tells their runs', async () => {
  const folder = Directory.open(disk, mkdtempSync(join(tmpdir(), 'yamo-test-')));
  const databases = await Databases.open(folder, uid);
  onTestFinished(() => {
    databases.close();
    folder.close();
  });
  const { runtime, events } = databases.queries;
  const automation = await insert(runtime, 'automations', { name: 'one', ...AUTOMATION });
  for (const outcome of ['done', 'late'] as const) {
    const run = { automation, hook_point: AUTOMATION.hook_point, started_at: '2026-01-02' };
    await insert(runtime, 'automation_runs', { ...run, outcome });
  }
  const { ask, serving } = await askMethods(makeBornWorkspace(), {
    automations: new Automations(runtime, new EventLog(events), []),
  });
  expect(await problemIn(ask('automations.disable', { name: 'two' }))).toMatchObject({
    status: 404,
    code: 'AUTOMATION_UNKNOWN',
  });
  await ask('automations.enable', { name: 'one' });
  expect(serving.automations.active).toMatchObject([{ name: 'one' }]);
  await ask('automations.disable', { name: 'one' });
  expect(serving.automations.active).toEqual([]);
  expect(await ask('automations.list')).toMatchObject({
    automations: [{ name: 'one', status: 'disabled', last: { id: 2, outcome: 'late' } }],
  });
  expect(await ask('automations.runs', { name: 'one' })).toMatchObject({
    runs: [
      { id: 2, automation: 'one' },
      { id: 1, outcome: 'done' },
    ],
  });
  expect(await ask('automations.runs', { before: 2 })).toMatchObject({ runs: [{ id: 1 }] });
  expect(await ask('automations.runs', { name: 'two' })).toEqual({ runs: [] });
});

it('tells the events of one session in pages', async () => {
  const { ask, serving } = await askMethods(makeBornWorkspace());
  for (const session of ['a', 'b', 'a'])
    await serving.events.append({ type: 'text', session, payload: { text: session } });
  const first = await ask('sessions.events', { session: 'a' });
  expect(first).toMatchObject({ events: [{ session: 'a' }, { session: 'a' }], next: null });
  expect(await ask('sessions.events', { session: 'c' })).toEqual({ events: [], next: null });
});

it('answers by commands of yamo, one after the other, and passes on what they refuse', async () => {
  const ws = makeBornWorkspace({ 'MEMORY.md': 'heron\n' });
  const { ask } = await askMethods(ws);
  const [audit, prompt, kept, none] = await Promise.all([
    ask('audit.run'),
    ask('prompt.show', { session: 'shared' }),
    ask('sessions.kept'),
    problemIn(ask('sessions.transcript', { id: 'nothing' })),
  ]);
  expect(audit).toMatchObject({ workspaces: [{ path: ws.path }] });
  expect(prompt).toMatchObject({ session: 'shared', text: expect.not.stringContaining('heron') });
  expect(kept).toEqual({ sessions: [] });
  expect(none).toMatchObject({ status: 422, code: 'SESSION_UNKNOWN' });
});

it('runs no command when it ends, and no more than a few at once', async () => {
  const commands = new OwnCommands({});
  const all = Array.from({ length: 9 }, () => commands.run(['sessions', '--json']));
  const last = laterRefusalOf(() => all.at(-1) ?? Promise.resolve());
  const others = all.slice(0, -1).map((one) => laterRefusalOf(() => one));
  expect(await last).toBe('COMMAND_UNFINISHED');
  await commands.end();
  expect(new Set(await Promise.all(others))).toEqual(new Set(['COMMAND_UNFINISHED']));
});

it('is described in a file that the build has written', () => {
  const text = readFileSync(join(packageRoot(), OPEN_API), 'utf8');
  const built = JSON.parse(text);
  expect(built).toEqual(JSON.parse(JSON.stringify(openApi(built.info.version))));
});

it('lets the owner decide once what was proposed', async () => {
  const { ask, serving } = await askMethods(makeBornWorkspace());
  const learnt = {
    source: 'a turn',
    trust: 'agent',
    readers: 'owner',
    request: undefined,
  } as const;
  const piece = { kind: 'fact', payload: { text: 'The heron nests.' } } as const;
  await proposeKnowledge(serving.data, piece, learnt);
  expect(await ask('memory.proposals')).toMatchObject({ proposals: [{ id: 1, ...piece }] });
  expect(await ask('memory.accept', { id: 1, readers: 'private' })).toEqual({ first: true });
  const facts = serving.data.memory.selectFrom('facts').select(['text', 'trust', 'readers']);
  expect(await facts.execute()).toEqual([
    { text: 'The heron nests.', trust: 'agent', readers: 'private' },
  ]);
  expect(await ask('memory.reject', { id: 1 })).toEqual({ first: false });
  expect(await ask('memory.proposals')).toEqual({ proposals: [] });
  expect(await problemIn(ask('memory.reject', { id: 2 }))).toMatchObject({
    status: 404,
    code: 'PROPOSAL_UNKNOWN',
  });
});
