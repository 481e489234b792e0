/** Which agent runs, and with what: the built-in scribe, or any command that speaks ACP. */
import { isAbsolute, join, resolve } from 'node:path';
import { parseArgsStringToArgv } from 'string-argv';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Command } from '#kernel/effects/child.ts';
import { findProgram, unreadable } from '#kernel/effects/program.ts';
import { packageRoot } from '#kernel/effects/package.ts';
import { placesOf, resolved } from '#kernel/effects/places.ts';

export interface AgentProgram {
  /** As the owner names it: `scribe`, or the command. */
  readonly name: string;
  readonly builtIn: boolean;
  readonly command: Command;
  /** What holds it by itself, beside the sandbox. */
  readonly heldBy: readonly string[];
  /** What it needs to see of the machine beside the system: its own code. */
  readonly readable: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The program for `--agent COMMAND`, or the scribe. Checked as far as it can be without starting
 * it (§6.3: nothing of an agent runs before the guard). Throws AGENT_UNAVAILABLE.
 */
export const agentProgram = (agent: string | undefined, environment: Environment): AgentProgram =>
  agent === undefined ? scribe() : foreign(agent, environment);

/** From sources or from the bundle: what the scribe may read is its own code, nothing else. */
export const scribe = (): AgentProgram => {
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
    heldBy: ['node --permission'],
    // Node looks into package.json for the kind of a module.
    readable: [...readable, join(root, 'package.json'), process.execPath],
    command: {
      program: process.execPath,
      args: ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`), entry],
      environment: {},
      directory: '/',
    },
  };
};

/** A foreign agent: its words as given, but a file that one of them names is found from anywhere. */
const foreign = (agent: string, environment: Environment): AgentProgram => {
  const [program, ...args] = parseArgsStringToArgv(agent);
  if (program === undefined)
    throw new Refusal('AGENT_UNAVAILABLE', { command: '""', reason: 'the command is empty' });
  const find = (name: string) => findProgram(name, environment['PATH'] ?? '');
  const found = find(program);
  if ('errno' in found)
    throw new Refusal('AGENT_UNAVAILABLE', { command: program, reason: found.errno });
  const path = resolve(found.path);
  const words = args.map((word) => (namesFile(word) ? resolve(word) : word));
  const lookUp = (name: string): string | undefined => {
    const answer = find(name);
    return 'path' in answer ? answer.path : undefined;
  };
  const files = [path, ...words.filter((word) => isAbsolute(word) && namesFile(word))];
  return {
    name: agent,
    builtIn: false,
    heldBy: [],
    readable: [...new Set(files.flatMap((file) => placesOf(file, lookUp)))],
    command: { program: path, args: words, environment: {} },
  };
};

const namesFile = (word: string): boolean =>
  word.includes('/') && resolved(resolve(word)) !== undefined;
