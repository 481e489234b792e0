import { mkdtempSync } from 'node:fs';

import { expect, it } from 'vitest';

import { searchIn, sourcesOf, syncInto } from '#mesh/index-scope.ts';
import { openStore } from '#mesh/open-store.ts';
import { freshPath } from '#test/support/workspace.ts';

const FILE = 'memory/2026-08-20.md';

it('has files whose words another version made taken over anew, and finds them until then', async () => {
  const store = await openStore({ folder: mkdtempSync(`${freshPath('scope')}-`), store: 'sqlite' });
  const text = {
    file: FILE,
    stamp: 'one',
    text: '- Der Kuchen ist heute fertig.',
    secretLines: [],
  };
  await syncInto(store, { texts: [text], gone: [] });
  expect(await sourcesOf(store, {})).toMatchObject({ sources: [{ file: FILE, stamp: 'one' }] });
  // As a version without numbers has left it.
  await store.put([{ file: FILE, stamp: 'one', units: await unitsIn(store) }], []);
  expect(await sourcesOf(store, {})).toMatchObject({ sources: [{ file: FILE, stamp: '' }] });
  const { hits } = await searchIn(store, { query: 'Kuchen', limit: 5, by: 'scores' });
  expect(hits.map(({ file }) => file)).toEqual([FILE]);
  await store.close();
});

const unitsIn = async (store: Awaited<ReturnType<typeof openStore>>) => {
  const best = await store.best(['kuch'], 5);
  return best.map((unit) => Object.assign(unit, { hash: 'h' }));
};
