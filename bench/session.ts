/**
 * The figures of a session, as one table: `node bench/session.ts`, with `--json` for machines. A file read through the
 * gate in this process; lines appended to one log by nine sessions that are processes of their own, on the disk of the
 * temporary folder. Exits with 1 if a line that was acknowledged is lost or torn.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

import { Clock } from '#kernel/process/clock.ts';
import { disk } from '#kernel/fs/disk.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { deskOf } from '#test/support/desk.ts';
import { type Figure, machineFacts, quantile, rowOf, tableOf } from './measure.ts';
import { Place } from './place.ts';

const READ_BYTES = 10 * 1024;
/** After this many reads V8 has compiled what it is going to compile. */
const WARM_UP_READS = 2000;
const READ_ROUNDS = 15;
const READS_IN_ROUND = 1000;

const SESSIONS = 9;
const APPEND_ROUNDS = 5;
const LINES_OF_SESSION = 200;
/** A line about every 50 ms in each session is more than nine models write. */
const PAUSE_MS = 50;

/** Microseconds of each read, round by round. */
const measureReads = async (place: Place): Promise<readonly (readonly number[])[]> => {
  const path = place.emptyWorkspace();
  writeFileSync(
    join(path, 'TOOLS.md'),
    `${'The printer is upstairs. '.repeat(500)}\n`.slice(-READ_BYTES),
  );
  const opened = OpenWorkspace.open(disk, path, {
    strict: false,
    uid: process.geteuid?.() ?? 0,
    stateRoot: join(place.folder, 'state'),
    clock: Clock.start(),
  });
  const broker = deskOf(opened);
  const read = async (): Promise<number> => {
    const begin = performance.now();
    const text = await broker.read('TOOLS.md');
    const took = (performance.now() - begin) * 1000;
    if (text.length !== READ_BYTES) throw new Error(`${text.length} characters were read`);
    return took;
  };
  for (let warm = 0; warm < WARM_UP_READS; warm += 1) await read();
  const rounds: number[][] = [];
  for (let round = 0; round < READ_ROUNDS; round += 1) {
    const took: number[] = [];
    for (let nth = 0; nth < READS_IN_ROUND; nth += 1) took.push(await read());
    rounds.push(took);
  }
  opened.close();
  return rounds;
};

/** Milliseconds of a line written and made durable without any kernel, round by round: what the disk costs today. */
const measureDisk = (place: Place): readonly (readonly number[])[] => {
  const file = openSync(join(place.emptyWorkspace(), 'log.md'), 'a');
  const round = (): readonly number[] =>
    Array.from({ length: LINES_OF_SESSION }, () => {
      const begin = performance.now();
      writeSync(file, `${'x'.repeat(80)}\n`);
      fsyncSync(file);
      return performance.now() - begin;
    });
  const rounds = Array.from({ length: APPEND_ROUNDS }, round);
  closeSync(file);
  return rounds;
};

interface Appends {
  /** Milliseconds of each append, round by round. */
  readonly rounds: readonly (readonly number[])[];
  readonly acknowledged: number;
  readonly lost: number;
  readonly torn: number;
}

/** Rounds of nine sessions, each on a workspace of its own; `pauseMs` 0: each line right after the one before. */
const measureAppends = async (place: Place, pauseMs: number): Promise<Appends> => {
  const rounds: number[][] = [];
  let [acknowledged, lost, torn] = [0, 0, 0];
  for (let round = 0; round < APPEND_ROUNDS; round += 1) {
    const path = place.emptyWorkspace();
    const sessions = Array.from({ length: SESSIONS }, (_, index) =>
      start(place, path, `s${index}`, pauseMs),
    );
    try {
      await Promise.all(sessions.map(({ ready }) => ready));
      for (const { child } of sessions) child.stdin?.write('go\n');
      rounds.push((await Promise.all(sessions.map(({ took }) => took))).flat());
    } finally {
      for (const { child } of sessions) child.kill('SIGKILL');
    }
    const found = linesOf(
      path,
      sessions.map(({ name }) => name),
    );
    acknowledged += SESSIONS * LINES_OF_SESSION;
    lost += found.lost;
    torn += found.torn;
  }
  return { rounds, acknowledged, lost, torn };
};

interface Appending {
  readonly name: string;
  readonly child: ChildProcess;
  readonly ready: Promise<unknown>;
  readonly took: Promise<readonly number[]>;
}

