/** Both stores by the same tests: whatever keeps an index, it answers alike. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { connect } from '@lancedb/lancedb';
import { describe, expect, it } from 'vitest';

import { sha256 } from '#kernel/fs/bytes.ts';
import { findPackage } from '#kernel/mesh/packages.ts';
import { type Ingested, ingest } from '#lib/recall/ingest.ts';
import { recall } from '#lib/recall/recall.ts';
import type { StoreKind, Window } from '#lib/protocol/mesh.ts';
import { openStore } from '#mesh/open-store.ts';
import { STORE_FILES } from '#mesh/store/files.ts';
import { type IndexedFile, type MeshStore, StoreBroken } from '#mesh/store/store.ts';
import { filesWith, STORES } from '#test/support/mesh.ts';
import { freshPath } from '#test/support/workspace.ts';

const hash = (text: string): string => sha256(Buffer.from(text));

const fileOf = (file: string, text: string, stamp = 'one'): IndexedFile => {
  const { units }: Ingested = ingest({ scope: '', file, text }, hash);
  return {
    file,
    stamp,
    units: units.map(({ text: raw, scope: _scope, headings: _headings, time: _time, ...unit }) =>
      Object.assign(unit, { hash: hash(raw) }),
    ),
  };
};

const MONDAY =
  '# Memory — 2026-03-02\n\n## Session [09:30]\n\n- The tidal model runs on Fridays, from the old harbour computer.\n- Ada wants the berth of the Aurora to be painted green in spring.\n';
const TUESDAY =
  '# Memory — 2026-03-03\n\n## Session [10:00]\n\n- 潮汐模型星期五运行，用港口的旧电脑。\n- The lighthouse keeper asked for two spare lamps before winter.\n';

const folderOf = (): string => mkdtempSync(`${freshPath('store')}-`);

const found = async (store: MeshStore, query: string): Promise<readonly string[]> =>
  (await recall(store, query, { limit: 10 })).map(({ unit }) => `${unit.file}:${unit.from}`);

/** Rows that LanceDB reads one by one for each question. */
const unindexedIn = async (folder: string): Promise<number | undefined> => {
  const connection = await connect(join(folder, STORE_FILES.lancedb));
  const stats = await (await connection.openTable('memory')).indexStats('words_idx');
  connection.close();
  return stats?.numUnindexedRows;
};

