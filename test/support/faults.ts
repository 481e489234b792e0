/**
 * A boot that is killed, or whose system call fails, at every call it makes on the workspace and on
 * the kernel's state; and what must be true after the next, undisturbed boot.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { constants } from 'node:os';
import process from 'node:process';

import { readChain } from '#test/support/chain.ts';
import { appendRecord } from '#kernel/state/chain.ts';
import { RECORD_SEGMENT_BYTES } from '#lib/spec/limits.ts';
import { REFUSALS } from '#lib/spec/refusals.ts';

import { openHome, openWorkspace } from './kernel.ts';
import { before, type Call, nthOf } from '#conform/witness/calls.ts';
import { trace, type Traced } from './strace.ts';
import {
  bootCommand,
  callsOn,
  environmentOf,
  framesOf,
  kernelCalls,
  LOG,
  refusalIn,
  type TracedBoot,
  tracedBoot,
} from './traced-boot.ts';
import { filled, makeBornWorkspace, makeWorkspace, type TempWorkspace } from './workspace.ts';

/** A word of the bootstrap instructions that nobody has a reason to write anywhere. */
const CANARY = 'canary-93d2f4-otter';
/** Bootstrap instructions with that word. */
export const ORDERS = `# First boot Certificate\n\n**Set-up password:** ${CANARY}\n\n## Agent\n\n**Name:** Atlas\n**Role:** harbour pilot\n\n## User\n\n**Name:** Ada\n`;
const HEADER = 'YAMO-NATIVE KERNEL ACTIVE';
const headless = (): string => filled('AGENTS.md').replace(/^.*\n/, '');

/** What is booted, and what for. */
export interface Scenario {
  readonly title: string;
  readonly make: () => TempWorkspace;
  readonly message: string;
  /** How often the ghost header is healed by the first boot that gets so far. */
  readonly heals: 0 | 1;
}

export const SCENARIOS: readonly Scenario[] = [
  {
    title: 'a first boot that finds nothing but its instructions',
    make: () => makeWorkspace({ 'BOOTSTRAP.md': ORDERS }),
    message: 'hi',
    heals: 0,
  },
  {
    title: 'a first boot that heals the header',
    make: () => makeWorkspace({ 'BOOTSTRAP.md': ORDERS, 'AGENTS.md': headless() }),
    message: 'hi',
    heals: 1,
  },
  {
    title: 'a normal boot that heals the header',
    make: () => makeBornWorkspace({ 'AGENTS.md': headless(), 'MEMORY.md': '# Memory\n' }),
    message: 'hi',
    heals: 1,
  },
  {
    title: 'a session that remembers',
    make: () => makeBornWorkspace({ 'MEMORY.md': '# Memory\n' }),
    message: '/remember the tide turns at six',
    heals: 0,
  },
  {
    title: 'a session whose record goes on in another file',
    make: () => {
      const workspace = makeBornWorkspace();
      const home = openHome(workspace, openWorkspace(workspace));
      appendRecord(home, { filling: 'x'.repeat(RECORD_SEGMENT_BYTES) });
      home.close();
      return workspace;
    },
    message: 'hi',
    heals: 0,
  },
];

/** The calls that change something, and those whose failure must not be taken for an answer. */
const AT_RISK =
  /^(openat|unlink|rename|link|fsync|write|pwrite64|ftruncate|mkdir|close|statx|getdents64|fchmod|fchown|pread64)$/;
/** What sqlite does to a lock besides these is asked and answered on one empty file. */
const AT_RISK_ON_LOCKS = /^(openat|unlink|pwrite64|close)$/;

/** One place in a boot where something can go wrong. */
export interface Point {
  readonly call: Call;
  readonly nth: number;
  /** Which one with this label it is, from 1. */
  readonly occurrence: number;
  /** `rename memory/DAY.md`: the same in every run. */
  readonly label: string;
}

/** The pipe by which libuv locks its signals holds one byte, read and written again with each signal; no other pipe of ours does. */
const SIGNAL_LOCK = 'lock of signals';
const isSignalLock = ({ args }: Call): boolean => /^\d+<pipe:\[\d+\]>, [^,]+, 1$/.test(args);

