/** Which agent runs, and with what: the built-in scribe, or any command that speaks ACP. */
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { parseArgsStringToArgv } from 'string-argv';
import type { ModelSetup } from '#lib/protocol/protocol.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { closest } from '#lib/text/closest.ts';
import type { Command } from '#kernel/process/child.ts';
import { findProgram, unreadable } from '#kernel/process/program.ts';
import { ownProgram } from './own-program.ts';
import { resolved } from '#kernel/process/places.ts';
import { type NameOf, placesOf } from '#kernel/process/program-places.ts';
import { behindShim } from '#kernel/process/shims.ts';
import type { Settings } from '#kernel/contract/boot-request.ts';
import { bridgeProgram } from './bridge-program.ts';
import { limitOf, type Needs, needsOf, type Preset, presetNamed, PRESETS } from './presets.ts';

/** The agent that a session runs, found and ready to be started. */
export interface AgentProgram {
  /** As the owner names it: `scribe`, or the command. */
  readonly name: string;
  readonly builtIn: boolean;
  /** May it ask for commands? They reach what the owner's settings let third-party agents reach. */
  readonly runsCommands: boolean;
  /** For a built-in agent that reaches hosts (`name:port`), by a way of its own. */
  readonly hosts?: readonly string[];
  /** The model that thinks for it. */
  readonly model?: ModelSetup;
  /** Nobody named the model, there is a key for it: texts go to its provider by the owner's word alone. */
  readonly isUnnamed?: true;
  /** One line for the owner about the choice of this agent. */
  readonly advice?: string;
  readonly command: Command;
  /** What holds it by itself, beside the sandbox. */
  readonly heldBy: readonly string[];
  /** What the owner grants by naming a preset. */
  readonly needs?: Needs;
  /** What it needs to see of the machine beside the system: its own code, and the bridge to the kernel's tools. */
  readonly readable: readonly string[];
  /** What it cannot do in a view, and the way round. */
  readonly limit?: string | undefined;
  /** Names by which its programs are called, and where they lead. */
  readonly names?: readonly NameOf[];
  /** Folders of programs that it starts by their names, before those of the owner's search path. */
  readonly searchPath?: readonly string[];
}

/** Has it no model to read prose with? */
export const isScribe = ({ builtIn, model }: Pick<AgentProgram, 'builtIn' | 'model'>): boolean =>
  builtIn && model === undefined;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The program for `--agent`: a preset's name, a command, the scribe for its name, or none. Checked as far as it can be
 * without starting it (§6.3: nothing of an agent runs before the guard). Throws AGENT_UNAVAILABLE, AGENT_NOT_INSTALLED.
 */
export const agentProgram = (
  agent: string | undefined,
  environment: Environment,
  settings: Pick<Settings, 'agentPaths' | 'agentEnvironment'>,
): AgentProgram => {
  if (agent === undefined || agent === 'scribe') return scribe();
  const preset = presetNamed(agent);
  if (preset === undefined) return foreign(agent, agent, environment);
  const needs = needsOf(preset, environment, settings);
  const program = foreign(agent, installed(preset, environment), environment);
  const limit = limitOf(preset, environment) ?? program.limit;
  return {
    ...program,
    needs,
    limit,
    command: { ...program.command, environment: needs.variables },
  };
};

/** From sources or from the bundle: what the scribe may read is its own code, nothing else. */
export const scribe = (): AgentProgram => {
  const { entry, code, readable } = ownProgram('scribe.js', [
    'agents/scribe/main.ts',
    'agents/scribe',
    'agents/acp',
    'kernel/wire/message-stream.ts',
    'kernel/wire/message-lines.ts',
    'lib',
    'node_modules/@agentclientprotocol/sdk',
    'node_modules/zod',
  ]);
  const reason = unreadable(entry) ?? unreadable(process.execPath);
  if (reason !== undefined) throw new Refusal('AGENT_UNAVAILABLE', { command: entry, reason });
  return {
    name: 'scribe',
    builtIn: true,
    runsCommands: false,
    heldBy: ['node --permission'],
    readable,
    command: {
      program: process.execPath,
      args: ['--permission', ...code.map((path) => `--allow-fs-read=${path}`), entry],
      environment: {},
      directory: '/',
    },
  };
};

/** The first of the preset's commands that is there. Throws AGENT_NOT_INSTALLED. */
const installed = ({ name, commands, install }: Preset, environment: Environment): string => {
  const programs = commands.map((command) => parseArgsStringToArgv(command)[0] ?? command);
  const index = programs.findIndex(
    (program) => 'path' in findProgram(program, environment['PATH'] ?? ''),
  );
  const command = commands[index];
  if (command === undefined)
    throw new Refusal('AGENT_NOT_INSTALLED', {
      agent: name,
      program: programs.join(', and no '),
      install,
    });
  return command;
};

/** A word that is nearly the name of an agent that is known. */
const meantBy = (name: string): string => {
  const near = closest(name, ['scribe', ...PRESETS.map((preset) => preset.name)]);
  return near === undefined ? '' : `; did you mean --agent ${near}?`;
};

/** A third-party agent: the words of its command, but a file that one of them names is found from anywhere. */
const foreign = (name: string, command: string, environment: Environment): AgentProgram => {
  const [program, ...args] = parseArgsStringToArgv(command);
  if (program === undefined)
    throw new Refusal('AGENT_UNAVAILABLE', { command: '""', reason: 'the command is empty' });
  const given = findProgram(program, environment['PATH'] ?? '');
  if ('errno' in given)
    throw new Refusal('AGENT_UNAVAILABLE', {
      command: program,
      reason: `${given.errno}${meantBy(name)}`,
    });
  const path = meant(resolve(given.path), environment);
  const searchPath: string[] = [];
  const find = (wanted: string): string | undefined => {
    const found = findProgram(wanted, environment['PATH'] ?? '');
    if ('errno' in found) return undefined;
    const file = meant(resolve(found.path), environment);
    if (file !== found.path) searchPath.push(dirname(file));
    return file;
  };
  const words = args.map((word) => (namesFile(word) ? resolve(word) : word));
  const files = [path, ...words.filter((word) => isAbsolute(word) && namesFile(word))];
  const places = files.map((file) => placesOf(file, { find, environment }));
  return {
    name,
    builtIn: false,
    runsCommands: true,
    heldBy: [],
    readable: [...new Set([...places.flatMap(({ shown }) => shown), ...bridgeProgram().readable])],
    names: places.flatMap(({ names }) => names),
    searchPath,
    limit: FETCHERS.has(basename(path)) ? FETCHES : undefined,
    command: { program: path, args: words, environment: {} },
  };
};

/** Programs that fetch what they run. */
const FETCHERS: ReadonlySet<string> = new Set(['npx', 'pnpx', 'bunx', 'uvx', 'pipx']);
const FETCHES =
  'A program that fetches what it runs finds nothing in a view, unless `network` of the settings lists its registry: install the agent, and name its own command.';

/** The program that is meant by a name of a version manager's. Throws AGENT_UNAVAILABLE where that alone knows it. */
const meant = (path: string, environment: Environment): string => {
  const behind = behindShim(path, environment);
  if (behind === undefined) return path;
  if ('path' in behind) return behind.path;
  const { manager } = behind;
  const name = basename(path);
  throw new Refusal('AGENT_UNAVAILABLE', {
    command: path,
    reason: `${manager} decides by your home which program it is, and no agent sees that; say it before: PATH="$(dirname "$(${manager} which ${name})"):$PATH"`,
  });
};

const namesFile = (word: string): boolean =>
  word.includes('/') && resolved(resolve(word)) !== undefined;
