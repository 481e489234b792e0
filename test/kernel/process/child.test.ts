import { once } from 'node:events';
import process from 'node:process';

import { afterEach, expect, it, vi } from 'vitest';

import { startChild } from '#kernel/process/child.ts';
import { CHILD_DRAIN_MS } from '#lib/spec/limits.ts';
import { isAlive, skipLoudly, until } from '#test/support/yamo.ts';

const outside = vi.hoisted(() => ({
  /** Whether a number that is looked up once more is said to be another process by then. */
  isReused: false,
  asked: new Map<string, number>(),
}));

// No test can wait until the machine gives a number away again.
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const readFileSync = (path: string, encoding: 'utf8'): string => {
    const text = real.readFileSync(path, encoding);
    const before = outside.asked.get(path) ?? 0;
    outside.asked.set(path, before + 1);
    if (!outside.isReused || before === 0 || !/^\/proc\/\d+\/stat$/.test(path)) return text;
    // The start is the 22nd field, the 20th behind the name.
    const [head = '', tail = ''] = text.split(') ');
    const fields = tail.split(' ');
    return `${head}) ${fields.with(19, `${fields[19]}0`).join(' ')}`;
  };
  return { ...real, readFileSync };
});

const left: number[] = [];
afterEach(() => {
  for (const pid of left.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  outside.asked.clear();
});

/** A process that was started by one that is ended, in no group of it; whether it lives on. */
const livesOn = async (): Promise<boolean> => {
  const script = "setsid sh -c 'echo $$; exec sleep 600' & wait";
  const child = await startChild({ program: '/bin/sh', args: ['-c', script], environment: {} });
  const [said] = await once(child.output.setEncoding('utf8'), 'data');
  const pid = Number(said);
  left.push(pid);
  await child.end(0);
  // What is killed at the end of the process is killed before this goes on.
  if (!outside.isReused) await until(() => !isAlive(pid));
  return isAlive(pid);
};

const cannot = skipLoudly(process.platform !== 'linux', 'processes of /proc');

it.skipIf(cannot)(
  'what a process has started ends with it, in its group or not',
  async () => {
    outside.isReused = false;
    expect(await livesOn()).toBe(false);
  },
  20_000,
);

it.skipIf(cannot)(
  'a process that has got the number of one that was started is spared',
  async () => {
    outside.isReused = true;
    expect(await livesOn()).toBe(true);
  },
);

const sleepFor = (ms: number): unknown =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const shell = (script: string) =>
  startChild({ program: '/bin/sh', args: ['-c', script], environment: {} });

it('what a process has printed is read, also where nobody had time to before its pipes are let go', async () => {
  const waiting = await shell('read word; echo $word');
  let text = '';
  waiting.output.setEncoding('utf8').on('data', (part: string) => (text += part));
  const first = await shell('echo 1');
  // One turn of the loop hears of the first: what it printed, and then who has ended. By then the other has, too.
  sleepFor(300);
  first.output.on('data', () => {
    waiting.input.end('hello\n');
    sleepFor(300);
  });
  void waiting.exit.then(() => sleepFor(CHILD_DRAIN_MS + 300));
  await waiting.ended;
  expect(text).toBe('hello\n');
});
