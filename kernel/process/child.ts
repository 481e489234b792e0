/** Starting and ending the agent's process; git.ts and foreground.ts beside it start theirs, and nobody else starts anything. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Duplex, type Readable, Writable } from 'node:stream';
import { CHILD_DRAIN_MS } from '#lib/spec/limits.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import { findProgram } from './program.ts';

/** A program to be started, with all that it is given. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the process starts; the directory of the kernel if it is not given. */
  readonly directory?: string;
  /** What it can read from descriptors 3, 4 and so on, each whole. */
  readonly inputs?: readonly Uint8Array[];
  /** Each gets the other end of one of its next descriptors, which goes both ways; closed when the process has ended. */
  readonly channels?: readonly ((end: Duplex) => void)[];
}

/** How a process ended: by itself with a code, or by a signal. */
interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process of ours that runs. */
export interface Child {
  readonly pid: number;
  readonly input: Writable;
  readonly output: Readable;
  /** What the process says about itself; shown to the owner, recorded nowhere. */
  readonly diagnostics: Readable;
  /** Settles when the process has ended, with how: `exit code 1`, `signal SIGKILL`. Never rejects. */
  readonly ended: Promise<string>;
  /** Settles when the process itself has ended; `closed` when its pipes have as well. Neither rejects. */
  readonly exit: Promise<Exit>;
  readonly closed: Promise<Exit>;
  /** Ends the process and what it started: asks first, kills after `graceMs`. */
  readonly end: (graceMs: number) => Promise<void>;
}

/**
 * Starts the process in a group of its own, so that it can be ended with all it started, and so
 * that Ctrl-C reaches the kernel first. Throws if it cannot be started at all.
 */
export const startChild = async ({
  program,
  args,
  environment,
  directory,
  inputs = [],
  channels = [],
}: Command): Promise<Child> => {
  const child = spawn(program, args, {
    ...(directory === undefined ? {} : { cwd: directory }),
    env: environment,
    stdio: [...STREAMS, ...[...inputs, ...channels].map(() => PIPE)],
    detached: true,
  }) as Spawned;
  const settles = (event: 'exit' | 'close'): Promise<Exit> =>
    new Promise((resolve) => {
      child.once(event, (code, signal) => resolve({ code, signal }));
    });
  const exit = settles('exit');
  const closed = settles('close');
  const ended = closed.then(({ code, signal }) =>
    signal === null ? `exit code ${code}` : `signal ${signal}`,
  );
  // What left the group may hold the pipes for ever: they are not waited for much longer than the process.
  void exit.then(() => letGo(child, closed));
  await started(child);
  // Of a pipe that breaks nobody hears but by the end of the process: one that lives on would be waited for without end.
  child.stdin.on('error', () => endSoon(child, exit));
  // Whoever reads hears that there is nothing more.
  for (const pipe of [child.stdout, child.stderr]) pipe.on('error', () => undefined);
  for (const [index, bytes] of inputs.entries())
    feed(child.stdio[STREAMS.length + index], bytes, () => signalGroup(child, 'SIGKILL'));
  for (const [index, channel] of channels.entries()) {
    const end = twoWay(child.stdio[STREAMS.length + inputs.length + index]);
    void exit.then(() => end.destroy());
    channel(end);
  }
  return {
    pid: child.pid ?? 0,
    input: child.stdin,
    output: child.stdout,
    diagnostics: child.stderr,
    ended,
    exit,
    closed,
    end: (graceMs) => endChild(child, { exit, ended }, graceMs),
  };
};

type Spawned = ChildProcessByStdio<Writable, Readable, Readable>;

const PIPE = 'pipe' as const;
const STREAMS = [PIPE, PIPE, PIPE];

const letGo = ({ stdio }: Spawned, closed: Promise<Exit>): void => {
  const destroy = (): void => stdio.forEach((pipe) => pipe?.destroy());
  // What is in them by then is read before: a loop that stood still has had no time to.
  const timer = setTimeout(() => setImmediate(destroy), CHILD_DRAIN_MS);
  void closed.then(() => clearTimeout(timer));
};

/** What gets a part of its input must not run with it: half of what bubblewrap is told is another view. */
const feed = (pipe: unknown, bytes: Uint8Array, broken: () => void): void => {
  if (!(pipe instanceof Writable)) throw new Error('a descriptor without its pipe');
  pipe.on('error', broken);
  pipe.end(bytes);
};

/** Most processes that do not read any more have ended, or are about to, with a code that says why. */
const endSoon = (child: Spawned, exit: Promise<Exit>): void => {
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), CHILD_DRAIN_MS);
  void exit.then(() => clearTimeout(timer));
};

const twoWay = (pipe: unknown): Duplex => {
  if (!(pipe instanceof Duplex)) throw new Error('a descriptor without its pipe');
  return pipe.on('error', () => undefined);
};

const started = (child: Spawned): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });

const endChild = async (
  child: Spawned,
  { exit, ended }: Pick<Child, 'exit' | 'ended'>,
  graceMs: number,
): Promise<void> => {
  child.stdin.end();
  if (graceMs > 0 && (await settled(ended, graceMs))) return sweep(child);
  if (graceMs > 0) {
    endHeld(child, exit, 'SIGTERM');
    if (await settled(ended, graceMs)) return sweep(child);
  }
  endHeld(child, exit, 'SIGKILL');
  await ended;
};