describe.each(STORES)('an index in %s', (kind) => {
  const openAt = (folder: string, store: StoreKind = kind): Promise<MeshStore> => {
    const lancedb = findPackage('lancedb', {})?.entry;
    return openStore({ folder, store, ...(lancedb !== undefined && { lancedb }) });
  };
  it('finds words, stems and pairs of characters, and says where [Y103]', async () => {
    const store = await openAt(folderOf());
    const monday = fileOf('memory/2026-03-02.md', MONDAY);
    const tuesday = fileOf('memory/2026-03-03.md', TUESDAY);
    expect(await store.put([monday, tuesday], [])).toEqual({ written: 4, removed: 0 });
    expect((await found(store, 'running tide models'))[0]).toBe('memory/2026-03-02.md:5');
    expect((await found(store, '潮汐模型'))[0]).toBe('memory/2026-03-03.md:5');
    expect((await found(store, 'LIGHTHOUSES'))[0]).toBe('memory/2026-03-03.md:6');
    expect(await found(store, 'zeppelin')).toEqual([]);
    expect(await store.counts()).toEqual({ files: 2, chunks: 4 });
    await store.close();
  });

  it('names what is of a stretch of days, in order of time', async () => {
    const store = await openAt(folderOf());
    const dated = '# Memory\n\n- 2026-03-02: The crane of the second quay was sold to Bo.\n';
    const days = [fileOf('memory/2026-03-02.md', MONDAY), fileOf('memory/2026-03-03.md', TUESDAY)];
    await store.put([...days, fileOf('MEMORY.md', dated)], []);
    const of = async (window: Window, limit = 9, which: 'oldest' | 'newest' = 'oldest') =>
      (await store.within(window, limit, which)).map(({ file, from }) => `${file}:${from}`);
    const monday = ['MEMORY.md:3', 'memory/2026-03-02.md:5', 'memory/2026-03-02.md:6'];
    const tuesday = ['memory/2026-03-03.md:5', 'memory/2026-03-03.md:6'];
    expect(await of({ from: '2026-03-02', to: '2026-03-02' })).toEqual(monday);
    expect(await of({ from: '2026-03-03' })).toEqual(tuesday);
    expect(await of({ to: '2026-03-03' })).toEqual([...monday, ...tuesday]);
    expect(await of({ to: '2026-03-03' }, 2)).toEqual(monday.slice(0, 2));
    expect(await of({ to: '2026-03-03' }, 3, 'newest')).toEqual([monday[2], ...tuesday]);
    expect(await of({ from: '2026-03-04' })).toEqual([]);
    await store.close();
  });

  it('writes nothing for what it has, and as little as it can for the rest', async () => {
    const store = await openAt(folderOf());
    await store.put([fileOf('memory/2026-03-02.md', MONDAY)], []);
    const revision = await store.revision();
    expect(await store.put([fileOf('memory/2026-03-02.md', MONDAY)], [])).toEqual({
      written: 0,
      removed: 0,
    });
    expect(await store.revision()).toBe(revision);
    const longer = `${MONDAY}- The crane of the second quay has to be greased every month.\n`;
    expect(await store.put([fileOf('memory/2026-03-02.md', longer, 'two')], [])).toEqual({
      written: 1,
      removed: 0,
    });
    expect(await store.sources()).toEqual([{ file: 'memory/2026-03-02.md', stamp: 'two' }]);
    expect(await store.revision()).not.toBe(revision);
    await store.close();
  });

  it('forgets a line and a file, and leaves no byte of them [R-92]', async () => {
    const folder = folderOf();
    const store = await openAt(folder);
    await store.put(
      [fileOf('memory/2026-03-02.md', MONDAY), fileOf('memory/2026-03-03.md', TUESDAY)],
      [],
    );
    const shorter = MONDAY.replace(/- The tidal.*\n/u, '');
    expect(await store.put([fileOf('memory/2026-03-02.md', shorter)], [])).toEqual({
      // The line below it has moved.
      written: 1,
      removed: 1,
    });
    expect(await found(store, 'tidal')).toEqual([]);
    expect(await store.put([], ['memory/2026-03-03.md'])).toEqual({ written: 0, removed: 2 });
    expect(await found(store, 'lighthouse lamps')).toEqual([]);
    const { frequencies, units } = await store.statistics(['tidal', 'berth']);
    expect([units, frequencies.get('tidal') ?? 0, frequencies.get('berth')]).toEqual([1, 0, 1]);
    await store.purge();
    expect(filesWith(folder, 'tidal')).toEqual([]);
    expect(filesWith(folder, 'lighthous')).toEqual([]);
    await store.close();
  });

  it.each([0, 1])('leaves no byte where the clock was set back, of %i files kept', async (kept) => {
    const folder = folderOf();
    const store = await openAt(folder);
    const [monday, tuesday] = [
      fileOf('memory/2026-03-02.md', MONDAY),
      fileOf('memory/2026-03-03.md', TUESDAY),
    ];
    await store.put([monday, tuesday], []);
    await store.put([], [monday.file, ...(kept === 0 ? [tuesday.file] : [])]);
    const later = new Date(Date.now() + 3_600_000);
    for (const path of filesWith(folder, '')) utimesSync(path, later, later);
    await store.purge();
    expect([...filesWith(folder, 'tidal'), ...filesWith(folder, monday.file)]).toEqual([]);
    expect((await found(store, 'lighthouse lamps')).length > 0).toBe(kept > 0);
    await store.put([monday], []);
    expect(await found(store, 'tidal')).toContain('memory/2026-03-02.md:5');
    await store.close();
  });

  it('knows the neighbours of a unit and the sessions that speak of something', async () => {
    const store = await openAt(folderOf());
    const monday = fileOf('memory/2026-03-02.md', MONDAY);
    await store.put([monday, fileOf('memory/2026-03-03.md', TUESDAY)], []);
    const [best] = await store.best(['berth'], 1);
    expect(best).toEqual(monday.units[1]);
    const [more] = await store.best(['harbour', 'berth', 'aurora'], 1);
    expect(more?.seq).toBe(1);
    expect(await store.unit(best?.id ?? '')).toEqual(best);
    const session = best?.session ?? '';
    const near = await store.neighbours([{ session, from: 0, to: 0 }]);
    expect(near.map(({ from }) => from)).toEqual([5]);
    expect([...(await store.bestSessions(['berth', 'aurora'], 5)).keys()]).toEqual([session]);
    await store.close();
  });

  it('compares vectors exactly, of one embedder at a time, and keeps none of what is gone', async () => {
    const folder = folderOf();
    const store = await openAt(folder);
    const monday = fileOf('memory/2026-03-02.md', MONDAY);
    const [tide, berth] = monday.units.map(({ key }) => key);
    await store.put([monday, fileOf('memory/2026-03-03.md', TUESDAY)], []);
    const missing = await store.unembedded({ embedder: 'one', limit: 3 });
    expect([missing.count, missing.places.length]).toEqual([4, 3]);
    const vectors = {
      [tide ?? '']: Float32Array.of(0.6, 0.8),
      [berth ?? '']: Float32Array.of(1, 0),
      gone: Float32Array.of(0, 1),
    };
    await store.putVectors('one', new Map(Object.entries(vectors)));
    expect((await store.unembedded({ embedder: 'one', limit: 9 })).count).toBe(2);
    const near = async (limit: number): Promise<readonly unknown[]> =>
      (await store.nearest(Float32Array.of(0, 1), limit)).map(({ unit, cosine }) => [
        unit.key,
        Math.round(100 * cosine),
      ]);
    expect(await near(9)).toEqual([
      [tide, 80],
      [berth, 0],
    ]);
    expect(await near(1)).toEqual([[tide, 80]]);
    const cosines = await store.cosines(Float32Array.of(1, 0), [berth ?? '', 'unknown']);
    expect([...cosines]).toEqual([[berth, 1]]);
    expect(await store.nearest(Float32Array.of(0, 1, 0), 9)).toEqual([]);
    // Lines that move keep theirs.
    const moved = MONDAY.replace('- Ada', '\n- Ada');
    await store.put([fileOf('memory/2026-03-02.md', moved)], []);
    expect((await near(9)).length).toBe(2);
    await store.put([fileOf('memory/2026-03-02.md', moved.replace(/- The tidal.*\n/u, ''))], []);
    expect(await near(9)).toEqual([[berth, 0]]);
    // One that comes back has none, since none was kept.
    await store.put([fileOf('memory/2026-03-02.md', moved)], []);
    expect((await store.unembedded({ embedder: 'one', limit: 9 })).count).toBe(3);
    await store.put([fileOf('memory/2026-03-02.md', moved.replace(/- The tidal.*\n/u, ''))], []);
    expect([await store.dimensions('one'), await store.dimensions('two')]).toEqual([2, undefined]);
    const [other] = fileOf('memory/2026-03-03.md', TUESDAY).units;
    await store.putVectors('one', new Map([[other?.key ?? '', Float32Array.of(0, 1)]]));
    await store.putVectors('two', new Map([[berth ?? '', Float32Array.of(0, 0, 1)]]));
    expect(await store.dimensions('one')).toBeUndefined();
    expect((await store.unembedded({ embedder: 'two', limit: 9 })).count).toBe(2);
    await store.purge();
    expect((await store.nearest(Float32Array.of(0, 0, 1), 9)).map(({ unit }) => unit.key)).toEqual([
      berth,
    ]);
    await store.close();
  });

  it('is tidied after much was put, and finds the same', async () => {
    const folder = folderOf();
    const store = await openAt(folder);
    const items = Array.from(
      { length: 60 },
      (_, at) => `- The keeper of lamp ${at} wrote ${at} lines about storms.`,
    );
    const files = Array.from({ length: 10 }, (_, at) =>
      fileOf(`memory/2026-03-${10 + at}.md`, `## Session [09:00]\n\n${items.join('\n')}\n`),
    );
    for (const file of files) await store.put([file], []);
    const before = await found(store, 'which keeper wrote about lamp 7');
    await store.tidy?.();
    expect(await found(store, 'which keeper wrote about lamp 7')).toEqual(before);
    expect(kind === 'lancedb' ? await unindexedIn(folder) : 0).toBe(0);
    await store.close();
  });

  it('is one index for several who write at once', async () => {
    const folder = folderOf();
    const stores = await Promise.all([openAt(folder), openAt(folder), openAt(folder)]);
    const days = Array.from({ length: 9 }, (_, at) => `memory/2026-03-0${at + 1}.md`);
    await Promise.all(
      stores.map(async (store, at) => {
        // Each writes all of them, from another one on.
        for (const day of [...days.slice(at * 3), ...days.slice(0, at * 3)])
          await store.put([fileOf(day, MONDAY)], []);
      }),
    );
    for (const store of stores) {
      expect(await store.counts()).toEqual({ files: 9, chunks: 18 });
      expect((await store.best(['tidal'], 100)).length).toBe(9);
      await store.close();
    }
  });

  it('is told as broken when it is, and its files are for nobody else', async () => {
    const folder = folderOf();
    const store = await openAt(folder);
    await store.put([fileOf('memory/2026-03-02.md', MONDAY)], []);
    await store.close();
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) writeFileSync(path, 'no index at all '.repeat(64));
    }
    await expect(openAt(folder)).rejects.toBeInstanceOf(StoreBroken);
  });

  it.each(Object.keys(DAMAGES))('with any file %s works, or is told as broken', async (damage) => {
    const whole = folderOf();
    const made = await openAt(whole);
    await made.put([fileOf('memory/2026-03-02.md', MONDAY)], []);
    await made.tidy?.();
    await made.close();
    const files = readdirSync(whole, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(whole, join(entry.parentPath, entry.name)));
    for (const file of files) {
      const folder = folderOf();
      cpSync(whole, folder, { recursive: true });
      DAMAGES[damage]?.(join(folder, file));
      const used = async (): Promise<void> => {
        const store = await openAt(folder);
        try {
          await found(store, 'tidal model');
          await store.put([fileOf('memory/2026-03-03.md', TUESDAY)], []);
          await store.tidy?.();
          await found(store, 'lighthouse');
          await store.counts();
        } finally {
          await store.close();
        }
      };
      const fault: unknown = await used().catch((error: unknown) => error);
      expect([file, fault instanceof StoreBroken || fault]).toEqual([
        file,
        fault === undefined ? undefined : true,
      ]);
    }
  });

  it('is not used where another version made it', async () => {
    const folder = folderOf();
    await (await openAt(folder)).close();
    await madeByAnother(folder, kind);
    await expect(openAt(folder)).rejects.toThrow('it is of another version');
  });
});

