/**
 * Eight hostile agents at once, each with a kernel and a workspace of its own, one session after the other:
 * `node test/soak/hostile.ts [seconds]`. Each session is flooded in another way, and ended by a signal in the middle of
 * it. Says how long the signals took and how much memory the kernels had. Exits with 1 if a kernel took more than 300 MB,
 * a workspace does not boot afterwards, a record is not whole, or something is left in the folder for temporary files.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

import { Place, YAMO } from '../../bench/place.ts';
import { buildDist } from '../../scripts/build.ts';
import { agentCommand } from '../support/test-agents.ts';
import { setup } from '../support/global-setup.ts';

const BORN = resolve(import.meta.dirname, '../../workspaces/golden/v3.0');
const SAMPLE_MS = 50;
const MEMORY_MAX_MB = 300;
/** A signal that is not answered in this time is not answered. */
const SILENT_MS = 120_000;
/** So many boots may take to remove what is left: each goes on where the one before stopped. */
const BOOTS_MAX = 100;
/** So long a flood runs before it is ended. */
const FLOOD_MS = { atLeast: 500, more: 6000 };

/** What each of them does, and how much of it. */
const AGENTS: Readonly<Record<string, readonly (readonly [kind: string, count: number])[]>> = {
  trees: [['tree', 20_000]],
  floods: [
    ['no-json', 1e8],
    ['words', 1e7],
    ['labels-in-pieces', 1e7],
    ['large', 3e6],
    ['calls', 1e7],
    ['contents', 1e5],
    ['standard-error', 1e7],
  ],
  churn: [
    ['churn', 1e8],
    ['files', 1e6],
  ],
  unread: [['answers', 1e6]],
  forks: [['forks', 200]],
  forms: [
    ['forms', 1e7],
    ['permissions', 1e7],
    ['places', 1e6],
    ['commands', 1e5],
  ],
  lies: [
    ['missing', 1e7],
    ['names', 1e5],
    ['writes', 7e6],
    ['keys', 7e6],
    ['deep', 1e7],
    ['stray', 1e7],
  ],
  slow: [
    ['slow', 1e6],
    ['bytes', 1e9],
  ],
};

/** What a session came to. */
interface Ended {
  readonly agent: string;
  readonly kind: string;
  readonly megabytes: number;
  /** From the signal to the end of the process; absent where the kernel had ended it before. */
  readonly answeredMs?: number;
  readonly code: number;
}

const peakOf = (pid: number | undefined): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};

/** Waits for `ready` and says one line; what else is printed is read away. */
const begin = async (child: ChildProcess): Promise<void> => {
  const { promise, resolve: done } = Promise.withResolvers<undefined>();
  let heard = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    if (heard.length > 100_000) return;
    heard += chunk.toString('latin1');
    if (heard.includes('"event":"ready"')) done(undefined);
  });
  child.stderr?.resume();
  child.once('close', () => done(undefined));
  await promise;
  child.stdin?.write('1\n');
};

const session = async (
  place: Place,
  workspace: string,
  agent: string,
  [kind, count]: readonly [string, number],
): Promise<Ended> => {
  const command = agentCommand('flood', kind, String(count));
  const child = spawn(process.execPath, [YAMO, 'boot', '--json', '--agent', command, workspace], {
    env: environmentOf(place),
    stdio: 'pipe',
  });
  child.stdin.on('error', () => undefined);
  let megabytes = 0;
  const samples = setInterval(() => {
    megabytes = Math.max(megabytes, peakOf(child.pid));
  }, SAMPLE_MS);
  const ended = once(child, 'close');
  try {
    await begin(child);
    const isOver = await Promise.race([
      ended.then(() => true),
      pause(FLOOD_MS.atLeast + Math.random() * FLOOD_MS.more, false),
    ]);
    const signalled = performance.now();
    if (!isOver) child.kill('SIGTERM');
    const silent = setTimeout(() => child.kill('SIGKILL'), SILENT_MS);
    const [code] = await ended;
    clearTimeout(silent);
    const took = isOver ? {} : { answeredMs: performance.now() - signalled };
    return { agent, kind, megabytes, ...took, code: Number(code) };
  } finally {
    clearInterval(samples);
  }
};

