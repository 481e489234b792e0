/**
 * One main and eight shared sessions of one workspace under load, each a kernel and an agent of its own:
 * `node test/soak/run.ts [seconds]`. Says what was asked, answered and refused, and how the memory of each kernel
 * went. Exits with 1 if an acknowledged line is lost or torn, a session ends, or something fails that is no refusal.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

import { Place, YAMO } from '../../bench/place.ts';
import { buildDist } from '../../scripts/build.ts';

const BORN = resolve(import.meta.dirname, '../../workspaces/golden/v3.0');
const SHARED = 8;
const SAMPLE_MS = 500;
/** Before this share of the time a kernel still grows into its work. */
const WARM_UP = 0.3;
const MB = 1024 * 1024;
/** V8 puts off collecting as long as there is room; with little room, what grows is what is kept. */
const SMALL_HEAP = '--max-old-space-size=48 --max-semi-space-size=2';

/** A kernel with its session. */
class Session {
  readonly name: string;
  readonly gate = new Map<string, number>();
  readonly memory: { readonly seconds: number; readonly megabytes: number }[] = [];
  turns = 0;
  readonly #child: ChildProcess;
  readonly #ended: Promise<number>;
  #heard: (event: string) => void = () => undefined;
  #said = '';
  #diagnostics = '';

