/**
 * An index of memory among many writers, killed at any moment, on a full disk: nothing is there twice, nothing that was
 * acknowledged is lost, nothing is half there. A few of each always; many with `npm run test:faults`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { findPackage } from '#kernel/mesh/packages.ts';
import { recall } from '#lib/recall/recall.ts';
import type { StoreKind } from '#lib/protocol/mesh.ts';
import { syncInto } from '#mesh/index-scope.ts';
import { openStore } from '#mesh/open-store.ts';
import type { MeshStore } from '#mesh/store/store.ts';
import { STORES } from '#test/support/mesh.ts';
import { logOf, UNITS_OF_LOG } from '#test/support/mesh-logs.ts';
import { freshPath } from '#test/support/workspace.ts';

const ALL = process.env['YAMO_FAULTS'] === 'all';
const WRITERS = ALL ? [2, 4, 8] : [2];
const DAYS = ALL ? 40 : 8;
const KILLS = ALL ? 40 : 2;
const LIMIT_MS = ALL ? 600_000 : 60_000;
/** Files may not become longer: a disk that is full. */
const FULL_BYTES = 96 * 1024;

const LANCEDB = findPackage('lancedb', {})?.entry ?? '';
const folderOf = (): string => mkdtempSync(`${freshPath('index')}-`);

interface Writer {
  readonly child: ChildProcess;
  /** The files that it has told of. */
  readonly told: readonly string[];
  readonly code: Promise<number | null>;
}

const writer = (
  folder: string,
  store: StoreKind,
  { from = 0, before = [] }: { readonly from?: number; readonly before?: readonly string[] } = {},
): Writer => {
  const script = join(import.meta.dirname, '../support/mesh-writer-child.ts');
  const args = [script, folder, store, LANCEDB, String(DAYS), String(from)];
  const [program = '', ...rest] = [...before, process.execPath, ...args];
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'ignore'] });
  const told: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => told.push(line));
  return { child, told, code: once(child, 'close').then(([code]) => Number(code)) };
};

const open = (folder: string, store: StoreKind): Promise<MeshStore> =>
  openStore({ folder, store, lancedb: LANCEDB });

/** The rest is written, and all is there once. */
const isWholeAfterAll = async (store: MeshStore): Promise<void> => {
  const texts = Array.from({ length: DAYS }, (_, at) =>
    Object.assign(logOf(at), { stamp: 'one', secretLines: [] }),
  );
  await syncInto(store, { texts, gone: [] });
  expect(await store.counts()).toEqual({ files: DAYS, chunks: DAYS * UNITS_OF_LOG });
  const hits = await recall(store, `berth${DAYS - 1}x1`, { limit: 3 });
  expect(hits[0]?.unit.file).toBe(logOf(DAYS - 1).file);
};

describe.each(STORES)('an index in %s', (kind) => {
  it.each(WRITERS)(
    'is one index for %i processes that write all of it at once',
    async (count) => {
      const folder = folderOf();
      const writers = Array.from({ length: count }, (_, at) =>
        writer(folder, kind, { from: Math.floor((at * DAYS) / count) }),
      );
      expect(await Promise.all(writers.map(({ code }) => code))).toEqual(Array(count).fill(0));
      const store = await open(folder, kind);
      expect(await store.counts()).toEqual({ files: DAYS, chunks: DAYS * UNITS_OF_LOG });
      const { units, frequencies } = await store.statistics(['tidal']);
      expect([units, frequencies.get('tidal')]).toEqual(Array(2).fill(DAYS * UNITS_OF_LOG));
      await store.close();
    },
    LIMIT_MS,
  );

  it(
    'has what was acknowledged, and no half file, whenever its writer is killed',
    async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const folder = folderOf();
        const { child, told, code } = writer(folder, kind);
        const until = 1 + (kill % DAYS);
        while (told.length < until && child.exitCode === null) await delay(1);
        await delay(kill % 7);
        child.kill('SIGKILL');
        await code;
        const store = await open(folder, kind);
        const files = (await store.sources()).map(({ file }) => file);
        expect(files).toEqual(expect.arrayContaining(told.slice(1)));
        expect(await store.counts()).toEqual({
          files: files.length,
          chunks: files.length * UNITS_OF_LOG,
        });
        await isWholeAfterAll(store);
        await store.close();
      }
    },
    LIMIT_MS,
  );

  it('takes all or nothing of a file where the disk is full, and the rest when it is not [Y103]', async () => {
    const folder = folderOf();
    const { told, code } = writer(folder, kind, { before: ['prlimit', `--fsize=${FULL_BYTES}`] });
    const isFull = (await code) !== 0;
    // LanceDB writes small files, and never meets the limit.
    expect(isFull).toBe(kind === 'sqlite');
    const store = await open(folder, kind);
    const files = (await store.sources()).map(({ file }) => file);
    expect(files).toEqual(expect.arrayContaining(told.slice(1)));
    expect((await store.counts()).chunks).toBe(files.length * UNITS_OF_LOG);
    await isWholeAfterAll(store);
    await store.close();
  });
});
