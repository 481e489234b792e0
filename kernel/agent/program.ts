/** Which agent runs, and with what: the built-in scribe, or any command that speaks ACP. */
import { join } from 'node:path';
import { parseArgsStringToArgv } from 'string-argv';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Command } from '#kernel/effects/child.ts';
import { findProgram, unreadable } from '#kernel/effects/program.ts';
import { packageRoot } from '#kernel/effects/package.ts';

export interface AgentProgram {
  /** As the owner names it: `scribe`, or the command. */
  readonly name: string;
  readonly builtIn: boolean;
  /** What holds the agent, for the boot record. */
  readonly enforcedBy: string;
  readonly command: Command;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The program for `--agent COMMAND`, or the scribe. Checked as far as it can be without starting
 * it (§6.3: nothing of an agent runs before the guard). Throws AGENT_UNAVAILABLE.
 */
export const agentProgram = (agent: string | undefined, environment: Environment): AgentProgram =>
  agent === undefined ? scribe() : foreign(agent, environment);

/** From sources or from the bundle: what the scribe may read is its own code, nothing else. */
const scribe = (): AgentProgram => {
  const root = packageRoot();
  const bundled = !import.meta.filename.endsWith('.ts');
  const entry = join(root, bundled ? 'dist/scribe.js' : 'kernel/agent/scribe/main.ts');
  const sources = [
    'kernel/agent/scribe',
    'lib',
    'node_modules/@agentclientprotocol/sdk',
    'node_modules/zod',
  ];
  const readable = bundled ? [entry] : sources.map((part) => join(root, part));
  const reason = unreadable(entry) ?? unreadable(process.execPath);
  if (reason !== undefined) throw new Refusal('AGENT_UNAVAILABLE', { command: entry, reason });
  return {
    name: 'scribe',
    builtIn: true,
    enforcedBy: 'node --permission',
    command: {
      program: process.execPath,
      args: ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`), entry],
      environment: {},
      directory: '/',
    },
  };
};

/**
 * A foreign agent gets the owner's environment and the directory that the owner is in: it needs its
 * own keys and settings to run at all.
 */
const foreign = (agent: string, environment: Environment): AgentProgram => {
  const [program, ...args] = parseArgsStringToArgv(agent);
  if (program === undefined)
    throw new Refusal('AGENT_UNAVAILABLE', { command: '""', reason: 'the command is empty' });
  const found = findProgram(program, environment['PATH'] ?? '');
  if ('errno' in found)
    throw new Refusal('AGENT_UNAVAILABLE', { command: program, reason: found.errno });
  const given = Object.entries(environment).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return {
    name: agent,
    builtIn: false,
    enforcedBy: 'the gate only',
    command: {
      program: found.path,
      args,
      environment: Object.fromEntries(given),
    },
  };
};
