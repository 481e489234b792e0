/** Runs a command under strace, with faults where a test wants them. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { type Call, parseTrace, straceWords } from '#conform/witness/calls.ts';

/** A finished run. */
export interface Traced {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** Of all processes, in the order in which they began. */
  readonly calls: readonly Call[];
}

export interface TraceOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** strace injections, such as `unlink:error=EIO:when=4`. */
  readonly inject?: readonly string[];
  readonly limitMs?: number;
  /** Called once, as soon as the trace holds a line like this; it can look at what the trace holds by then. */
  readonly act?: { readonly when: RegExp; readonly run: (soFar: () => string) => void };
}

/** Why strace cannot run here; undefined if it can. */
export const straceFault = (): string | undefined => {
  if (process.platform !== 'linux') return 'strace is for Linux';
  const { error, status, stderr } = spawnSync(
    'strace',
    ['-f', '--seccomp-bpf', '-qq', '-e', 'trace=execve', '-o', '/dev/null', 'true'],
    { encoding: 'utf8' },
  );
  if (error !== undefined) return error.message;
  return status === 0 ? undefined : stderr.trim();
};

/** Bytes of each string that are shown: more than any file of these tests holds. */
const SHOWN_BYTES = 8192;
const POLL_MS = 3;

/** Runs `command`; after `limitMs` it is killed with its whole process group. */
export const trace = async (
  command: readonly string[],
  { env, cwd = '/', inject = [], limitMs = 20_000, act }: TraceOptions,
): Promise<Traced> => {
  const folder = mkdtempSync(join(tmpdir(), 'yamo-strace-'));
  const file = join(folder, 'trace');
  const [strace = '', ...words] = straceWords({ file, inject, shownBytes: SHOWN_BYTES });
  const child = spawn(strace, [...words, ...command], {
    cwd,
    env: { ...env, UV_USE_IO_URING: '0' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  let timedOut = false;
  const limit = setTimeout(() => {
    timedOut = true;
    killGroup(child.pid);
  }, limitMs);
  const watch = act && watchFor(file, act);
  try {
    const { code, signal } = await new Promise<Pick<Traced, 'code' | 'signal'>>((done, fail) => {
      child.once('error', fail);
      child.once('close', (exit, by) => done({ code: exit, signal: by }));
    });
    return { code, signal, ...output, timedOut, calls: parseTrace(readFileSync(file, 'utf8')) };
  } finally {
    clearTimeout(limit);
    watch?.();
    rmSync(folder, { recursive: true });
  }
};

/** Killing strace alone would let go of a hung kernel, which then runs for ever. */
const killGroup = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
};

const watchFor = (file: string, { when, run }: NonNullable<TraceOptions['act']>): (() => void) => {
  const timer = setInterval(() => {
    if (!when.test(readIfThere(file))) return;
    clearInterval(timer);
    run(() => readIfThere(file));
  }, POLL_MS);
  return () => clearInterval(timer);
};

const readIfThere = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