/** Names without what differs from run to run. */
const labelOf = (call: Call, folder: string): string =>
  isSignalLock(call) ? `${call.name} ${SIGNAL_LOCK}` : labelOfPath(call, folder);

const labelOfPath = ({ name, paths }: Call, folder: string): string =>
  `${name} ${(paths.at(-1) ?? '')
    .replace(folder, '')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/[0-9a-z]+-[0-9a-z]+-[0-9a-z]{10,}/g, 'KEY')
    .replaceAll(/[0-9a-f]{12}\.yamo-tmp/g, 'TMP')
    .replaceAll(/(pipe|socket):\[\d+\]/g, '$1')
    .replaceAll(/\/proc\/\d+\//g, '/proc/PID/')
    .replace(/ ?\(deleted\)$/, '')}`;

/** Every call at risk that the kernel made on the workspace and on its state, in order. */
const pointsOf = (run: Traced, { path, stateHome }: TempWorkspace): readonly Point[] => {
  const calls = kernelCalls(run);
  const folder = dirname(path);
  const seen = new Map<string, number>();
  return calls
    .filter(({ name, paths }) => {
      const own = paths.some((one) => one.startsWith(path) || one.startsWith(stateHome));
      const onLock = paths.some((one) => one.includes('.lock'));
      return own && (onLock ? AT_RISK_ON_LOCKS : AT_RISK).test(name);
    })
    .map((call) => {
      const label = labelOf(call, folder);
      const occurrence = (seen.get(label) ?? 0) + 1;
      seen.set(label, occurrence);
      return { call, nth: nthOf(calls, call), label, occurrence };
    });
};

/** A boot that takes longer hangs, also on a machine that does much else. */
const PLAIN_BOOT_MS = 60_000;

