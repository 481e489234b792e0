/**
 * The figures of the index of memory: `npm run bench:mesh`, with `--json` for machines; takes some minutes. Real processes
 * in their views over generated logs, both stores; commands are those of `dist/`. Fails where a target is missed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

import { DEFAULT_SETTINGS, type Host } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import type { MemoryIndex } from '#kernel/mesh/memory-index.ts';
import { withOwnersIndex } from '#kernel/owner/mesh.ts';
import { findPackage } from '#kernel/mesh/packages.ts';
import type { StoreKind } from '#lib/protocol/mesh.ts';
import { say } from '#test/support/messages-api/reply.ts';
import { MessagesApi } from '#test/support/messages-api/server.ts';
import { append, beat, p99, workspaceWith } from './heartbeat.ts';
import { type Figure, median, rowOf, tableOf } from './measure.ts';
import { Place, YAMO } from './place.ts';
import { Chance } from './private-corpus.ts';

const FILES = 1000;
const SMALL = 10;
const LARGE = 100;
const ANSWERS = 60;
const STARTS = 11;
const TURNS = 5;
const APPEND_ROUNDS = 5;
/** Logs that are written anew before each sync beside appends. */
const REWRITTEN = 40;
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

/** The log of a day, with one session of so many units. */
const writeLog = (path: string, day: number, units: number): void => {
  const date = new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10);
  const items = Array.from({ length: units }, () => `- ${sentence()}.\n`).join('');
  const text = `# Memory — ${date}\n\n## Session [09:30]\n\n${items}`;
  writeFileSync(join(path, 'memory', `${date}.md`), text, { mode: 0o600 });
};

const workspaceOf = (units: number, path = place.emptyWorkspace()): string => {
  mkdirSync(join(path, 'memory'), { mode: 0o700, recursive: true });
  for (let day = 0; day < FILES; day += 1) writeLog(path, day, units);
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

const bare = (...args: readonly string[]): number => {
  const began = performance.now();
  spawnSync(process.execPath, args.length > 0 ? args : ['-e', '0']);
  return performance.now() - began;
};

/** Milliseconds from the start of `yamo mesh` to the first that it prints. */
const firstPrinted = async (words: readonly string[]): Promise<number> => {
  const began = performance.now();
  const child = spawn(process.execPath, [YAMO, 'mesh', ...words], {
    env: place.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  const took = performance.now() - began;
  child.stdout.resume();
  await ended;
  if (child.exitCode !== 0) throw new Error(`yamo mesh ended with ${child.exitCode}`);
  return took;
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
  const statuses: number[] = [];
  const nodes: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    nodes.push(bare());
    statuses.push(await firstPrinted(['status', small]));
    starts.push(await firstPrinted(['search', small, question()]));
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
      what: `${store}: the same without a question (yamo mesh status), over bare node`,
      unit: 'ms',
      samples: statuses,
      bare: nodes,
    },
    {
      what: `${store}: first answer of yamo mesh search, 10,000 units, over bare node`,
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

/** How much of a first answer is loading the native library. */
const libraryFigure = (): Figure => {
  const entry = findPackage('lancedb', {})?.entry;
  if (entry === undefined) throw new Error('LanceDB is not installed');
  const rounds = Array.from({ length: STARTS }, () => [
    bare(),
    bare('-e', `require(${JSON.stringify(entry)})`),
  ]);
  const [nodes = [], samples = []] = [0, 1].map((at) => rounds.map((round) => round[at] ?? 0));
  return { what: 'node that loads LanceDB, over bare node', unit: 'ms', samples, bare: nodes };
};

/** The most memory that a kernel had, in MB, which boots and has one turn. */
const memoryOf = (path: string, settings: object): number => {
  const file = join(place.folder, 'bench-settings.json');
  writeFileSync(file, JSON.stringify(settings));
  const told = `import fs from "node:fs";process.on("exit",()=>fs.writeSync(2,fs.readFileSync("/proc/self/status")))`;
  const { stderr, status } = spawnSync(
    process.execPath,
    [YAMO, 'boot', path, '--settings', file, '--message', question()],
    {
      env: {
        ...place.environment,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(told)}`,
      },
      encoding: 'utf8',
    },
  );
  const kilobytes = Number(/VmHWM:\s+(\d+)/u.exec(stderr)?.[1]);
  if (status !== 0 || Number.isNaN(kilobytes)) throw new Error(`yamo boot: ${stderr}`);
  return kilobytes / 1024;
};

const memoryFigure = async (): Promise<Figure> => {
  const path = workspaceOf(SMALL, workspaceWith(place, ''));
  await delay(SETTLED_MS);
  const [samples, without]: [number[], number[]] = [[], []];
  for (let round = -1; round < TURNS; round += 1) {
    const off = memoryOf(path, {});
    const on = memoryOf(path, { mesh: { recall: true } });
    if (round < 0) continue;
    without.push(off);
    samples.push(on);
  }
  return {
    what: 'memory of the kernel, a turn with recall, over one without',
    unit: 'MB',
    samples,
    bare: without,
    target: { of: 'bare', atMost: 1.05 },
  };
};

/** Logs are written and taken over, again and again, as long as something else goes on. */
const syncBeside = async (path: string, until: Promise<unknown>): Promise<void> => {
  const over = new AbortController();
  const isOver = until.finally(() => over.abort());
  while (!over.signal.aborted) {
    for (let day = 0; day < REWRITTEN; day += 1) writeLog(path, day, SMALL);
    await firstPrinted(['sync', path]);
  }
  await isOver;
};

const appendFigure = async (): Promise<Figure> => {
  await using api = await MessagesApi.start({
    script: () => say('HEARTBEAT_OK', { atOnce: true }),
  });
  const path = workspaceOf(SMALL, workspaceWith(place, '- mail\n'));
  await beat(place, path, api);
  const [alone, beside]: [(readonly number[])[], (readonly number[])[]] = [[], []];
  for (let round = 0; round < APPEND_ROUNDS; round += 1) {
    alone.push(await append(place, path));
    const appends = append(place, path);
    const [took] = await Promise.all([appends, beat(place, path, api), syncBeside(path, appends)]);
    beside.push(took);
  }
  return {
    what: 'append beside a heartbeat and syncs, p99 of a round (compared with alone)',
    unit: 'ms',
    samples: p99(beside),
    bare: p99(alone),
    target: { of: 'bare', atMost: 1.2 },
  };
};

if (!existsSync(YAMO)) throw new Error('npm run build comes first');
try {
  const stores: readonly StoreKind[] = ['sqlite', 'lancedb'];
  const rows = [];
  for (const store of stores)
    rows.push(...(await figuresOf(store)).map((figure) => rowOf(figure, 'base')));
  for (const figure of [libraryFigure(), await memoryFigure(), await appendFigure()])
    rows.push(rowOf(figure, 'base'));
  process.stdout.write(
    process.argv.includes('--json') ? `${JSON.stringify(rows)}\n` : `${tableOf(rows, 'base')}\n`,
  );
  if (rows.some(({ pass }) => pass === false)) process.exitCode = 1;
} finally {
  place.remove();
}
