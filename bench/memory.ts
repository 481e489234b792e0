/**
 * What memory costs who does not use it, and the kernel of who does: `npm run bench:memory`, with `--json` for machines.
 * The modules that a boot loads, with nothing turned on; with `--beside PROGRAM` the time of a boot beside that of an
 * older build (`dist/yamo.js` of its checkout), in rounds that take turns; and the resident memory of a kernel whose
 * sessions recall, beside one whose sessions do not.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

import { say } from '#test/support/messages-api/reply.ts';
import { familyOf } from '#test/support/family.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';

import { type Figure, rowOf, tableOf } from './measure.ts';
import { Place, YAMO } from './place.ts';
import { runToExit } from './processes.ts';

const ROOT = resolve(import.meta.dirname, '..');
const WARM_UP_ROUNDS = 3;
const ROUNDS = 31;
const MEMORY_RUNS = 7;
const LOGS = 60;
const LINES_OF_A_LOG = 40;

/**
 * What is behind a switch, or waits for a command: the index, heartbeats, curation, forgetting. Every search reads archives,
 * and every boot looks whether memory was changed outside, which the journal would tell, and whether a proposal waits; the
 * table of state has the shapes of beats.
 */
const SWITCHED =
  /^(?:mesh|lib\/(?:recall|yamo\/(?!document|instructions)|heartbeat\/(?!beats|hours)|memory\/(?!foreign-marks|forgotten|form|index-hint|loss|note-words|proposal|repeated))|kernel\/(?:mesh|heartbeat|session\/(?:curation|recalled|write-down))|kernel\/memory\/(?!archive|change|daily-log|found|journal|kept|logs-left|proposals|write-guard))/u;

/** The modules of the project that a boot from the sources loads in the kernel's process, in the order of their names. */
const loadedModules = (place: Place, path: string): readonly string[] => {
  const list = join(place.folder, 'modules.txt');
  const hooks = join(place.folder, 'hooks.mjs');
  writeFileSync(
    hooks,
    `import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';
if (process.argv[1]?.endsWith('cli/main.ts'))
  registerHooks({
    load(url, context, next) {
      appendFileSync(${JSON.stringify(list)}, url + '\\n');
      return next(url, context);
    },
  });
`,
  );
  writeFileSync(list, '');
  runToExit(place, [
    '--import',
    hooks,
    join(ROOT, 'cli/main.ts'),
    'boot',
    path,
    '--message',
    'Hello.',
  ]);
  const own = `file://${ROOT}/`;
  const loaded = readFileSync(list, 'utf8')
    .split('\n')
    .filter((url) => url.startsWith(own))
    .map((url) => url.slice(own.length))
    // Scripts are in no bundle.
    .filter((file) => !/^(?:node_modules|scripts)[/]/u.test(file));
  if (loaded.length === 0) throw new Error('no module was seen to be loaded');
  return loaded.toSorted();
};

/** Milliseconds of whole boots by this program and by an older one, in the same rounds. */
const measureBoots = (place: Place, older: string): Figure => {
  const [path, other] = [place.newborn(), place.newborn()];
  const [samples, bare]: [number[], number[]] = [[], []];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const pair: [number, number] = [0, 0];
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0])
      pair[at] = runToExit(place, [
        at === 0 ? YAMO : older,
        'boot',
        at === 0 ? path : other,
        '--message',
        'Hello.',
      ]);
    if (round < 0) continue;
    samples.push(pair[0]);
    bare.push(pair[1]);
  }
  return {
    what: 'a boot with one turn and nothing turned on, whole process (compared with --beside)',
    unit: 'ms',
    samples,
    bare,
    target: { atMost: 1, of: 'bare' },
  };
};

/** Logs with something to recall. */
const rememberingWorkspace = (place: Place): string => {
  const path = place.newborn();
  runToExit(place, [YAMO, 'boot', path, '--message', '/status']);
  mkdirSync(join(path, 'memory'), { recursive: true, mode: 0o700 });
  for (let day = 0; day < LOGS; day += 1) {
    const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
    const lines = Array.from(
      { length: LINES_OF_A_LOG },
      (_, at) =>
        `- The tide of berth ${day} at pier ${at} is measured by crew ${(day * at) % 97}.\n`,
    );
    const text = `# Memory — ${date}\n\n## Session [09:00]\n\n${lines.join('')}`;
    writeFileSync(join(path, 'memory', `${date}.md`), text, { mode: 0o600 });
  }
  return path;
};

/** What a session with a model takes: the resident megabytes of its kernel after a turn, of all its processes, and their milliseconds of the processors for a turn. */
interface Taken {
  readonly kernel: number;
  readonly all: number;
  readonly turn: number;
}

const TURNS = 10;
const TICK_MS = 10;

