/** The index of a session, its process in its view: files are the truth, whoever changes them, and however. */
import {
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import process from 'node:process';

import { describe, expect, it, vi } from 'vitest';

import { MeshProcess } from '#kernel/mesh/process.ts';
import { SHARED } from '#lib/spec/session-policy.ts';
import { STORE_FILES } from '#mesh/store/files.ts';
import { familyOf } from '#test/support/family.ts';
import { laterRefusalOf } from '#test/support/kernel.ts';
import { filesWith, indexOn, placesFound, STORES } from '#test/support/mesh.ts';
import { exampleOf } from '#test/support/provider-examples.ts';
import { PROVIDER_FORMATS } from '#lib/secrets/provider-formats.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';
import { isAlive, until } from '#test/support/yamo.ts';

const MEMORY =
  '# Memory\n\n- 2026-11-02: The tidal model runs on Fridays on the harbour computer.\n- 2026-11-03: Ada wants the berth of the Aurora to be painted green.\n';
const LOG =
  '# Memory — 2026-11-20\n\n## Session [09:30]\n\n- The lighthouse keeper asked for two spare lamps before winter.\n';
const DAY_MS = 86_400_000;
const FILES = { 'MEMORY.md': MEMORY, 'memory/2026-11-20.md': LOG };

const logOf = (day: string, note: string): string =>
  `# Memory — ${day}\n\n## Session [09:00]\n\n- 09:01 ${note}\n`;

describe.each(STORES)('an index in %s', (store) => {
  it('finds what the files hold, with text and headings of now [Y103]', async () => {
    const temp = makeBornWorkspace(FILES);
    const before = temp.list().map((file) => (file.endsWith('/') ? '' : temp.text(file)));
    const { index, folder } = indexOn(temp, store);
    const { hits, behind } = await index.search({ query: 'spare lamp' });
    expect(behind.size).toBe(0);
    expect(hits).toMatchObject([
      {
        file: 'memory/2026-11-20.md',
        line: 5,
        to: 5,
        headings: ['Session [09:30]'],
        text: '- The lighthouse keeper asked for two spare lamps before winter.',
      },
    ]);
    expect(hits[0]?.id).toMatch(/^mem_\d+_[0-9a-f]{6}$/u);
    expect(temp.list().map((file) => (file.endsWith('/') ? '' : temp.text(file)))).toEqual(before);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('shows what holds now, however few places are asked for', async () => {
    const temp = makeBornWorkspace({
      'memory/2026-08-20.md': logOf('2026-08-20', 'Ada lives in Lime Row.'),
      'memory/2026-08-25.md': logOf(
        '2026-08-25',
        'The postman was told that Ada lives in Canal Side now, no longer in Lime Row.',
      ),
      'memory/2026-08-26.md': logOf(
        '2026-08-26',
        'Ada lives in Oak Court now, no longer in Lime Row.',
      ),
    });
    const { index } = indexOn(temp, store);
    for (const limit of [1, 2, 3]) {
      const { hits } = await index.search({ query: 'Where does Ada live?', limit });
      expect(hits).toHaveLength(limit);
      expect(hits[0]?.text).toContain('Oak Court');
    }
  });

  it('counts what else has a word of the question', async () => {
    const notes = Array.from(
      { length: 30 },
      (_, at) => `- Lamp ${at} of the pier was mended by Okafor.\n`,
    );
    const log = `# Memory — 2026-11-20\n\n## Session [09:30]\n\n${notes.join('')}- The tide was high.\n`;
    const { index } = indexOn(makeBornWorkspace({ 'memory/2026-11-20.md': log }), store);
    const { hits, more } = await index.search({ query: 'lamps of the pier', limit: 4 });
    expect([hits.length, more]).toEqual([4, 26]);
    const all = await index.search({ query: 'high tide', limit: 4 });
    expect([all.hits.length, all.more]).toEqual([3, 0]);
  });

  it('ends its process when nobody has asked for a while, and starts another for the next question', async () => {
    const { index } = indexOn(makeBornWorkspace(FILES), store, { idleMs: 1 });
    const { pid } = await index.process();
    // The first question makes the clock run.
    expect((await index.search({ query: 'spare lamp' })).hits).toHaveLength(1);
    await until(() => !isAlive(pid));
    expect((await index.search({ query: 'spare lamp' })).hits).toHaveLength(1);
    expect((await index.process()).pid).not.toBe(pid);
  });

  it('follows an editor, another kernel, and a memory/ that was replaced', async () => {
    const temp = makeBornWorkspace(FILES);
    const one = indexOn(temp, store);
    // Asked again and again, so that the index has reason to believe its watch.
    for (let left = 3; left > 0; left -= 1)
      expect(await placesFound(one, 'tidal model')).toEqual(['MEMORY.md:3', 'MEMORY.md:4']);
    temp.write('MEMORY.md', MEMORY.replace(/- 2026-11-02.*\n/u, ''));
    expect(await placesFound(one, 'tidal')).toEqual([]);
    // A second kernel takes another change over; the first one has not looked yet.
    temp.write('MEMORY.md', MEMORY.replace('tidal', 'lunar'));
    const other = indexOn(temp, store);
    expect(await placesFound(other, 'lunar')).toContain('MEMORY.md:3');
    for (let left = 3; left > 0; left -= 1)
      expect(await placesFound(one, 'lunar')).toContain('MEMORY.md:3');
    // As git checks out: the folder that is watched goes, another one has its name.
    renameSync(temp.at('memory'), temp.at('old'));
    mkdirSync(temp.at('memory'), { mode: 0o700 });
    temp.write('memory/2026-11-19.md', LOG.replaceAll('lighthouse', 'windmill'));
    rmSync(temp.at('old'), { recursive: true });
    expect(await placesFound(one, 'lighthouse')).toEqual([]);
    expect(await placesFound(one, 'windmill')).toEqual(['memory/2026-11-19.md:5']);
    expect((await one.index.status()).files).toBe(2);
    await other.index.close();
  });

  it('shows no line that went between the sync and the answer', async () => {
    const temp = makeBornWorkspace(FILES);
    const { index } = indexOn(temp, store, {
      // The gate gives the file of now: here a line is withheld that the index has.
      screen: (_file, text) => (isWithheld ? text.replace(/.*tidal.*/u, '[withheld]') : text),
    });
    let isWithheld = false;
    // Until the index believes its watch: then nothing is compared before the answer.
    for (let left = 3; left > 0; left -= 1)
      expect((await index.search({ query: 'tidal' })).hits.length).toBeGreaterThan(0);
    isWithheld = true;
    // Nor what stands in its place now, which nobody asked for.
    expect((await index.search({ query: 'tidal' })).hits).toEqual([]);
  });

  it('notices a change whatever the clock says, set back or so far ahead that stamps are believed', async () => {
    const temp = makeBornWorkspace(FILES);
    const { index } = indexOn(temp, store);
    await index.sync();
    const real = Date.now();
    const now = vi.spyOn(Date, 'now');
    try {
      for (const [word, shift] of [
        ['lunar', -DAY_MS],
        ['solar', -DAY_MS],
        ['stellar', DAY_MS],
        ['polar', DAY_MS],
      ] as const) {
        now.mockReturnValue(real + shift);
        temp.write('MEMORY.md', MEMORY.replace('tidal', word));
        expect(await placesFound({ index }, word)).toContain('MEMORY.md:3');
        expect(await placesFound({ index }, 'tidal')).toEqual([]);
      }
    } finally {
      now.mockRestore();
    }
  });

  it('survives the end of its process, and a store that broke', async () => {
    const temp = makeBornWorkspace(FILES);
    const { index, folder } = indexOn(temp, store);
    await index.sync();
    process.kill((await index.process()).pid, 'SIGKILL');
    expect((await index.search({ query: 'tidal' })).hits.length).toBeGreaterThan(0);
    await index.close();
    breakAll(folder);
    const { hits, note } = await index.search({ query: 'tidal' });
    expect(hits.length).toBeGreaterThan(0);
    expect(await index.rebuilt()).toBeDefined();
    expect(note).toBe(await index.rebuilt());
    expect((await index.search({ query: 'tidal' })).note).toBeUndefined();
  });

  it('says in an answer about a day what of it holds no more', async () => {
    const temp = makeBornWorkspace({
      'memory/2026-11-03.md': logOf('2026-11-03', 'Ada lives in Lime Row, above the bakery.'),
      'memory/2026-11-15.md': logOf(
        '2026-11-15',
        'Ada lives in Canal Side now, no longer in Lime Row.',
      ),
    });
    const { index } = indexOn(temp, store);
    const { hits } = await index.search({ query: 'What happened on 3 November 2026?' });
    expect(hits).toMatchObject([
      { file: 'memory/2026-11-03.md', newer: { file: 'memory/2026-11-15.md', isSure: true } },
    ]);
  });

  it('is built anew once where the other store kept it, of which nothing is left [R-94]', async () => {
    const temp = makeBornWorkspace(FILES);
    const before = indexOn(temp, store === 'sqlite' ? 'lancedb' : 'sqlite');
    await before.index.sync();
    await before.index.close();
    const { index, folder } = indexOn(temp, store);
    const { hits, note } = await index.search({ query: 'tidal' });
    expect(hits.length).toBeGreaterThan(0);
    expect(note).toMatch(/^The index of memory was built anew: it was in (?:SQLite|LanceDB)\.$/);
    const kept = readdirSync(folder).filter((name) => name.startsWith('index.'));
    expect(kept.every((name) => name.startsWith(STORE_FILES[store]))).toBe(true);
    expect((await index.search({ query: 'tidal' })).note).toBeUndefined();
  });

  it('keeps no secret in any byte, after sync, delete and forget [Y96]', async () => {
    const keys = PROVIDER_FORMATS.slice(0, 12).map(exampleOf);
    const lines = keys.map((key, at) => `- The key number ${at} of the harbour is ${key}\n`);
    const secret = 'Tr0ub4dor-and-3';
    const temp = makeBornWorkspace({
      'MEMORY.md': `${MEMORY}${lines.join('')}- Wi-Fi password of the harbour office: ${secret}\n`,
    });
    const { index, folder } = indexOn(temp, store);
    const held = (): readonly string[] =>
      [secret, ...keys].flatMap((value) => filesWith(folder, value));
    const { skipped } = await index.sync();
    expect(skipped.length).toBeGreaterThan(keys.length);
    expect(JSON.stringify(skipped)).not.toContain(secret);
    expect(held()).toEqual([]);
    expect((await index.search({ query: 'Wi-Fi password harbour office' })).hits).not.toContain(
      secret,
    );
    temp.write('MEMORY.md', MEMORY);
    await index.sync();
    expect(held()).toEqual([]);
    await index.purge();
    expect(held()).toEqual([]);
  });

  it('writes nothing where nothing was changed', async () => {
    const temp = makeBornWorkspace(FILES);
    const { index } = indexOn(temp, store);
    expect(await index.sync()).toMatchObject({ written: 3, removed: 0 });
    expect(await index.sync()).toMatchObject({ written: 0, removed: 0 });
  });

  it('takes any question, and answers with places that may be read', async () => {
    const { index } = indexOn(makeBornWorkspace(FILES), store);
    for (const query of [
      '" OR "1"="1',
      "'; DROP TABLE units; --",
      'terms:tidal NEAR(a b) *',
      '1=1) OR (1=1',
      '\u0000\uFFFF\u{1F600}',
      'a'.repeat(100_000),
    ])
      expect((await index.search({ query })).behind.size).toBe(0);
    expect(await laterRefusalOf(() => index.search({ query: ' ' }))).toBe('SEARCH_EMPTY');
  });

  it.each([0, 1, 1.9])(
    'gives one hit where %d is the most, and no negative count',
    async (limit) => {
      const { index } = indexOn(makeBornWorkspace(FILES), store);
      const asked = { query: 'tidal harbour berth lighthouse', limit };
      expect((await index.search(asked)).hits).toHaveLength(1);
    },
  );
});

const networkOf = (one: number | 'self'): string => readlinkSync(`/proc/${one}/ns/net`);

describe('the process of a shared session', () => {
  const OPEN_LOGS = { kind: SHARED, settings: { dailyLogsInShared: true } } as const;

  it.each(STORES)('knows the logs as that session may see them, in %s [Y89]', async (store) => {
    const temp = makeBornWorkspace(FILES);
    const main = indexOn(temp, store);
    await main.index.sync();
    const shared = indexOn(temp, store, {
      ...OPEN_LOGS,
      screen: (_file, text) => text.replaceAll(/.*lighthouse.*/gu, '[withheld]'),
    });
    expect(await placesFound(shared, 'tidal berth Aurora')).toEqual([]);
    expect(await placesFound(shared, 'lighthouse keeper lamps')).toEqual([]);
    expect(shared.folder).not.toBe(main.folder);
    expect(filesWith(shared.folder, 'tidal')).toEqual([]);
    expect(filesWith(shared.folder, 'lighthous')).toEqual([]);
  });

  it('is not started where the logs are closed to it (R-43)', async () => {
    const { index } = indexOn(makeBornWorkspace(FILES), 'sqlite', { kind: SHARED });
    expect(await laterRefusalOf(() => index.search({ query: 'tidal' }))).toBe('GATE_DENIED');
    expect(await laterRefusalOf(() => index.process())).toBe('GATE_DENIED');
  });

  it('is not started where nothing holds it; one of a main session is [Y94]', async () => {
    const temp = makeBornWorkspace(FILES);
    const unheld = { ...OPEN_LOGS.settings, sandbox: 'seatbelt' } as const;
    const { index } = indexOn(temp, 'sqlite', { ...OPEN_LOGS, settings: unheld });
    expect(await laterRefusalOf(() => index.search({ query: 'tidal' }))).toBe('MESH_UNAVAILABLE');
    expect(await laterRefusalOf(() => index.process())).toBe('MESH_UNAVAILABLE');
    const main = indexOn(temp, 'sqlite', { settings: unheld });
    expect((await main.index.status()).by).toBe('node --permission');
  });

  it('reaches no network, whatever its store would send there [Y94]', async () => {
    const { index } = indexOn(makeBornWorkspace(FILES), 'sqlite', OPEN_LOGS);
    const { pid } = await index.process();
    expect(networkOf(familyOf(pid).at(-1) ?? pid)).not.toBe(networkOf('self'));
  });

  it('cannot open another scope, nor the workspace [Y94]', async () => {
    const temp = makeBornWorkspace(FILES);
    const main = indexOn(temp, 'sqlite');
    await main.index.sync();
    const shared = indexOn(temp, 'sqlite', OPEN_LOGS);
    const running: MeshProcess = await shared.index.process();
    for (const folder of [main.folder, temp.path])
      expect(await laterRefusalOf(() => running.ask('open', { folder, store: 'sqlite' }))).toBe(
        'MESH_UNAVAILABLE',
      );
    expect(await placesFound(shared, 'tidal')).toEqual([]);
  });
});

const breakAll = (folder: string): void => {
  for (const path of filesWith(folder, '')) writeFileSync(path, 'no index at all '.repeat(64));
};