  constructor(place: Place, workspace: string, name: string) {
    const kind =
      name === 'main' ? ['--session', 'main'] : ['--session', 'shared', '--participant', name];
    const child = spawn(process.execPath, [YAMO, 'boot', '--json', ...kind, workspace], {
      env: { ...place.environment, NODE_OPTIONS: SMALL_HEAP },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.name = name;
    this.#child = child;
    this.#ended = once(child, 'close').then(([code]) => {
      this.#heard('ended');
      return Number(code);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#diagnostics += text));
    createInterface({ input: child.stdout }).on('line', (line) => this.#hear(line));
  }

  #hear(line: string): void {
    const frame: Readonly<Record<string, unknown>> = JSON.parse(line);
    const event = String(frame['event']);
    if (event === 'gate') this.#count(`${String(frame['operation'])} ${String(frame['answer'])}`);
    if (event === 'text') this.#said += String(frame['text']);
    if (event === 'refused') this.#diagnostics += `${line}\n`;
    this.#heard(event);
  }

  #count(what: string): void {
    this.gate.set(what, (this.gate.get(what) ?? 0) + 1);
  }

  /** Waits for an event. Throws if the session ends before. */
  async #until(wanted: string): Promise<void> {
    const { promise, resolve: found, reject } = Promise.withResolvers<undefined>();
    this.#heard = (event) => {
      if (event === wanted) found(undefined);
      else if (event === 'ended') reject(new Error(`${this.name} ended: ${this.#diagnostics}`));
    };
    await promise;
  }

  ready(): Promise<void> {
    return this.#until('ready');
  }

  /** One turn; returns what the agent said. */
  async say(line: string): Promise<string> {
    this.#said = '';
    const turn = this.#until('turn');
    this.#child.stdin?.write(`${line}\n`);
    await turn;
    this.turns += 1;
    return this.#said;
  }

  sample(seconds: number): void {
    const pages = Number(readFileSync(`/proc/${this.#child.pid}/statm`, 'utf8').split(' ')[1]);
    this.memory.push({ seconds, megabytes: (pages * 4096) / MB });
  }

  /** Ends it as a human would; returns the exit code. */
  async quit(): Promise<number> {
    this.#child.stdin?.end('/quit\n');
    return this.#ended;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

/** What a session was told and has acknowledged. */
interface Account {
  readonly session: Session;
  readonly noted: readonly number[];
  readonly unanswered: readonly string[];
}

/** Talks until the time is over. */
const load = async (session: Session, until: number): Promise<Account> => {
  const noted: number[] = [];
  const unanswered: string[] = [];
  for (let number = 1; Date.now() < until; number += 1) {
    const said = await session.say(`${session.name} ${number} ${'x'.repeat(number % 83)} end`);
    if (said.startsWith('Noted in ')) noted.push(number);
    else unanswered.push(said);
    if (number % 7 === 0) await session.say(`/remember ${session.name} ${number}`);
    if (number % 11 === 0) await session.say('/who');
    await pause(Math.random() * 20);
  }
  return { session, noted, unanswered };
};

const watch = async (sessions: readonly Session[], begin: number, until: number): Promise<void> => {
  while (Date.now() < until) {
    for (const session of sessions) session.sample((Date.now() - begin) / 1000);
    await pause(SAMPLE_MS);
  }
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Megabytes a minute, by least squares, after the warm-up. */
const slopeOf = ({ memory }: Session, seconds: number): number => {
  const settled = memory.filter((one) => one.seconds >= seconds * WARM_UP);
  const [at, of] = [
    mean(settled.map((one) => one.seconds)),
    mean(settled.map((one) => one.megabytes)),
  ];
  const over = settled.reduce((sum, one) => sum + (one.seconds - at) * (one.megabytes - of), 0);
  const under = settled.reduce((sum, one) => sum + (one.seconds - at) ** 2, 0);
  return (over / under) * 60;
};

/** What is wrong with the logs: lines that were acknowledged and are not there in order, and lines of nobody's. */
const faultsIn = (workspace: string, accounts: readonly Account[]): readonly string[] => {
  const folder = join(workspace, 'memory');
  const logs = readdirSync(folder)
    .filter((name) => /^\d{4}-\d\d-\d\d\.md$/.test(name))
    .toSorted();
  const before = new Set(readdirSync(join(BORN, 'memory')));
  const lines = logs
    .filter((name) => !before.has(name))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  const faults = lines
    .filter(
      (line) =>
        !/^(|# Memory — [-\d]+|## Session \[\d\d:\d\d\]|- \w+;.*;|- \d\d:\d\d \w+ \d+ x* end)$/.test(
          line,
        ),
    )
    .map((line) => `torn: ${line}`);
  for (const { session, noted } of accounts) {
    const found = lines.flatMap((line) => {
      const [, by, number] = /^- \d\d:\d\d (\w+) (\d+) x* end$/.exec(line) ?? [];
      return by === session.name ? [Number(number)] : [];
    });
    if (found.join(' ') !== noted.join(' '))
      faults.push(
        `${session.name}: ${noted.length} lines were acknowledged, ${found.length} are there, or in another order`,
      );
  }
  return faults;
};

const report = (accounts: readonly Account[], seconds: number): string => {
  const total = new Map<string, number>();
  for (const { session } of accounts)
    for (const [what, count] of session.gate) total.set(what, (total.get(what) ?? 0) + count);
  const counts = [...total].map(([what, count]) => `  ${what}: ${count}`).toSorted();
  const asked = [...total.values()].reduce((sum, count) => sum + count, 0);
  const refused = [...total].reduce(
    (sum, [what, count]) => (/ (done|GATE_ABSENT)$/.test(what) ? sum : sum + count),
    0,
  );
  const rows = accounts.map(({ session, noted }) => {
    const first = session.memory.find((one) => one.seconds >= seconds * WARM_UP)?.megabytes ?? 0;
    const last = session.memory.at(-1)?.megabytes ?? 0;
    const slope = slopeOf(session, seconds);
    return `| ${session.name.padEnd(5)} | ${String(session.turns).padStart(6)} | ${String(noted.length).padStart(6)} | ${first.toFixed(1).padStart(11)} | ${last.toFixed(1).padStart(10)} | ${slope.toFixed(2).padStart(9)} |`;
  });
  return [
    `${accounts.length} sessions, ${seconds} s: ${asked} requests of agents, ${asked - refused} answered, ${refused} refused`,
    ...counts,
    '',
    '| who   |  turns |  noted | MB, settled | MB, at end | MB/minute |',
    '|-------|-------:|-------:|------------:|-----------:|----------:|',
    ...rows,
  ].join('\n');
};

if (import.meta.main) {
  const seconds = Number(process.argv[2] ?? 300);
  if (!existsSync(YAMO)) await buildDist();
  const place = new Place();
  const sessions: Session[] = [];
  try {
    const workspace = place.emptyWorkspace();
    cpSync(BORN, workspace, { recursive: true });
    // One after the other: a boot waits for the lease of another one only for a while.
    for (const name of ['main', ...Array.from({ length: SHARED }, (_, index) => `s${index + 1}`)]) {
      const session = new Session(place, workspace, name);
      sessions.push(session);
      await session.ready();
    }
    const begin = Date.now();
    const until = begin + seconds * 1000;
    const watching = watch(sessions, begin, until);
    const accounts = await Promise.all(sessions.map((session) => load(session, until)));
    await watching;
    const codes = await Promise.all(sessions.map((session) => session.quit()));
    const faults = [
      ...faultsIn(workspace, accounts),
      ...codes.flatMap((code, index) =>
        code === 0 ? [] : [`${sessions[index]?.name} ended with ${code}`],
      ),
      ...accounts.flatMap(({ session, unanswered }) =>
        unanswered.map((said) => `${session.name} was told: ${said}`),
      ),
    ];
    process.stdout.write(`${report(accounts, seconds)}\n\n`);
    process.stdout.write(
      faults.length === 0 ? 'nothing was lost or torn\n' : `${faults.slice(0, 20).join('\n')}\n`,
    );
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    for (const session of sessions) session.kill();
    place.remove();
  }
}
