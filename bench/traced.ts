/**
 * From execve to a later system call, by strace.
 *
 * strace costs something: with a seccomp filter the traced process stops only at the calls that are
 * asked for and when it starts a thread. Nothing is subtracted for that. Bare node is run under the
 * very same strace in the same round, and the ratio is taken between the two.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import type { Place } from './place.ts';

const STRACE = 'strace';

/** One line of the trace: who, when (seconds), what. */
interface Call {
  readonly pid: string;
  readonly seconds: number;
  readonly text: string;
}

export const canTrace = (): boolean =>
  spawnSync(STRACE, ['-f', '--seccomp-bpf', '-e', 'trace=execve', '-o', '/dev/null', 'true'])
    .status === 0;

/** Runs node with `args` to its end under strace. Throws if it fails. */
export const trace = (place: Place, args: readonly string[]): Trace => {
  const output = join(place.folder, 'strace.out');
  const calls = 'trace=execve,unlink,unlinkat';
  const { status, stderr } = spawnSync(
    STRACE,
    [
      '-f',
      '--seccomp-bpf',
      '-ttt',
      '-s',
      '300',
      '-e',
      calls,
      '-o',
      output,
      process.execPath,
      ...args,
    ],
    {
      env: place.environment,
      cwd: place.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return new Trace(readFileSync(output, 'utf8'));
};

export class Trace {
  readonly #calls: readonly Call[];

  constructor(text: string) {
    this.#calls = text.split('\n').flatMap((line) => {
      const [, pid = '', seconds = '', rest = ''] = /^(\d+)\s+(\d+\.\d+) (.*)$/.exec(line) ?? [];
      return pid === '' ? [] : [{ pid, seconds: Number(seconds), text: rest }];
    });
  }

  /** Milliseconds from the first execve to the first call that `wanted` accepts. Throws if there is none. */
  until(what: string, wanted: (call: string) => boolean): number {
    return this.#millisecondsTo(what, ({ text }) => wanted(text));
  }

  /** Milliseconds from the first execve to the end of that process. */
  untilExit(): number {
    const { pid } = this.#first;
    return this.#millisecondsTo(
      'exit',
      (call) => call.pid === pid && call.text.startsWith('+++ exited'),
    );
  }

  get #first(): Call {
    const [first] = this.#calls;
    if (first === undefined) throw new Error('strace saw nothing');
    return first;
  }

  #millisecondsTo(what: string, wanted: (call: Call) => boolean): number {
    const found = this.#calls.find(wanted);
    if (found === undefined) throw new Error(`strace saw no ${what}`);
    return (found.seconds - this.#first.seconds) * 1000;
  }
}
