/** Whole processes, timed from the outside. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

import { PROTOCOL_VERSION, methods } from '@agentclientprotocol/sdk';

import type { AgentProgram } from '#kernel/programs/program.ts';
import { DEFAULT_SETTINGS } from '#kernel/contract/boot-request.ts';
import { type Command, startChild } from '#kernel/process/child.ts';
import { packageRoot } from '#kernel/process/package.ts';
import { findProgram } from '#kernel/process/program.ts';
import { bubblewrap } from '#kernel/sandbox/bubblewrap.ts';
import { viewOf } from '#kernel/sandbox/session-view.ts';

import { SHARED } from '#lib/spec/session-policy.ts';
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

/** The scribe as it is published. */
const PUBLISHED: AgentProgram = {
  name: 'scribe',
  builtIn: true,
  runsCommands: false,
  heldBy: [],
  readable: [SCRIBE, join(packageRoot(), 'package.json'), process.execPath],
  command: {
    program: process.execPath,
    args: ['--permission', `--allow-fs-read=${SCRIBE}`, SCRIBE],
    environment: {},
    directory: '/',
  },
};

/** The scribe as the kernel starts it where nothing else holds it. */
export const plainScribe = (): Command => PUBLISHED.command;

/** The scribe as the kernel starts it for a shared session: in a view, by bubblewrap. `undefined` without bubblewrap. */
export const heldScribe = (place: Place): Command | undefined => {
  const found = findProgram('bwrap', '/usr/local/bin:/usr/bin:/bin');
  const { arch } = process;
  if ('errno' in found || (arch !== 'x64' && arch !== 'arm64')) return undefined;
  const view = viewOf({
    kind: SHARED,
    workspace: place.emptyWorkspace(),
    state: place.emptyWorkspace(),
    scratch: place.emptyWorkspace(),
    program: PUBLISHED,
    settings: DEFAULT_SETTINGS,
    settingsFile: undefined,
    environment: place.environment,
  });
  const { program, args } = PUBLISHED.command;
  return bubblewrap(found.path, arch).enclose(view, program, args);
};

/** Milliseconds from spawn to the scribe's answer to `initialize`. */
export const scribeAnswers = async (command: Command): Promise<number> => {
  const begin = performance.now();
  const child = await startChild(command);
  child.diagnostics.pipe(process.stderr, { end: false });
  const request = {
    jsonrpc: '2.0',
    id: 0,
    method: methods.agent.initialize,
    params: { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} },
  };
  child.input.write(`${JSON.stringify(request)}\n`);
  const line = await lineWith(child.output, '"result"');
  const took = performance.now() - begin;
  await child.end(1000);
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
  await lineWith(child.stdout, sign);
  await pause(IDLE_MS);
  const megabytes = residentOf(child.pid);
  child.stdin.end();
  await once(child, 'exit');
  return megabytes;
};

/** Resident megabytes of a process. */
export const residentOf = (pid: number | undefined): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
};

/** The first line of the child's output that holds `sign`; the rest is read away. Throws if it ends without one. */
const lineWith = async (stdout: Readable, sign: string): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  createInterface({ input: stdout })
    .on('line', (line) => {
      if (line.includes(sign)) resolve(line);
    })
    .on('close', () => reject(new Error(`the process ended without ${sign}`)));
  return promise;
};

const NANOSECONDS = 1_000_000;

/** Milliseconds of the processors that the threads of a process have used up. */
export const cpuOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [used] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return sum + Number(used) / NANOSECONDS;
  }, 0);
