/**
 * The figures of the index of memory: `npm run bench:mesh`, with `--json` for machines. Real processes in their views
 * over generated logs, both stores. Fails where a target is missed.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

import { DEFAULT_SETTINGS, type Host } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import type { MemoryIndex } from '#kernel/mesh/memory-index.ts';
import { withOwnersIndex } from '#kernel/mesh/owners-index.ts';
import type { StoreKind } from '#lib/protocol/mesh.ts';
import { type Figure, median, rowOf, tableOf } from './measure.ts';
import { Place } from './place.ts';
import { Chance } from './private-corpus.ts';

const FILES = 1000;
const SMALL = 10;
const LARGE = 100;
const ANSWERS = 60;
const STARTS = 7;
const VOCABULARY = 6000;
const WORDS = 24;
/** Times of files that are younger are not believed (FILE_SETTLED_MS). */
const SETTLED_MS = 2200;

const place = new Place();
const chance = new Chance(20_261_123);
const vocabulary = Array.from(
  { length: VOCABULARY },
  (_, at) => `${syllables(at)}${syllables(at * 7919)}`,
);

function syllables(of: number): string {
  return [of % 17, Math.floor(of / 17) % 19, Math.floor(of / 323) % 23]
    .map(
      (one, at) =>
        'bdfgklmnprstvzhjwbdfgkl'[one + at - at]?.concat('aeiou'[(one + at) % 5] ?? '') ?? '',
    )
    .join('');
}

/** Few words are said often, most seldom. */
const word = (): string => vocabulary[Math.floor(VOCABULARY * chance.next() ** 3)] ?? '';
const sentence = (): string => Array.from({ length: WORDS }, word).join(' ');

/** Logs of as many days, each with one session of so many units. */
const workspaceOf = (units: number): string => {
  const path = place.emptyWorkspace();
  mkdirSync(join(path, 'memory'), { mode: 0o700 });
  for (let day = 0; day < FILES; day += 1) {
    const date = new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10);
    const items = Array.from({ length: units }, () => `- ${sentence()}.\n`).join('');
    const text = `# Memory — ${date}\n\n## Session [09:30]\n\n${items}`;
    writeFileSync(join(path, 'memory', `${date}.md`), text, { mode: 0o600 });
  }
  return path;
};

const host: Host = {
  disk,
  uid: process.geteuid?.() ?? 0,
  environment: place.environment,
  version: '0',
  settings: DEFAULT_SETTINGS,
  human: undefined,
  emit: () => undefined,
  signal: new AbortController().signal,
  diagnostics: (text) => void (process.argv.includes('--verbose') && process.stderr.write(text)),
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const question = (): string => [word(), word(), word(), word()].join(' ');

const answers = async (index: MemoryIndex): Promise<readonly number[]> => {
  const times: number[] = [];
  await index.search({ query: question() });
  for (let at = 0; at < ANSWERS; at += 1)
    times.push(await timed(() => index.search({ query: question() })));
  return times;
};

const bare = (): number => {
  const began = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return performance.now() - began;
};

const figuresOf = async (store: StoreKind): Promise<readonly Figure[]> => {
  const [small, large] = [workspaceOf(SMALL), workspaceOf(LARGE)];
  // The times of files are believed when they are older.
  await delay(SETTLED_MS);
  const first: number[] = [];
  const unchanged: number[] = [];
  let written = 0;
  const warm = await withOwnersIndex(small, host, async (index) => {
    index.choose(store);
    await index.status();
    first.push(await timed(async () => (written = (await index.sync()).written)));
    for (let round = 0; round < STARTS; round += 1)
      unchanged.push(await timed(async () => (written += (await index.sync()).written)));
    return answers(index);
  });
  if (written !== FILES * SMALL) throw new Error(`${written} units were written`);
  const starts: number[] = [];
  const nodes: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    nodes.push(bare());
    await withOwnersIndex(small, host, async (index) => {
      starts.push(await timed(() => index.search({ query: question() })));
    });
  }
  const many = await withOwnersIndex(large, host, async (index) => {
    index.choose(store);
    await index.sync();
    return answers(index);
  });
  const rate = (FILES * SMALL) / (median(first) / 1000);
  process.stderr.write(`${store}: ${Math.round(rate)} units a second\n`);
  return [
    {
      what: `${store}: first sync of 10,000 units (5,000 a second)`,
      unit: 'ms',
      samples: first,
      target: { of: 'unit', atMost: (FILES * SMALL * 1000) / 5000 },
    },
    {
      what: `${store}: unchanged sync of 1,000 files, 0 writes`,
      unit: 'ms',
      samples: unchanged,
      bare: first,
      target: { of: 'bare', atMost: 0.05 },
    },
    {
      what: `${store}: first answer of a process, 10,000 units, over bare node`,
      unit: 'ms',
      samples: starts,
      bare: nodes,
      target: { of: 'bare', atMost: 6 },
    },
    {
      what: `${store}: answer, warm, 10,000 units`,
      unit: 'ms',
      samples: warm,
      target: { of: 'unit', atMost: 10 },
    },
    {
      what: `${store}: answer, warm, 100,000 units, over that`,
      unit: 'ms',
      samples: many,
      bare: warm,
      target: { of: 'bare', atMost: 12 },
    },
  ];
};

try {
  const stores: readonly StoreKind[] = ['sqlite', 'lancedb'];
  const rows = [];
  for (const store of stores)
    rows.push(...(await figuresOf(store)).map((figure) => rowOf(figure, 'base')));
  process.stdout.write(
    process.argv.includes('--json') ? `${JSON.stringify(rows)}\n` : `${tableOf(rows, 'base')}\n`,
  );
  if (rows.some(({ pass }) => pass === false)) process.exitCode = 1;
} finally {
  place.remove();
}
