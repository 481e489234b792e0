/**
 * The figures of heartbeats, as one table: `npm run bench:heartbeat`, with `--json` for machines. A heartbeat that is left
 * out, as a whole process, in rounds that take turns with bare `node -e 0`; and lines that a session appends while a
 * heartbeat of its workspace wakes an agent and its index is synced once a second, in rounds that take turns with such
 * without. A round takes seconds, and heartbeats come a minute apart at most, so that is twelve times as many as there can
 * be.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

import { say } from '#test/support/messages-api/reply.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { type Figure, quantile, report, rowOf } from './measure.ts';
import { Place, YAMO } from './place.ts';
import { runToExit } from './processes.ts';

const WARM_UP_ROUNDS = 3;
const ROUNDS = 31;
const APPEND_ROUNDS = 6;
const LINES = 400;
const PAUSE_MS = 10;
const SYNC_PAUSE_MS = 1000;

/** A workspace with this list. */
export const workspaceWith = (place: Place, list: string): string => {
  const path = place.emptyWorkspace();
  runToExit(place, [YAMO, 'init', path, '--name', 'Robin', '--user', 'Ada']);
  writeFileSync(join(path, 'HEARTBEAT.md'), list);
  return path;
};

/** Milliseconds of heartbeats with an empty list, and of bare node in the same rounds. */
const measureSkips = (place: Place): { readonly skips: number[]; readonly bare: number[] } => {
  const path = workspaceWith(place, '# Nothing\n- [ ]\n');
  // Only a workspace that was booted has something to remember.
  runToExit(place, [YAMO, 'boot', path, '--message', '/status']);
  const [skips, bare]: [number[], number[]] = [[], []];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const empty = runToExit(place, ['-e', '0']);
    const skipped = runToExit(place, [YAMO, 'heartbeat', path]);
    if (round < 0) continue;
    bare.push(empty);
    skips.push(skipped);
  }
  return { skips, bare };
};

/** Milliseconds of each line that a session appends. */
export const append = async (place: Place, path: string): Promise<readonly number[]> => {
  const script = join(import.meta.dirname, 'appender.ts');
  const args = [
    script,
    path,
    join(place.folder, 'state/yamo'),
    's',
    String(LINES),
    String(PAUSE_MS),
  ];
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: place.environment,
  });
  const told: string[] = [];
  const lines = createInterface({ input: child.stdout }).on('line', (line) => told.push(line));
  await once(lines, 'line');
  child.stdin.write('go\n');
  await once(child, 'close');
  const numbers: unknown = JSON.parse(told.at(-1) ?? '');
  if (!Array.isArray(numbers)) throw new Error('the appending session said nothing');
  return numbers.map(Number);
};

/** None has been: the next one is due. */
const forget = (place: Place): void => {
  const state = join(place.folder, 'state/yamo');
  for (const name of readdirSync(state, { recursive: true, encoding: 'utf8' }))
    if (/heartbeat[-a-z]*\.json$/.test(name)) rmSync(join(state, name));
};

/** A heartbeat by the clock that wakes the agent. Throws if it does not. */
export const beat = async (place: Place, path: string, api: MessagesApi): Promise<void> => {
  forget(place);
  const args = [
    YAMO,
    'heartbeat',
    path,
    '--if-due',
    '--json',
    '--model',
    'anthropic/claude-sonnet-5',
  ];
  const child = spawn(process.execPath, args, {
    env: { ...place.environment, ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: api.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text) => (said += String(text)));
  await once(child, 'close');
  if (!said.includes('"outcome":"ok"')) throw new Error(`a heartbeat came to ${said}`);
};

/** Syncs the index of the workspace, which the appended lines change, once a second until it is told to end. */
const syncUntil = async (place: Place, path: string, ended: Promise<unknown>): Promise<void> => {
  const state = { isOver: false };
  void ended.finally(() => (state.isOver = true));
  let count = 0;
  while (!state.isOver) {
    const child = spawn(process.execPath, [YAMO, 'mesh', 'sync', path], {
      env: place.environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`a sync ended with exit code ${String(code)}`);
    count += 1;
    await pause(SYNC_PAUSE_MS);
  }
  if (count === 0) throw new Error('nothing was synced');
};

interface Appends {
  readonly alone: (readonly number[])[];
  readonly beside: (readonly number[])[];
}

const measureAppends = async (place: Place, api: MessagesApi): Promise<Appends> => {
  const path = workspaceWith(place, '- mail\n');
  const found: Appends = { alone: [], beside: [] };
  await beat(place, path, api);
  for (let round = 0; round < APPEND_ROUNDS; round += 1) {
    found.alone.push(await append(place, path));
    const appending = append(place, path);
    const [took] = await Promise.all([
      appending,
      beat(place, path, api),
      syncUntil(place, path, appending),
    ]);
    found.beside.push(took);
  }
  return found;
};

/** The slowest of a hundred, in each round. */
export const p99 = (rounds: readonly (readonly number[])[]): readonly number[] =>
  rounds.map((round) => quantile(round, 0.99));

if (import.meta.main) {
  const place = new Place();
  await using api = await MessagesApi.start({
    script: () => say('HEARTBEAT_OK', { atOnce: true }),
  });
  try {
    const { skips, bare } = measureSkips(place);
    const { alone, beside } = await measureAppends(place, api);
    const figures: readonly Figure[] = [
      {
        what: 'heartbeat that is left out, whole process',
        unit: 'ms',
        samples: skips,
        bare,
        target: { atMost: 3, of: 'bare' },
      },
      {
        what: 'append beside a heartbeat and syncs, p99 of a round (compared with alone)',
        unit: 'ms',
        samples: p99(beside),
        bare: p99(alone),
        target: { atMost: 1.2, of: 'bare' },
      },
    ];
    const rows = figures.map((one) => rowOf(one));
    report(rows);
  } finally {
    place.remove();
  }
}
