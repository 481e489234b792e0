/**
 * The figures of hooks: `npm run bench:hook`, with `--json` for machines. Needs dist/. Fails where a target is missed.
 * Files and texts differ from question to question, so that nothing is measured that was seen before.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

import { HOST_NAMES, type HostName } from '#lib/hook/event.ts';
import { hookFile } from '#kernel/hook/host-files.ts';

import { type Figure, quantile, rowOf, tableOf } from './measure.ts';
import { Place, YAMO } from './place.ts';
import { runToExit } from './processes.ts';

const ROUNDS = 20;
const QUESTIONS = 1000;
const WARM_UP = 200;

const place = new Place();
const workspace = place.emptyWorkspace();

const eventOf = (seed: number): object => ({
  hook_event_name: 'PreToolUse',
  session_id: 'bench',
  cwd: workspace,
  tool_name: seed % 2 === 0 ? 'Read' : 'Write',
  tool_input: { file_path: join(workspace, `notes/${seed}.md`), content: `Line ${seed}.\n` },
});

/** Milliseconds of a whole process that answers one event. */
const answerOnce = (event: object): number => {
  const begin = performance.now();
  const { status } = spawnSync(process.execPath, [YAMO, 'hook'], {
    env: place.environment,
    input: JSON.stringify(event),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  if (status !== 0) throw new Error(`yamo hook ended with ${status}`);
  return performance.now() - begin;
};

/** Milliseconds of each answer of one process that stays. */
const answerMany = async (eventFor: (seed: number) => object): Promise<readonly number[]> => {
  const child = spawn(process.execPath, [YAMO, 'hook', '--serve'], {
    env: place.environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const samples: number[] = [];
  for (let seed = 0; seed < QUESTIONS + WARM_UP; seed += 1) {
    const begin = performance.now();
    child.stdin.write(`${JSON.stringify({ id: seed, event: eventFor(seed) })}\n`);
    await lines.next();
    if (seed >= WARM_UP) samples.push(performance.now() - begin);
  }
  child.stdin.end();
  return samples;
};

/** Half and all but a hundredth of them. */
const served = (what: string, samples: readonly number[]): readonly Figure[] => [
  { what: `${what}, p50`, unit: 'ms', samples, target: { of: 'unit', atMost: 1 } },
  {
    what: `${what}, p99`,
    unit: 'ms',
    samples: [quantile(samples, 0.99)],
    target: { of: 'unit', atMost: 5 },
  },
];

/** Settings of an owner, as no program would write them. */
const OWN_JSON = '{\n\t"theme" :"dark",\n\n  "env": { "A":   "1" }\n}\n\n';
const OWN_YAML = '# mine\nmodel:   robin\n\nlist: [ a,b ]   # as it is\n';

/** Bytes of the settings of a host that differ after its hooks were installed and taken back. */
const bytesLeft = (host: HostName, before: string | undefined): number => {
  const file = hookFile(host, 'user', { environment: place.environment }, workspace)?.path;
  if (file === undefined) throw new Error(`${host} has no settings`);
  rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  if (before !== undefined) writeFileSync(file, before);
  runToExit(place, [YAMO, 'hook', 'install', host, '--user']);
  const installed = readFileSync(file, 'utf8');
  if (installed === before) throw new Error(`${host}: nothing was installed`);
  runToExit(place, [YAMO, 'hook', 'uninstall', host, '--user']);
  const after = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const own = Buffer.from(before ?? '');
  const differing = after.filter((byte, at) => byte !== own[at]).length;
  return differing + Math.max(0, own.byteLength - after.byteLength);
};

const figures = async (): Promise<readonly Figure[]> => {
  runToExit(place, [YAMO, 'init', workspace, '--name', 'Robin']);
  mkdirSync(join(place.folder, 'config/yamo'), { recursive: true, mode: 0o700 });
  const config = join(place.folder, 'config/yamo/settings.json');
  const settings = { workFolders: ['notes'], hook: { mainProjects: [workspace] } };
  writeFileSync(config, JSON.stringify(settings));
  const [bare, once, start]: [number[], number[], number[]] = [[], [], []];
  const begin = { hook_event_name: 'SessionStart', session_id: 'bench', cwd: workspace };
  for (let warm = 0; warm < 3; warm += 1) {
    answerOnce(eventOf(warm));
    answerOnce(begin);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(runToExit(place, ['-e', '0']));
    once.push(answerOnce(eventOf(round)));
    start.push(answerOnce(begin));
  }
  const passes = await answerMany(eventOf);
  const denials = await answerMany((seed) => ({
    ...eventOf(1),
    tool_input: { file_path: join(workspace, 'SOUL.md'), content: `Line ${seed}.\n` },
  }));
  const left = HOST_NAMES.flatMap((host) =>
    [undefined, host === 'hermes' ? OWN_YAML : OWN_JSON].map((before) => bytesLeft(host, before)),
  );
  return [
    { what: 'node -e 0', unit: 'ms', samples: bare },
    {
      what: 'one decision, whole process',
      unit: 'ms',
      samples: once,
      bare,
      target: { of: 'bare', atMost: 2 },
    },
    ...served('a decision that passes, through --serve', passes),
    ...served('a refusal through --serve, recorded durably', denials),
    {
      what: 'session start with an audit, a stock workspace',
      unit: 'ms',
      samples: start,
      bare,
      target: { of: 'bare', atMost: 3.5 },
    },
    {
      what: 'settings of a host after install and uninstall: what differs, all hosts together',
      unit: 'bytes',
      samples: [left.reduce((sum, bytes) => sum + bytes, 0)],
      target: { of: 'unit', atMost: 0 },
    },
  ];
};

try {
  const rows = (await figures()).map((figure) => rowOf(figure));
  process.stdout.write(
    process.argv.includes('--json') ? `${JSON.stringify({ rows })}\n` : `${tableOf(rows)}\n`,
  );
  process.exitCode = rows.some(({ pass }) => pass === false) ? 1 : 0;
} finally {
  place.remove();
}