it('takes an index in SQLite of the version before as it is, and counts its terms once', async () => {
  const folder = folderOf();
  const before = await openStore({ folder, store: 'sqlite' });
  await before.put([fileOf('memory/2026-03-02.md', MONDAY)], []);
  await before.close();
  const database = new DatabaseSync(join(folder, STORE_FILES.sqlite));
  database.exec(`
    DROP TABLE frequencies;
    CREATE VIRTUAL TABLE unit_vocabulary USING fts5vocab (unit_words, row);
    PRAGMA user_version = 4;
  `);
  database.close();
  const now = await openStore({ folder, store: 'sqlite' });
  const { units, frequencies } = await now.statistics(['tidal', 'zeppelin']);
  expect([units, ...frequencies]).toEqual([2, ['tidal', 1]]);
  expect((await found(now, 'tidal'))[0]).toBe('memory/2026-03-02.md:5');
  await now.close();
});

/** What may become of a file of an index. */
const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  emptied: (path) => truncateSync(path),
  'cut in half': (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  overwritten: (path) => writeFileSync(path, 'no index at all '.repeat(64)),
  'with other bits': (path) =>
    writeFileSync(
      path,
      readFileSync(path).map((byte, at) => (at % 7 === 0 ? byte ^ 0x5a : byte)),
    ),
  gone: (path) => rmSync(path),
  'a folder': (path) => {
    rmSync(path);
    mkdirSync(path);
  },
  'a link to nothing': (path) => {
    rmSync(path);
    symlinkSync('/nowhere/at/all', path);
  },
};

/** The index, as a version of yamo left it that kept other things. */
const madeByAnother = async (folder: string, kind: StoreKind): Promise<void> => {
  const path = join(folder, STORE_FILES[kind]);
  if (kind === 'sqlite') {
    const database = new DatabaseSync(path);
    database.exec('PRAGMA user_version = 1');
    database.close();
    return;
  }
  const connection = await connect(path);
  const table = await connection.openTable('memory');
  await table.dropColumns(['traits']);
  connection.close();
};
