/** Starting and ending the agent's process; git.ts beside it runs git, and nobody else starts anything. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { errnoOf } from './disk.ts';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Where the process starts; the directory of the kernel if it is not given. */
  readonly directory?: string;
}

export interface Child {
  readonly pid: number;
  readonly input: Writable;
  readonly output: Readable;
  /** What the process says about itself; shown to the owner, recorded nowhere. */
  readonly diagnostics: Readable;
  /** Settles when the process has ended, with how: `exit code 1`, `signal SIGKILL`. Never rejects. */
  readonly ended: Promise<string>;
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
}: Command): Promise<Child> => {
  const child = spawn(program, args, {
    ...(directory === undefined ? {} : { cwd: directory }),
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) =>
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`),
    );
  });
  await started(child);
  // A pipe that breaks is noticed by the end of the process.
  child.stdin.on('error', () => undefined);
  return {
    pid: child.pid ?? 0,
    input: child.stdin,
    output: child.stdout,
    diagnostics: child.stderr,
    ended,
    end: (graceMs) => endChild(child, ended, graceMs),
  };
};

type Spawned = ChildProcessByStdio<Writable, Readable, Readable>;

const started = (child: Spawned): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });

const endChild = async (child: Spawned, ended: Promise<string>, graceMs: number): Promise<void> => {
  child.stdin.end();
  if (await settled(ended, graceMs)) return sweep(child);
  signalGroup(child, 'SIGTERM');
  if (await settled(ended, graceMs)) return sweep(child);
  signalGroup(child, 'SIGKILL');
  await ended;
};

/** The agent is gone; what it left running in its group goes too. */
const sweep = (child: Spawned): void => signalGroup(child, 'SIGKILL');

const signalGroup = ({ pid }: Spawned, signal: NodeJS.Signals): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (errnoOf(error) !== 'ESRCH') throw error;
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