const environmentOf = (place: Place): NodeJS.ProcessEnv => ({
  ...place.environment,
  TMPDIR: join(place.folder, 'tmp'),
});

const yamo = (place: Place, ...args: readonly string[]) =>
  spawnSync(process.execPath, [YAMO, ...args], { env: environmentOf(place), encoding: 'utf8' });

const leftIn = (place: Place): readonly string[] => readdirSync(join(place.folder, 'tmp'));

/** Boots each workspace once, and on until nothing is left in the folder for temporary files. What is wrong then. */
const faultsAfter = (place: Place, workspaces: ReadonlyMap<string, string>): readonly string[] => {
  const faults: string[] = [];
  const boot = (agent: string, workspace: string): void => {
    const words = ['--session', 'main', workspace, '--message', '/who'];
    const { status, stderr } = yamo(place, 'boot', ...words);
    if (status !== 0) faults.push(`${agent}: boot ended with ${status}: ${stderr}`);
  };
  for (const [agent, workspace] of workspaces) boot(agent, workspace);
  let more = 0;
  for (; leftIn(place).length > 0 && more < BOOTS_MAX && faults.length === 0; more += 1)
    for (const [agent, workspace] of workspaces) boot(agent, workspace);
  process.stdout.write(`${1 + more} boots of each workspace to remove what was left\n`);
  for (const [agent, workspace] of workspaces) {
    const log = yamo(place, 'log', workspace);
    if (log.status !== 0 || !log.stdout.includes('the chain is whole'))
      faults.push(`${agent}: ${log.stdout.slice(-300)}${log.stderr}`);
  }
  for (const name of leftIn(place)) faults.push(`left: ${name}`);
  return faults;
};

const rowOf = (all: readonly Ended[], kind: string): string => {
  const own = all.filter((one) => one.kind === kind);
  const times = own.flatMap(({ answeredMs }) => answeredMs ?? []);
  const most = Math.max(...own.map(({ megabytes }) => megabytes));
  const ended = own.filter(({ code }) => code === 4).length;
  const longest = times.length === 0 ? '' : Math.max(...times).toFixed(0);
  return `| ${kind.padEnd(16)} | ${String(own.length).padStart(8)} | ${String(ended).padStart(5)} | ${longest.padStart(14)} | ${most.toFixed(0).padStart(7)} |`;
};

if (import.meta.main) {
  const seconds = Number(process.argv[2] ?? 600);
  await setup();
  if (!existsSync(YAMO)) await buildDist();
  const place = new Place();
  try {
    mkdirSync(join(place.folder, 'tmp'));
    const until = Date.now() + seconds * 1000;
    const workspaces = new Map<string, string>();
    for (const agent of Object.keys(AGENTS)) {
      const workspace = place.emptyWorkspace();
      cpSync(BORN, workspace, { recursive: true });
      workspaces.set(agent, workspace);
    }
    const all: Ended[] = [];
    await Promise.all(
      [...workspaces].map(async ([agent, workspace]) => {
        const kinds = AGENTS[agent] ?? [];
        for (let nth = 0; Date.now() < until; nth += 1) {
          const kind = kinds[nth % kinds.length];
          if (kind !== undefined) all.push(await session(place, workspace, agent, kind));
        }
      }),
    );
    const kinds = [...new Set(all.map(({ kind }) => kind))];
    process.stdout.write(
      [
        `${all.length} sessions of eight agents, ${seconds} s`,
        '',
        '| flood            | sessions | ended | SIGTERM, ms, most | MB, most |',
        '|------------------|---------:|------:|------------------:|---------:|',
        ...kinds.map((kind) => rowOf(all, kind)),
        '',
        '',
      ].join('\n'),
    );
    const faults = [
      ...all
        .filter(({ megabytes }) => megabytes > MEMORY_MAX_MB)
        .map(({ kind, megabytes }) => `${kind}: the kernel took ${megabytes.toFixed(0)} MB`),
      ...all
        .filter(({ code }) => code !== 143 && code !== 4 && code !== 0)
        .map(({ kind, code }) => `${kind}: the kernel ended with ${code}`),
      ...faultsAfter(place, workspaces),
    ];
    process.stdout.write(faults.length === 0 ? 'all is whole\n' : `${faults.join('\n')}\n`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    place.remove();
  }
}
