/**
 * Whole processes with what they cost: time on the wall, time of the processors, and memory at the peak. The shell
 * measures: Node tells a parent nothing of what a child has used up, and bash is small enough not to be noticed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, closeSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

import type { Place } from './place.ts';

/** A program, started in `cwd`, that says a sentence like `sign` when it has done its work. */
export interface Task {
  readonly args: readonly string[];
  readonly cwd: string;
  /** What its output must hold: a program that looked at nothing is fast. */
  readonly sign: RegExp;
  /** Codes with which it ends when it has done its work. */
  readonly exits: readonly number[];
}

export interface Cost {
  readonly wallMs: number;
  /** User and system time of all its threads. */
  readonly cpuMs: number;
}

const SHELL = [
  'TIMEFORMAT="%3U %3S"; out=$1; shift; begin=$EPOCHREALTIME',
  'time "$@" >"$out" 2>&1; status=$?; end=$EPOCHREALTIME',
  'echo "$begin $end $status"',
].join('\n');

/** Peaks last longer than this. */
const POLL_MS = 1;

/** Runs node with the arguments of a task, to its end. Throws if it failed. */
export const timed = (place: Place, task: Task): Cost => {
  const output = outputOf(place);
  const { stdout, stderr, error } = spawnSync(
    'bash',
    ['-c', SHELL, 'bash', output, process.execPath, ...task.args],
    {
      env: { ...place.environment, LC_ALL: 'C' },
      cwd: task.cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  if (error !== undefined) throw error;
  const [begin = NaN, end = NaN, status = NaN] = stdout.split(' ').map(Number);
  const cpuSeconds = stderr.trim().split(' ').map(Number);
  check(task, status, output);
  return {
    wallMs: (end - begin) * 1000,
    cpuMs: cpuSeconds.reduce((sum, seconds) => sum + seconds, 0) * 1000,
  };
};

/**
 * Resident megabytes at the peak of a run, as the kernel has counted them (`VmHWM`), asked again and again until
 * the process is gone. A run of its own: the asking costs the process some of its time.
 */
export const peakMegabytes = async (place: Place, task: Task): Promise<number> => {
  const output = outputOf(place);
  const file = openSync(output, 'w');
  const child = spawn(process.execPath, task.args, {
    env: place.environment,
    cwd: task.cwd,
    stdio: ['ignore', file, file],
  });
  const ended = once(child, 'exit');
  let kilobytes = 0;
  while (child.exitCode === null && child.signalCode === null) {
    kilobytes = peakOf(child.pid) ?? kilobytes;
    await pause(POLL_MS);
  }
  await ended;
  closeSync(file);
  check(task, child.exitCode ?? NaN, output);
  return kilobytes / 1024;
};

/** `undefined` once the process has given its memory back. */
const peakOf = (pid: number | undefined): number | undefined => {
  const [, kilobytes] =
    /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes);
};

const outputOf = ({ folder }: Place): string => {
  mkdirSync(join(folder, 'output'), { recursive: true });
  return join(folder, 'output', 'last.txt');
};

const check = ({ args, exits, sign }: Task, status: number, output: string): void => {
  const said = readFileSync(output, 'utf8');
  if (exits.includes(status) && sign.test(said)) return;
  throw new Error(`node ${args.join(' ')} ended with ${status}: ${said.slice(-2000)}`);
};
