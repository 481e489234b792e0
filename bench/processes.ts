/** Whole processes, timed from the outside. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

import { PROTOCOL_VERSION, methods } from '@agentclientprotocol/sdk';

import { type Place, SCRIBE, YAMO } from './place.ts';

/** An idle session has nothing left to do after this. */
const IDLE_MS = 400;

/** Milliseconds from spawn to exit of node with `args`. Throws if it fails. */
export const runToExit = (place: Place, args: readonly string[]): number => {
  const begin = performance.now();
  const { status } = spawnSync(process.execPath, args, {
    env: place.environment,
    cwd: place.folder,
    stdio: 'ignore',
  });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - begin;
};

/** Milliseconds from spawn to the scribe's answer to `initialize`, started as the kernel starts it. */
export const scribeAnswers = async (): Promise<number> => {
  const begin = performance.now();
  const child = spawn(process.execPath, ['--permission', `--allow-fs-read=${SCRIBE}`, SCRIBE], {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const request = {
    jsonrpc: '2.0',
    id: 0,
    method: methods.agent.initialize,
    params: { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} },
  };
  child.stdin.write(`${JSON.stringify(request)}\n`);
  const line = await lineWith(child, '"result"');
  const took = performance.now() - begin;
  child.stdin.end();
  await once(child, 'exit');
  if (!line.includes('scribe')) throw new Error(`the scribe answered ${line}`);
  return took;
};

/** Resident megabytes of the kernel in a session that waits for its human. */
export const idleKernel = (place: Place, workspace: string): Promise<number> =>
  residentWhen(place, [YAMO, 'boot', workspace, '--json'], '"event":"ready"');

/** The same of a node that does nothing. */
export const idleNode = (place: Place): Promise<number> =>
  residentWhen(place, ['-e', 'process.stdin.resume();console.log("ready")'], 'ready');

const residentWhen = async (
  place: Place,
  args: readonly string[],
  sign: string,
): Promise<number> => {
  const child = spawn(process.execPath, args, {
    env: place.environment,
    cwd: place.folder,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await lineWith(child, sign);
  await pause(IDLE_MS);
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  child.stdin.end();
  await once(child, 'exit');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
};

/** The first line of the child's output that holds `sign`; the rest is read away. Throws if it ends without one. */
const lineWith = async ({ stdout }: ChildProcess, sign: string): Promise<string> => {
  if (stdout === null) throw new Error('the output is not a pipe');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  createInterface({ input: stdout })
    .on('line', (line) => {
      if (line.includes(sign)) resolve(line);
    })
    .on('close', () => reject(new Error(`the process ended without ${sign}`)));
  return promise;
};
