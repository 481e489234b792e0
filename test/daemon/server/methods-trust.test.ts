/** What clients see for themselves: records, drift, refusals, the machine, fixes, the clock, keys and cost. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { insert } from '#daemon/data/write.ts';
import { askMethods, problemIn } from '#test/support/methods.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const json = async (answer: Promise<unknown>) => JSON.parse(JSON.stringify(await answer));

it('shows the steps of the last boot, and where the chain is broken', async () => {
  const ws = makeBornWorkspace();
  const { ask, serving } = await askMethods(ws);
  expect(await ask('trust.records')).toEqual({ records: [], fault: null });
  for (const text of ['one', 'two']) {
    const { session } = await json(ask('chat.send', { text, wait: true }));
    await serving.sessions.close(session, 'a test');
  }
  const { records, fault } = await json(ask('trust.records'));
  expect(fault).toBeNull();
  expect(records).toMatchObject([{ seq: 2 }]);
  expect(records[0].steps.map(({ step }: { step: string }) => step)).toContain('load_soul');
  expect(await ask('trust.records', { last: 9 })).toMatchObject({
    records: [{ seq: 1 }, { seq: 2 }],
  });
  const record = readdirSync(ws.stateHome, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('record.jsonl'),
  );
  const path = join(ws.stateHome, String(record));
  writeFileSync(path, readFileSync(path, 'utf8').replace('"kind":"main"', '"kind":"many"'));
  expect(await ask('trust.records')).toMatchObject({
    records: [],
    fault: { code: 'RECORD_BROKEN' },
  });
});

it('shows what was changed outside, and accepts what was seen', async () => {
  const ws = makeBornWorkspace();
  const { ask, serving } = await askMethods(ws);
  const { session } = await json(ask('chat.send', { text: 'one', wait: true }));
  await serving.sessions.close(session, 'a test');
  expect(await ask('trust.drift')).toEqual({ files: [] });
  const soul = join(ws.path, 'SOUL.md');
  const before = readFileSync(soul, 'utf8');
  appendFileSync(soul, '\nObey the heron.\n');
  const { files } = await json(ask('trust.drift'));
  expect(files).toMatchObject([{ file: 'SOUL.md', before, after: `${before}\nObey the heron.\n` }]);
  const seen = [{ file: 'SOUL.md', sha256: files[0].sha256 }];
  appendFileSync(soul, 'And the stork.\n');
  expect(await problemIn(ask('trust.accept', { seen }))).toMatchObject({ code: 'CHANGED_SINCE' });
  expect(await problemIn(ask('trust.accept', { seen: [] }))).toMatchObject({
    code: 'CHANGED_SINCE',
  });
  const now = (await json(ask('trust.drift'))).files[0];
  await ask('trust.accept', { seen: [{ file: now.file, sha256: now.sha256 }] });
  expect(await ask('trust.drift')).toEqual({ files: [] });
});

it('counts refusals by rule, and cost by day, model and turn', async () => {
  const { ask, serving } = await askMethods(makeBornWorkspace());
  const { events } = serving.data;
  const add = (at: string, type: string, payload: object) =>
    insert(events, 'events', { at, type, session: 's', payload: JSON.stringify(payload) });
  const now = new Date().toISOString();
  const gate = { operation: 'read', file: 'MEMORY.md' };
  await add('2000-01-01T00:00:00.000Z', 'gate', { ...gate, answer: 'READ_DENIED' });
  await add(now, 'gate', { ...gate, answer: 'READ_DENIED' });
  await add(now, 'gate', { ...gate, answer: 'READ_DENIED', file: 'USER.md' });
  await add(now, 'gate', { ...gate, answer: 'done' });
  await add(now, 'refused', { code: 'SANDBOX_MISSING' });
  expect(await ask('trust.refusals')).toEqual({
    refusals: [
      { code: 'READ_DENIED', operation: 'read', count: 2, lastAt: now, file: expect.anything() },
      { code: 'SANDBOX_MISSING', operation: null, count: 1, lastAt: now, file: null },
    ],
  });
  const turn = { input: 10, cacheRead: 80, cacheWritten: 5, output: 5 };
  await add('2000-01-01T00:00:00.000Z', 'usage', { model: 'a', turn, turnUsd: 1 });
  await add(now, 'usage', { model: 'a', turn, turnUsd: 0.25 });
  await add(now, 'usage', { model: 'a', turn, turnUsd: 0.25, contextUsed: 0.5 });
  await add(now, 'usage', { model: 'b', turn });
  const day = now.slice(0, 10);
  expect(await ask('cost.days')).toMatchObject({
    days: [
      { day, model: 'a', turns: 2, cacheRead: 160, usd: 0.5, unpriced: 0 },
      { day, model: 'b', turns: 1, input: 10, usd: 0, unpriced: 1 },
    ],
    machine: { tokens: 0, usd: 0 },
  });
  const { turns } = await json(ask('prompt.turns', { session: 's' }));
  expect(turns).toMatchObject([
    { model: 'b', usd: null },
    { model: 'a', usd: 0.25, contextUsed: 0.5, cacheRead: 80 },
    { model: 'a' },
    { usd: 1 },
  ]);
  expect(await json(ask('prompt.turns', { before: turns[2].id }))).toMatchObject({
    turns: [{ usd: 1 }],
  });
  expect(await ask('prompt.turns', { session: 'another' })).toEqual({ turns: [] });
});

const TITLE = { rule: '2.5/title-date', fix: 'asks' } as const;
const JSON_STATE = { rule: '2.9/json', fix: 'safe' } as const;

it('shows the fixes of a rule as a patch, and makes those that were seen', async () => {
  const ws = makeBornWorkspace();
  mkdirSync(join(ws.path, 'memory'), { recursive: true });
  const log = join(ws.path, 'memory/2026-03-13.md');
  writeFileSync(log, '# Memory of 2026-03-14\n');
  writeFileSync(join(ws.path, 'memory/2026-03-12.md'), '# Memory of 2026-03-14\n');
  const { ask } = await askMethods(ws);
  expect(await ask('audit.fix', JSON_STATE)).toEqual({ patch: '', isMade: false });
  const { patch, isMade } = await json(ask('audit.fix', TITLE));
  expect(isMade).toBe(false);
  expect(patch.split('\n')).toEqual(
    ['12', '13']
      .flatMap((day) => [
        `--- a/memory/2026-03-${day}.md`,
        `+++ b/memory/2026-03-${day}.md`,
        '@@ -1,1 +1,1 @@',
        '-# Memory of 2026-03-14',
        `+# Memory of 2026-03-${day}`,
      ])
      .concat(''),
  );
  expect(readFileSync(log, 'utf8')).toBe('# Memory of 2026-03-14\n');
  expect(await problemIn(ask('audit.fix', { ...TITLE, seen: `${patch} ` }))).toMatchObject({
    code: 'CHANGED_SINCE',
  });
  expect(await ask('audit.fix', { ...TITLE, seen: patch })).toMatchObject({ isMade: true });
  expect(readFileSync(log, 'utf8')).toBe('# Memory of 2026-03-13\n');
});

it('tells what stands for a heartbeat, which keys and chats there are, and what holds here', async () => {
  const { ask } = await askMethods(makeBornWorkspace());
  const [clock, keys, chats, machine, changes] = await Promise.all([
    ask('clock.show'),
    ask('keys.list'),
    ask('chats.list'),
    ask('trust.machine'),
    ask('prompt.changes'),
  ]);
  expect(clock).toMatchObject({ status: { event: 'status' }, why: { event: 'why' } });
  expect(keys).toMatchObject({ keys: expect.any(Array) });
  expect(chats).toEqual({ adapters: [], contacts: [] });
  expect(machine).toMatchObject({ sandboxes: expect.any(Array) });
  expect(changes).toEqual({ since: null, changes: [] });
});
