/** Memory as clients look at it: its days, its entries with their sources, and what is taken back or forgotten. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { insert } from '#daemon/data/write.ts';
import { askMethods, problemIn } from '#test/support/methods.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

const MEMORY =
  '# Memory\n\n## Birds\n\n- The heron nests in the old reeds.\n- Storks pass in autumn.\n- Owls hunt at night.\n';

const withLogs = (): TempWorkspace => {
  const ws = makeBornWorkspace({
    'MEMORY.md': MEMORY,
    'USER.md': '# User\n\n- **Name:** Ada\n- **Timezone:** Pacific/Auckland\n',
  });
  mkdirSync(join(ws.path, 'memory'), { recursive: true });
  writeFileSync(
    join(ws.path, 'memory/2026-03-13.md'),
    '# Log\n\n- 09:00 The heron nests in the old reeds by the lake.\n- Bread is baked.\n',
  );
  return ws;
};

it('has days of what was said, noted and decided, where the human lives', async () => {
  const { ask, serving } = await askMethods(withLogs());
  const { agents, runtime } = serving.data;
  const session = { id: 's', kind: 'main', role: 'manager', origin: 'owner' } as const;
  await insert(agents, 'sessions', { ...session, started_at: '2026-03-12T20:00:00.000Z' });
  // The day before in Greenwich is this day in Auckland.
  const at = '2026-03-12T20:00:00.000Z';
  const turn = { session: 's', request: 'r', started_at: at, message: 'Tell me\nof herons.' };
  await insert(agents, 'turns', { ...turn, reply: 'They nest.' });
  await insert(runtime, 'questions', {
    id: 'q',
    session: 's',
    kind: 'choice',
    asks: '{"text":"Keep it?"}',
    at,
    answer: '"yes"',
    answered_by: 'a page',
    answered_at: at,
  });
  const found = await ask('memory.timeline', { to: '2026-03-20' });
  const day = { day: '2026-03-13', said: 1, noted: 2, decided: 1, isArchived: false };
  expect(found).toMatchObject({ days: [day], oldest: '2026-03-13' });
  expect(await ask('memory.timeline', { to: '2026-03-12' })).toMatchObject({ days: [] });
  expect(await ask('memory.day', { day: '2026-03-13' })).toMatchObject({
    said: [{ session: 's', message: 'Tell me of herons.', reply: 'They nest.' }],
    told: [{ line: 3 }, { file: 'memory/2026-03-13.md', line: 4, text: 'Bread is baked.' }],
    noted: [{ file: 'memory/2026-03-13.md', notes: [{ line: 3 }, { line: 4 }] }],
    decided: [{ is: 'answer', text: 'Keep it? "yes"' }],
  });
  expect(await ask('memory.day', { day: '2026-03-12' })).toMatchObject({ said: [], noted: [] });
});

it('shows what an agent proposes for MEMORY.md, and applies or gives up what was seen', async () => {
  const ws = withLogs();
  const memory = (): string => readFileSync(join(ws.path, 'MEMORY.md'), 'utf8');
  const propose = (text: string) => {
    const add = [{ text, source: 'memory/2026-03-13.md:4' }];
    const input = JSON.stringify({ add, remove: [] });
    return yamo(['memory', 'curate', '--from', '-', '--json'], { workspace: ws, input });
  };
  const { ask } = await askMethods(ws);
  expect(await ask('memory.curation')).toEqual({
    add: [],
    remove: [],
    patch: '',
    isDecided: false,
  });
  await propose('Bread is baked.');
  const { patch, ...seen } = JSON.parse(JSON.stringify(await ask('memory.curation')));
  expect(seen).toMatchObject({
    add: [{ text: 'Bread is baked.', marks: ['who wrote it is not known'] }],
    isDecided: false,
  });
  expect(patch).toContain('+- 2026-03-13: Bread is baked.');
  await propose('Bread is baked daily.');
  const apply = { decide: 'apply', seen: patch };
  expect(await problemIn(ask('memory.curation', apply))).toMatchObject({ code: 'CHANGED_SINCE' });
  expect(memory()).toBe(MEMORY);
  const both = JSON.parse(JSON.stringify(await ask('memory.curation')));
  await ask('memory.curation', { decide: 'apply', seen: both.patch });
  expect(memory()).toContain('Bread is baked daily.');
  expect(await ask('memory.curation')).toMatchObject({ patch: '' });
  await propose('Bread is baked at night.');
  const third = JSON.parse(JSON.stringify(await ask('memory.curation')));
  await ask('memory.curation', { decide: 'give up', seen: third.patch });
  expect(await ask('memory.curation')).toMatchObject({ patch: '' });
  expect(memory()).not.toContain('night.\n- Bread');
});

it('names for each entry the line of a log that says it', async () => {
  const { ask } = await askMethods(withLogs());
  expect(await ask('memory.entries')).toMatchObject({
    entries: [
      {
        line: 5,
        heading: 'Birds',
        sources: [{ file: 'memory/2026-03-13.md', line: 3, is: 'alike' }],
      },
      { line: 6, sources: [] },
      { line: 7, sources: [] },
    ],
  });
});

it('forgets lines after a look, and takes that back', async () => {
  const ws = withLogs();
  const { ask } = await askMethods(ws);
  const memory = () => readFileSync(join(ws.path, 'MEMORY.md'), 'utf8');
  const place = { file: 'MEMORY.md', line: 6 };
  const look = JSON.parse(JSON.stringify(await ask('memory.forget', place)));
  expect(look).toMatchObject({
    patch: expect.stringContaining('-- Storks pass in autumn.'),
    journal: null,
  });
  expect(memory()).toBe(MEMORY);
  const other = { ...place, line: 7, hash: look.hash };
  expect(await problemIn(ask('memory.forget', other))).toMatchObject({
    status: 409,
    code: 'CHANGED_SINCE',
  });
  for (const missing of [
    { file: 'MEMORY.md', line: 99 },
    { file: 'memory/2020-01-01.md', line: 1 },
  ])
    expect(await problemIn(ask('memory.forget', missing))).toMatchObject({ code: 'MEMORY_ABSENT' });
  const gone = await ask('memory.forget', { ...place, hash: look.hash });
  expect(gone).toMatchObject({ journal: 1 });
  expect(memory()).not.toContain('Storks');
  expect(await ask('memory.journal')).toMatchObject({
    entries: [{ id: 1, kind: 'forget', files: ['MEMORY.md'], isUndone: false }],
  });
  const back = JSON.parse(JSON.stringify(await ask('memory.undo', { id: 1 })));
  expect(back).toMatchObject({
    patch: expect.stringContaining('+- Storks pass in autumn.'),
    journal: [],
  });
  expect(await problemIn(ask('memory.undo', { id: 1, seen: 'another' }))).toMatchObject({
    code: 'CHANGED_SINCE',
  });
  expect(memory()).not.toContain('Storks');
  await ask('memory.undo', { id: 1, seen: back.patch });
  expect(memory()).toBe(MEMORY);
  expect(await ask('memory.journal')).toMatchObject({
    entries: [
      { id: 1, isUndone: true },
      { kind: 'undo', undoes: 1 },
    ],
  });
  expect(await problemIn(ask('memory.undo', { id: 9 }))).toMatchObject({
    code: 'JOURNAL_UNKNOWN',
  });
});
