/** `yamo` as it is published, under strace, on a temporary workspace. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

import { packageRoot } from '#kernel/process/package.ts';

import { type Call, nameIn, nthOf, programs } from '#conform/witness/calls.ts';
import { trace, type Traced, type TraceOptions } from './strace.ts';
import type { TempWorkspace } from './workspace.ts';

/** The day on which these boots happen, so that none of them sees midnight. */
export const DAY = '2026-03-04';
export const LOG = `memory/${DAY}.md`;

const BUNDLE = join(packageRoot(), 'dist', 'yamo.js');

/** The environment of a boot: nothing of the machine's but the path to programs. */
export const environmentOf = ({ path, stateHome, configHome }: TempWorkspace) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: dirname(path),
  XDG_STATE_HOME: stateHome,
  XDG_CONFIG_HOME: configHome,
  // A cache that is there in one run and not in the next would change the number of calls.
  NODE_DISABLE_COMPILE_CACHE: '1',
  // glibc and V8 open a file to count the cores, in whichever thread comes first.
  MALLOC_ARENA_MAX: '2',
  NODE_OPTIONS: '--v8-pool-size=0',
});

/** The command line of a boot of this workspace that reports in JSON. */
export const bootCommand = (workspace: TempWorkspace, ...more: readonly string[]): string[] => {
  if (!existsSync(BUNDLE)) throw new Error('no dist/yamo.js: run `node scripts/build.ts`');
  const { execPath } = process;
  return [
    execPath,
    BUNDLE,
    'boot',
    workspace.path,
    '--json',
    '--tz',
    'UTC',
    '--date',
    `${DAY}T10:00`,
    ...more,
  ];
};

/** A boot that ended, with the frames that it printed. */
export interface TracedBoot extends Traced {
  readonly frames: readonly Readonly<Record<string, unknown>>[];
  /** The code of the refusal; undefined if there was none. */
  readonly refused: string | undefined;
}

/** What `--json` printed. A line that is no JSON is no frame: the stack of a bug is such a line. */
export const framesOf = (stdout: string): TracedBoot['frames'] =>
  stdout.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    try {
      const frame: unknown = JSON.parse(line);
      return typeof frame === 'object' && frame !== null ? [{ ...frame }] : [];
    } catch {
      return [];
    }
  });

/** The code of the refusal among these frames. */
export const refusalIn = (frames: TracedBoot['frames']): string | undefined => {
  const code = frames.find(({ event }) => event === 'refused')?.['code'];
  return typeof code === 'string' ? code : undefined;
};

/** Boots under strace with one turn, or as `args` say. */
export const tracedBoot = async (
  workspace: TempWorkspace,
  options: Partial<TraceOptions> = {},
  args: readonly string[] = ['--message', 'hi'],
): Promise<TracedBoot> => {
  const env = { ...environmentOf(workspace), ...options.env };
  const run = await trace(bootCommand(workspace, ...args), { ...options, env });
  const frames = framesOf(run.stdout);
  return { ...run, frames, refused: refusalIn(frames) };
};

/** The starts of the agent: every program after the kernel itself, but for trials, what holds it, tests that or tidies up. */
export const agentStarts = (run: Traced): readonly Call[] =>
  programsOfAgents(run).filter((call) => !isTrial(call));

/** The starts of a built-in agent to find out whether it starts at all. */
export const trialStarts = (run: Traced): readonly Call[] => programsOfAgents(run).filter(isTrial);

const programsOfAgents = ({ calls }: Traced): readonly Call[] =>
  programs(calls)
    .slice(1)
    .filter(
      ({ args }) => !/^"[^"]*\/(bwrap|sh|chmod|rm|mount|unshare)"|\/landlock\.js"/.test(args),
    );

const isTrial = ({ args }: Call): boolean => /, "trial"\]/.test(args);

/** The calls of the kernel's main thread. */
export const kernelCalls = ({ calls }: Traced): readonly Call[] =>
  calls.filter(({ pid }) => pid === calls[0]?.pid);

/** The calls of all threads of the kernel: Node reads modules in some of its own. */
export const kernelProcess = (run: Traced): readonly Call[] => {
  const agents = new Set(
    programs(run.calls)
      .slice(1)
      .map(({ pid }) => pid),
  );
  const [first] = kernelCalls(run);
  const kernel = new Set([first?.pid]);
  // A thread is made by clone with CLONE_THREAD, by a thread of the same process.
  for (const { pid, name, args, result } of run.calls)
    if (name.startsWith('clone') && args.includes('CLONE_THREAD') && kernel.has(pid))
      kernel.add(Number(result));
  return run.calls.filter(({ pid }) => kernel.has(pid) && !agents.has(pid));
};

/** The calls with this name on this file of the workspace, in order. */
export const callsOn = (
  run: Traced,
  { path }: TempWorkspace,
  name: string,
  file: string,
): readonly Call[] => run.calls.filter((call) => call.name === name && nameIn(path, call) === file);

/** `unlink:error=EIO:when=7`: what makes this very call of a run go wrong in the next one. */
export const injection = (run: Traced, call: Call, what: string, shift = 0): string =>
  `${call.name}:${what}:when=${nthOf(run.calls, call) + shift}`;