const start = (place: Place, path: string, name: string, pauseMs: number): Appending => {
  const script = join(import.meta.dirname, 'appender.ts');
  const args = [
    script,
    path,
    join(place.folder, 'state'),
    name,
    String(LINES_OF_SESSION),
    String(pauseMs),
  ];
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: place.environment,
  });
  const lines = createInterface({ input: child.stdout });
  const told: string[] = [];
  lines.on('line', (line) => told.push(line));
  const took = once(child, 'close').then(([code]) => {
    const numbers: unknown = JSON.parse(told.at(-1) ?? '');
    if (code !== 0 || !Array.isArray(numbers))
      throw new Error(`an appending session ended with ${code}`);
    return numbers.map(Number);
  });
  return { name, child, ready: Promise.race([once(lines, 'line'), took]), took };
};

/** What of the lines that were acknowledged is not in the log whole and in the order of its session, and what is no line of anybody's. */
const linesOf = (
  path: string,
  names: readonly string[],
): { readonly lost: number; readonly torn: number } => {
  const [log = ''] = workspaceLogs(path);
  const entries = log.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const whole = new RegExp(`^- (${names.join('|')}) (\\d+) x{60} end$`);
  const torn = entries.filter((line) => !whole.test(line)).length;
  let lost = 0;
  for (const name of names) {
    const own = entries.flatMap((line) => {
      const [, by, number] = whole.exec(line) ?? [];
      return by === name ? [Number(number)] : [];
    });
    for (let number = 0; number <= LINES_OF_SESSION; number += 1)
      if (own[number] !== number) lost += 1;
  }
  return { lost, torn };
};

const workspaceLogs = (path: string): readonly string[] => {
  const folder = join(path, 'memory');
  return disk.readdir(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
};

/** Two rows of what was measured in rounds: every value, and the 99th percentile of each round. */
const figuresOf = (
  what: string,
  unit: 'ms' | 'µs',
  rounds: readonly (readonly number[])[],
  targets: { readonly p50?: number; readonly p99?: number },
): readonly Figure[] => [
  { what: `${what}, each`, unit, samples: rounds.flat(), ...targetOf(targets.p50) },
  {
    what: `${what}, p99 of a round`,
    unit,
    samples: rounds.map((round) => quantile(round, 0.99)),
    ...targetOf(targets.p99),
  },
];

const targetOf = (atMost: number | undefined): Pick<Figure, 'target'> =>
  atMost === undefined ? {} : { target: { atMost, of: 'unit' } };

const TMPFS_MAGIC = 0x01021994;

if (import.meta.main) {
  const place = new Place();
  try {
    const reads = await measureReads(place);
    const bare = measureDisk(place);
    const paced = await measureAppends(place, PAUSE_MS);
    const rushed = await measureAppends(place, 0);
    const rows = [
      ...figuresOf('decision and read of a file of 10 KB', 'µs', reads, { p50: 500, p99: 2000 }),
      ...figuresOf('write and fsync of a line, nobody else', 'ms', bare, {}),
      ...figuresOf(`append by 9 sessions, a line every ${PAUSE_MS} ms`, 'ms', paced.rounds, {
        p99: 10,
      }),
      ...figuresOf('append by 9 sessions, line upon line', 'ms', rushed.rounds, {}),
    ].map((one) => rowOf(one));
    const acknowledged = paced.acknowledged + rushed.acknowledged;
    const lost = paced.lost + rushed.lost;
    const torn = paced.torn + rushed.torn;
    const machine = {
      ...machineFacts(),
      'temporary folder': statfsSync(place.folder).type === TMPFS_MAGIC ? 'tmpfs' : 'a disk',
    };
    if (process.argv.includes('--json')) {
      process.stdout.write(
        `${JSON.stringify({ machine, rows, acknowledged, lost, torn }, undefined, 2)}\n`,
      );
    } else {
      const facts = Object.entries(machine).map(([name, value]) => `${name}: ${value}`);
      process.stdout.write(`${facts.join('; ')}\n\n${tableOf(rows)}\n\n`);
      process.stdout.write(`lines acknowledged: ${acknowledged}; lost: ${lost}; torn: ${torn}\n`);
    }
    process.exitCode = lost + torn === 0 ? 0 : 1;
  } finally {
    place.remove();
  }
}