/** Bubblewrap that is ended while it makes a view may leave what it has started behind, in no group of ours. */
const endHeld = (child: Spawned, exit: Child['exit'], name: NodeJS.Signals): void => {
  const below = holding(child, () => signalGroup(child, name));
  void exit.then(() => {
    for (const { pid, start } of below) if (startOf(pid) === start) signal(pid, 'SIGKILL');
  });
};

/** The agent is gone; what it left running in its group goes too. */
const sweep = (child: Spawned): void => signalGroup(child, 'SIGKILL');

const signalGroup = ({ pid }: Spawned, name: NodeJS.Signals): void => {
  if (pid !== undefined) signal(-pid, name);
};

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It is gone, or it is somebody else's by now: a program of another user that the process has started.
    const errno = errnoOf(error);
    if (errno !== 'ESRCH' && errno !== 'EPERM') throw error;
  }
};

/** A process stops within microseconds, on a busy machine when its turn has come. */
const STOPPED_WITHIN_MS = 1000;

/** A process by its number and the time of its start. */
interface Born {
  readonly pid: number;
  readonly start: string | undefined;
}

/** Of /proc/PID/stat, behind the name: field 22 (proc_pid_stat(5)). */
const START_FIELD = 19;

/**
 * What a process has started, nothing where there is no `/proc`. It starts no more before `send` has sent its signal,
 * since it is stopped until then: one that could go on between the look and the signal would start what nobody ends.
 */
const holding = ({ pid, exitCode, signalCode }: Spawned, send: () => void): readonly Born[] => {
  if (pid === undefined || exitCode !== null || signalCode !== null) {
    send();
    return [];
  }
  signal(pid, 'SIGSTOP');
  try {
    const until = performance.now() + STOPPED_WITHIN_MS;
    while (!hasStopped(pid) && performance.now() < until);
    const pids = textOf(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
    return pids.map((one) => ({ pid: one, start: startOf(one) }));
  } finally {
    send();
    signal(pid, 'SIGCONT');
  }
};

/** Is it stopped, or has it ended? A system without `/proc` does not tell. */
const hasStopped = (pid: number): boolean => {
  const stat = textOf(pid, 'stat');
  return stat === '' || /^\d+ \(.*\) [TZX] /s.test(stat);
};

/** When a process was started, in ticks since the machine was: together with the number it is one process for good. */
const startOf = (pid: number): string | undefined =>
  textOf(pid, 'stat').split(') ').at(-1)?.split(' ')[START_FIELD];

const textOf = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
};

const settled = async (ended: Promise<string>, withinMs: number): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), withinMs);
  void ended.then(() => resolve(true));
  const value = await promise;
  clearTimeout(timer);
  return value;
};

/** What it reads, and what ends it before it ends by itself: also what it prints, where that is longer. */
export interface RunLimits {
  readonly input?: string;
  readonly signal?: AbortSignal;
  readonly withinMs?: number;
  /** How long it may take to end when it is asked to; it is killed at once if it is not given. */
  readonly graceMs?: number;
  readonly outputMaxChars?: number;
}

/** How it ended. */
export interface Finished {
  readonly how: string;
  readonly output: string;
  /** The beginning of what it said on its standard error. */
  readonly complaint: string;
  /** It took longer than it might. */
  readonly isLate: boolean;
}

/** How a program ends that did what it was started for. */
export const DONE = 'exit code 0';
const COMPLAINT_MAX_CHARS = 1024 * 1024;

/** Throws if it cannot be started at all. */
export const runToEnd = async (
  command: Command,
  { input = '', signal: stop, withinMs, graceMs = 0, outputMaxChars = Infinity }: RunLimits = {},
): Promise<Finished> => {
  const child = await startChild(command);
  const late = withinMs === undefined ? undefined : AbortSignal.timeout(withinMs);
  const ending = AbortSignal.any([stop, late].filter((one) => one !== undefined));
  const end = (): void => void child.end(graceMs);
  ending.addEventListener('abort', end, { once: true });
  if (ending.aborted) end();
  let output = '';
  let complaint = '';
  child.output.setEncoding('utf8').on('data', (part: string) => {
    if (output.length <= outputMaxChars) output += part;
    else end();
  });
  child.diagnostics.setEncoding('utf8').on('data', (part: string) => {
    if (complaint.length < COMPLAINT_MAX_CHARS) complaint += part;
  });
  child.input.end(input);
  const how = await child.ended;
  ending.removeEventListener('abort', end);
  return { how, output, complaint, isLate: late?.aborted === true };
};

/** A program that takes longer is not asked again. */
const VERSION_MAX_MS = 10_000;

/** The numbers of its version; `undefined` where there is no such program, or it does not say. Never rejects. */
export const versionOf = async (
  program: string,
  searchPath: string,
): Promise<readonly number[] | undefined> => {
  const found = findProgram(program, searchPath);
  if (!('path' in found)) return undefined;
  const { env: environment } = process;
  const command = { program: found.path, args: ['--version'], environment, directory: '/' };
  const said = await runToEnd(command, { withinMs: VERSION_MAX_MS }).catch(() => undefined);
  return /\b(\d+)\.(\d+)\.(\d+)\b/
    .exec(said?.output ?? '')
    ?.slice(1)
    .map(Number);
};