const afterTurns = async (
  place: Place,
  { path, settings, api }: { path: string; settings: string; api: MessagesApi },
): Promise<Taken> => {
  const args = [YAMO, 'boot', path, '--json', '--settings', settings];
  const child = spawn(process.execPath, [...args, '--model', 'anthropic/claude-sonnet-5'], {
    env: { ...place.environment, ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: api.url },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const pid = child.pid ?? 0;
  const lines = createInterface({ input: child.stdout });
  const [ready, ...turns] = Array.from({ length: TURNS + 2 }, () => Promise.withResolvers<void>());
  let turned = 0;
  lines.on('line', (line) => {
    if (line.includes('"event":"ready"')) ready?.resolve();
    if (line.includes('"event":"turn"')) turns[turned++]?.resolve();
  });
  await ready?.promise;
  let [kernel, begun] = [0, 0];
  for (const [at, turn] of turns.entries()) {
    child.stdin.write(`Which tide is measured at pier ${7 + at} of berth ${3 * at}?\n`);
    await turn.promise;
    if (at > 0) continue;
    kernel = residentMegabytes(pid);
    begun = usedMs(pid);
  }
  const taken = { kernel, all: familyMegabytes(pid), turn: (usedMs(pid) - begun) / TURNS };
  child.stdin.end();
  await once(child, 'exit');
  return taken;
};

const residentMegabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** What processes share is counted once. */
const familyMegabytes = (pid: number): number =>
  familyOf(pid)
    .map((one) => /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1])
    .reduce((sum, kilobytes) => sum + Number(kilobytes), 0) / 1024;

/** Of all its processes. */
const usedMs = (pid: number): number =>
  familyOf(pid)
    .map((one) => readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [])
    .reduce((sum, fields) => sum + TICK_MS * (Number(fields[11]) + Number(fields[12])), 0);

const measureRecall = async (place: Place): Promise<readonly Figure[]> => {
  const path = rememberingWorkspace(place);
  const [on = '', off = ''] = [{ tokens: 600 }, false].map((recall) => {
    const file = join(place.folder, `recall-${recall !== false}.json`);
    writeFileSync(file, JSON.stringify({ recall }));
    return file;
  });
  await using api = await MessagesApi.start({
    script: () => say('Nobody knows.', { atOnce: true }),
  });
  const [recalling, without]: [Taken[], Taken[]] = [[], []];
  for (let run = -1; run < MEMORY_RUNS; run += 1) {
    const taken = await afterTurns(place, { path, settings: on, api });
    const bare = await afterTurns(place, { path, settings: off, api });
    if (run < 0) continue;
    recalling.push(taken);
    without.push(bare);
  }
  if (!api.requests.some(({ body }) => JSON.stringify(body).includes('recalled from')))
    throw new Error('nothing was recalled');
  return [
    {
      what: 'memory of a kernel that recalls, after a turn (compared with one that does not)',
      unit: 'MB',
      samples: recalling.map(({ kernel }) => kernel),
      bare: without.map(({ kernel }) => kernel),
      target: { atMost: 1.05, of: 'bare' },
    },
    {
      what: 'a main session that recalls, all its processes, what they share counted once',
      unit: 'MB',
      samples: recalling.map(({ all }) => all),
      target: { atMost: 150, of: 'unit' },
    },
    {
      what: 'a turn with recall, more than one without, processors',
      unit: 'ms',
      samples: recalling.map(({ turn }, at) => turn - (without[at]?.turn ?? 0)),
      target: { atMost: 12, of: 'unit' },
    },
  ];
};

const besideIn = (argv: readonly string[]): string | undefined => {
  const at = argv.indexOf('--beside');
  return at === -1 ? undefined : resolve(argv[at + 1] ?? '');
};

if (import.meta.main) {
  const place = new Place();
  try {
    const path = place.newborn();
    runToExit(place, [YAMO, 'boot', path, '--message', '/status']);
    const loaded = loadedModules(place, path);
    const switched = loaded.filter((name) => SWITCHED.test(name));
    const beside = besideIn(process.argv);
    const figures = [
      ...(beside === undefined ? [] : [measureBoots(place, beside)]),
      ...(await measureRecall(place)),
    ];
    const rows = figures.map((one) => rowOf(one));
    const load = loadavg().map((one) => one.toFixed(2));
    if (process.argv.includes('--json'))
      process.stdout.write(`${JSON.stringify({ load, loaded, switched, rows }, undefined, 2)}\n`);
    else
      process.stdout.write(
        `node: ${process.versions.node}; processors: ${cpus().length}; load: ${load.join(' ')}\n\n` +
          `Modules of the project that a boot loads: ${loaded.length}; of what is behind a switch: ${switched.length} (target: 0)\n` +
          `${switched.map((name) => `  ${name}\n`).join('')}\n${tableOf(rows)}\n`,
      );
    process.exitCode = switched.length === 0 && rows.every(({ pass }) => pass !== false) ? 0 : 1;
  } finally {
    place.remove();
  }
}