/** A boot without strace, as a user would run it. */
export const plainBoot = async (
  workspace: TempWorkspace,
  message = 'hi',
): Promise<Pick<TracedBoot, 'code' | 'stdout' | 'stderr' | 'frames' | 'refused'>> => {
  const [program = process.execPath, ...args] = bootCommand(workspace, '--message', message);
  const child = spawn(program, args, {
    env: environmentOf(workspace),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PLAIN_BOOT_MS,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  const frames = framesOf(stdout);
  return { code, stdout, stderr, frames, refused: refusalIn(frames) };
};

/** Boots with this call going wrong as strace's `what` says (`signal=KILL`, `error=EIO`). */
const disturbedBoot = (
  scenario: Scenario,
  workspace: TempWorkspace,
  { call, nth }: Point,
  what: string,
): Promise<TracedBoot> =>
  tracedBoot(workspace, { inject: [`${call.name}:${what}:when=${nth}`] }, [
    '--message',
    scenario.message,
  ]);

/** What an error may not lead to: a hang, a bug, an exit code that no table has. */
const faultsOfDisturbed = (run: TracedBoot): readonly string[] => {
  const faults: string[] = [];
  const { code, signal, refused, stdout, stderr, timedOut } = run;
  if (timedOut) faults.push('it hangs');
  if (stdout.includes(CANARY) || stderr.includes(CANARY)) faults.push('it prints the instructions');
  if (/This is a bug|^ +at .*:\d+:\d+/m.test(stderr))
    faults.push(`it shows a bug: ${stderr.slice(0, 600)}`);
  if (refused === undefined && code !== 0)
    faults.push(`exit ${code ?? signal} without a refusal: ${stderr.slice(0, 300)}`);
  const row = Object.entries(REFUSALS).find(([name]) => name === refused)?.[1];
  if (refused !== undefined && row?.exit !== code) faults.push(`${refused} with exit ${code}`);
  return faults;
};

/** Boots once more, undisturbed, and says what is not as it must be. */
export const faultsAfter = async (
  scenario: Scenario,
  workspace: TempWorkspace,
): Promise<readonly string[]> => {
  const expected = expectation(workspace);
  const faults = leaks(workspace, expected.orders);
  const next = await plainBoot(workspace);
  if (next.code !== expected.code || next.refused !== expected.refused) {
    const got = next.code === null ? 'a hang' : `exit ${next.code} ${next.refused ?? ''}`;
    faults.push(
      `expected exit ${expected.code} ${expected.refused ?? ''}, got ${got} ${next.stderr}${lastLine(next.stdout)}`,
    );
  }
  for (const text of expected.says)
    if (!next.stdout.includes(text)) faults.push(`the next boot does not say "${text}"`);
  if (expected.orders && !next.stdout.includes('"step":"bootstrap_flow"'))
    faults.push('the instructions were not carried out');
  faults.push(...unsoundnessOf(workspace));
  if (next.code === 0) faults.push(...headerFaults(workspace, scenario));
  return faults;
};

/** What is torn, left over or told twice in a workspace whose instructions were taken, and in its state. */
export const unsoundnessOf = (workspace: TempWorkspace): readonly string[] => [
  ...leaks(workspace, false),
  ...leftovers(workspace),
  ...logFaults(workspace),
  ...chainFaults(workspace),
];

interface Expectation {
  readonly orders: boolean;
  readonly code: number;
  readonly refused: string | undefined;
  readonly says: readonly string[];
}

/** What the next boot must come to, by what is on disk. */
const expectation = (workspace: TempWorkspace): Expectation => {
  const orders = workspace.has('BOOTSTRAP.md');
  const session = { orders, code: 0, refused: undefined, says: [] };
  const birth = stateFile(workspace, 'birth.json');
  if (orders || !birth.includes('"state":"taken"')) return session;
  if (!workspace.has('SOUL.md')) {
    const sha256 = /"sha256":"([0-9a-f]+)"/.exec(birth)?.[1] ?? 'no sha256';
    return { orders, code: 1, refused: 'BOOTSTRAP_CONSUMED', says: [sha256] };
  }
  const missing = ['USER.md', 'AGENTS.md'].filter((file) => !workspace.has(file));
  return { ...session, says: ['did not finish', ...missing.map((file) => `created ${file}`)] };
};

const stateFile = ({ stateHome }: TempWorkspace, name: string): string =>
  filesBelow(stateHome)
    .filter((path) => path.endsWith(`/${name}`))
    .map((path) => readFileSync(path, 'utf8'))[0] ?? '';

const filesBelow = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
};

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

/** Files with the canary, besides the instructions themselves as long as they may be there. */
const leaks = (workspace: TempWorkspace, orders: boolean): string[] =>
  filesBelow(dirname(workspace.path))
    .filter((path) => !orders || path !== workspace.at('BOOTSTRAP.md'))
    .filter((path) => readFileSync(path).includes(CANARY))
    .map((path) => `the instructions are in ${path}`);

const leftovers = ({ path }: TempWorkspace): readonly string[] =>
  filesBelow(dirname(path))
    .filter((file) => /\.yamo-tmp$|\/open-[^/]*$|-journal$/.test(file))
    .map((file) => `left over: ${file.slice(dirname(path).length)}`);

const LINE = /^(|# .+|## Session \[\d\d:\d\d\]|- [^\0]+)$/;
const EVENT = /^- (ghost_repair_event|session|session_opened|session_closed|bootstrap_completed);/;

const logFaults = (workspace: TempWorkspace): readonly string[] => {
  if (!workspace.has(LOG)) return [];
  const text = workspace.text(LOG);
  const lines = text.split('\n');
  const torn = lines.filter(
    (line) => !LINE.test(line) || (EVENT.test(line) && !line.endsWith(';')),
  );
  const faults = torn.map((line) => `a torn line in the log: ${line.slice(0, 80)}`);
  if (!text.endsWith('\n')) faults.push('the log has no end of line');
  const opened = lines.filter((line) => line.startsWith('- session_opened;')).length;
  const closed = lines.filter((line) => line.startsWith('- session_closed;')).length;
  if (opened > closed) faults.push(`${opened} sessions opened, ${closed} closed`);
  const ends = lines.flatMap(
    (line) => /^- session(?:_closed)?;.*;boot;([-\w]+);$/.exec(line)?.[1] ?? [],
  );
  if (new Set(ends).size < ends.length) faults.push('a session is closed twice in the log');
  if (lines.filter((line) => line.startsWith('# ')).length !== 1)
    faults.push('not one title in the log');
  return faults;
};

const chainFaults = (workspace: TempWorkspace): readonly string[] => {
  const opened = openWorkspace(workspace);
  const home = openHome(workspace, opened);
  const { verdict } = readChain(home);
  home.close();
  opened.close();
  return verdict.whole && !verdict.torn ? [] : [`the chain of records: ${JSON.stringify(verdict)}`];
};

const headerFaults = (workspace: TempWorkspace, { heals }: Scenario): readonly string[] => {
  const faults: string[] = [];
  const agents = workspace.text('AGENTS.md');
  if (!agents.startsWith(`${HEADER}\n`)) faults.push('AGENTS.md does not begin with the header');
  if (agents.split(HEADER).length !== 2) faults.push('AGENTS.md has the header more than once');
  const logged = workspace.text(LOG).split('ghost_repair_event;').length - 1;
  if (logged !== heals) faults.push(`${logged} heals in the log, expected ${heals}`);
  return faults;
};

/** Runs `work` at every point, two at a time, and says how far it is. */
export const atEvery = async <One extends Pick<Point, 'label' | 'nth'>>(
  title: string,
  points: readonly One[],
  work: (point: One) => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  const findings: string[] = [];
  const rest = points.entries();
  const worker = async (): Promise<void> => {
    for (const [index, point] of rest) {
      const found = await work(point);
      for (const text of found) {
        const finding = `#${index + 1} ${point.label} (call ${point.nth}): ${text}`;
        findings.push(finding);
        console.error(`${title}: ${finding}`);
      }
      if ((index + 1) % 50 === 0) console.error(`${title}: ${index + 1} of ${points.length}`);
    }
  };
  await Promise.all([worker(), worker()]);
  console.error(`${title}: ${points.length} points tried, ${findings.length} findings`);
  return findings;
};

/** A boot of the scenario in which nothing goes wrong, and its points. */
export const rehearse = async (scenario: Scenario): Promise<readonly Point[]> => {
  const workspace = scenario.make();
  const run = await tracedBoot(workspace, {}, ['--message', scenario.message]);
  if (run.code !== 0) throw new Error(`the rehearsal failed: ${run.stdout}${run.stderr}`);
  return pointsOf(run, workspace);
};

/** What a first boot reads, writes and opens after its instructions are deleted, its pipes and event descriptors among it. */
const AFTER_DELETION = /^(openat|read|readv|pread64|write|writev|sendmsg|recvmsg)$/;

/**
 * The same for every call of a first boot after the deletion of its instructions, whatever file or pipe it is about, but
 * for libuv's lock of signals: a program that loses it hears of the end of no child any more (`lockFailures` shows it).
 */
export const rehearseFirstBoot = async (scenario: Scenario): Promise<readonly Point[]> => {
  const workspace = scenario.make();
  const run = await tracedBoot(workspace, {}, ['--message', scenario.message]);
  if (run.code !== 0) throw new Error(`the rehearsal failed: ${run.stdout}${run.stderr}`);
  const deleted = callsOn(run, workspace, 'unlink', 'BOOTSTRAP.md')[0];
  const calls = kernelCalls(run);
  const seen = new Map<string, number>();
  const points: Point[] = [];
  for (const call of calls) {
    if (!AFTER_DELETION.test(call.name) || isSignalLock(call)) continue;
    const label = labelOf(call, dirname(workspace.path));
    const occurrence = (seen.get(label) ?? 0) + 1;
    seen.set(label, occurrence);
    if (deleted !== undefined && before(deleted, call))
      points.push({ call, nth: nthOf(calls, call), label, occurrence });
  }
  return points;
};

/** Any program of Node that starts a child and waits for its end. */
const WAITS = `require('node:child_process').spawn('/bin/true').on('exit', () => process.exit(0))`;
const WAIT_LIMIT_MS = 3000;

/** What becomes of such a program when a call on libuv's lock of signals fails: it ends, is aborted, or hangs. */
export const lockFailures = async (): Promise<readonly Traced[]> => {
  const command = [process.execPath, '-e', WAITS];
  const env = { NODE_OPTIONS: '--v8-pool-size=0' };
  const calls = kernelCalls(await trace(command, { env }));
  const runs: Traced[] = [];
  for (const call of calls.filter(isSignalLock)) {
    const inject = [`${call.name}:error=EIO:when=${nthOf(calls, call)}`];
    runs.push(await trace(command, { env, inject, limitMs: WAIT_LIMIT_MS }));
  }
  return runs;
};

/** All points, or every tenth where a sample is asked for (`YAMO_FAULTS=sample`). */
export const chosen = <One>(points: readonly One[]): readonly One[] =>
  process.env['YAMO_FAULTS'] === 'sample' ? points.filter((_, index) => index % 10 === 0) : points;

/**
 * Disturbs a boot at this point. strace counts calls, and V8 wakes its threads by calls of its own:
 * a run in which another call was hit tells what the count should have been.
 */
const disturb = async (
  scenario: Scenario,
  point: Point,
  what: string,
): Promise<{
  readonly run: TracedBoot;
  readonly workspace: TempWorkspace;
  readonly missed: boolean;
}> => {
  let { nth } = point;
  for (let attempt = 1; ; attempt += 1) {
    const workspace = scenario.make();
    const run = await disturbedBoot(scenario, workspace, { ...point, nth }, what);
    const hit = kernelCalls(run).find((call) => call.injected || call.result === '?');
    const label = hit === undefined ? undefined : labelOf(hit, dirname(workspace.path));
    const missed = label !== point.label;
    if (!missed || attempt === ATTEMPTS) return { run, workspace, missed };
    const same = pointsOf(run, workspace).find(
      (one) => one.label === point.label && one.occurrence === point.occurrence,
    );
    nth = same?.nth ?? nth + 1;
  }
};

const ATTEMPTS = 5;

/** What is left of a boot that is killed at this point. */
export const killedAt = async (scenario: Scenario, point: Point): Promise<TempWorkspace> => {
  const { workspace, missed } = await disturb(scenario, point, 'signal=KILL');
  if (missed)
    console.error(`missed, though killed elsewhere perhaps: ${point.label}, call ${point.nth}`);
  return workspace;
};

/** Kills the boot at this point, and judges the next one. */
export const killAt = async (scenario: Scenario, point: Point): Promise<readonly string[]> =>
  faultsAfter(scenario, await killedAt(scenario, point));

/** Node's own event loop wakes itself by pipes and event descriptors, and aborts where that fails: as good as killed. */
const isEndedByNode = ({ signal }: TracedBoot, { label }: Point): boolean =>
  signal === 'SIGABRT' && /^(?:read|write) (?:pipe|anon_inode:\[eventfd\])$/.test(label);

/** Whoever reads what the kernel prints is gone: a hang-up, as of a terminal. */
const isLeftByItsReader = ({ code }: TracedBoot, { label }: Point): boolean =>
  code === EXIT_OF_HANG_UP && /^writev? socket$/.test(label);

const EXIT_OF_HANG_UP = 128 + constants.signals.SIGHUP;

/** Lets the call at this point fail once, and judges this boot and the next one. */
export const failAt = async (
  scenario: Scenario,
  point: Point,
  errno: string,
): Promise<readonly string[]> => {
  const { run, workspace, missed } = await disturb(scenario, point, `error=${errno}`);
  // What else failed may be a call of Node's own, which ends the process by design.
  if (missed) {
    console.error(`missed: ${point.label}, call ${point.nth}`);
    return [];
  }
  const came = `${errno} → exit ${run.code} ${run.refused ?? ''}`;
  const own =
    isEndedByNode(run, point) || isLeftByItsReader(run, point) ? [] : faultsOfDisturbed(run);
  const faults = [...own, ...(await faultsAfter(scenario, workspace))];
  return faults.map((text) => `${came}: ${text}`);
};
