/** What was seen of one boot: which calls are the kernel's, which the agent's, and what the agent got. */
import { type Call, dataOf, nameIn, programs } from './calls.ts';
import { formsOf, tells } from './canary.ts';
import { FORKING, GOING, OPENING } from './places.ts';

/** The file of the probe agent: a program with it as first word is an agent. */
export const PROBE_FILE = 'probe.mjs';

/**
 * The probe asks for folders in this one to be removed, which nobody has: when it starts, for each canary that it is
 * shown, and when it has tried what its script says. No kernel can withhold that, wherever the probe runs.
 */
export const SIGNALS = '/yamo-conform';
export const STARTED = 'started';
export const TRIED = 'tried';
/** There was something to try, and the kernel offers its model no tool for it. */
export const LACKING = 'lacking';

const READING = new Set(['read', 'readv', 'pread64', 'preadv', 'preadv2', 'recvfrom', 'recvmsg']);
const WRITING = new Set(['write', 'writev', 'pwrite64', 'pwritev', 'pwritev2']);
export const UNLINKING: readonly string[] = ['unlink', 'unlinkat'];
export const SYNCING: readonly string[] = ['fsync', 'fdatasync'];
/** These sync whatever is on a disk. */
const SYNCING_ALL = new Set(['sync', 'syncfs']);
export const LOOKING_CALLS: readonly string[] = [
  ...'stat lstat statx newfstatat access faccessat faccessat2 readlink readlinkat'.split(' '),
  ...OPENING,
];

/** One agent, from its start to the last that it, or what it started, did. */
interface Life {
  readonly from: number;
  readonly to: number;
}

/** The calls of a boot, seen from the workspace. */
export class Trace {
  readonly kernel: readonly Call[];
  readonly agent: readonly Call[];
  readonly lives: readonly Life[];
  readonly #workspace: string;

  constructor(calls: readonly Call[], workspace: string) {
    this.#workspace = workspace;
    const agents = withChildren(calls.filter(isStart), calls);
    const startOf = ({ pid, entry }: Call): number | undefined => {
      const one = agents.get(pid);
      return one !== undefined && entry >= one.from ? one.start : undefined;
    };
    this.kernel = calls.filter((call) => startOf(call) === undefined);
    this.agent = calls.filter((call) => startOf(call) !== undefined);
    const lives = Map.groupBy(this.agent, startOf);
    this.lives = [...lives].flatMap(([from, own]) =>
      from === undefined ? [] : [{ from, to: Math.max(...own.map(({ entry }) => entry)) }],
    );
  }

  /** The name of the file of the workspace that a call is about. */
  nameOf(call: Call): string | undefined {
    return nameIn(this.#workspace, call);
  }

  /** The path of a file of the workspace. */
  pathOf(file: string): string {
    return file === '.' ? this.#workspace : `${this.#workspace}/${file}`;
  }

  /** The kernel's calls with these names on this file of the workspace. */
  on(file: string, names: readonly string[]): readonly Call[] {
    const path = this.pathOf(file);
    return this.kernel.filter(({ name, paths }) => names.includes(name) && paths.includes(path));
  }

  /** Opened to be read, by the kernel, with success. */
  opens(file: string): readonly Call[] {
    return this.on(file, OPENING).filter(isReadable);
  }

  /** Any process that opened it with success, the agent's too. */
  openedByAnyone(file: string): readonly Call[] {
    const path = this.pathOf(file);
    return [...this.kernel, ...this.agent].filter(
      (call) =>
        OPENING.includes(call.name) &&
        call.errno === undefined &&
        call.paths.includes(path) &&
        !isPath(call),
    );
  }

  /** Looks at the file that found nothing. */
  absences(file: string): readonly Call[] {
    return this.on(file, LOOKING_CALLS).filter(({ errno }) => errno === 'ENOENT');
  }

  /** Calls that bring the names in the workspace to the disk. */
  syncs(file: string): readonly Call[] {
    return [
      ...this.on('.', SYNCING),
      ...this.on(file, SYNCING),
      ...this.kernel.filter(({ name }) => SYNCING_ALL.has(name)),
    ].filter(({ errno }) => errno === undefined);
  }

  /** When the agent first had this text, by whatever way and in whatever form, and in however many pieces. */
  got(text: string): Call | undefined {
    const forms = formsOf(text);
    const kept = Math.max(...forms.map(({ length }) => length)) - 1;
    const tails = new Map<string, string>();
    const found = this.agent.find((call) => {
      if (isSignal(call, text)) return true;
      if (!READING.has(call.name)) return false;
      const stream = `${call.pid} ${call.paths[0] ?? ''}`;
      const data = (tails.get(stream) ?? '') + dataOf(call).join('');
      tails.set(stream, data.slice(-kept));
      return tells(data, forms);
    });
    // What is read is there when the read returns; it may have waited long for it.
    return found && { ...found, entry: found.exit };
  }

  /** When the agent, after the whole of a message, said that this text was in it. */
  noticed(text: string): Call | undefined {
    return this.agent.find((call) => isSignal(call, text));
  }

  /** Did the agent come to the end of what it was to try? */
  get hasTried(): boolean {
    return this.agent.some((call) => isSignal(call, TRIED));
  }

  /** Had it no tool for what it was to try? */
  get lacksTools(): boolean {
    return this.agent.some((call) => isSignal(call, LACKING));
  }

  /** How the agent was spoken to, where its probe speaks the other way. */
  get otherForm(): 'acp' | 'stdin' | undefined {
    const form = this.agent.map(formOf).find((one) => one !== undefined);
    const heard = this.agent
      .filter(({ name, args }) => READING.has(name) && args.startsWith('0<'))
      .map((call) => dataOf(call).join(''))
      .find((text) => text.trim() !== '');
    if (form === undefined || heard === undefined) return undefined;
    const spoken = /"method"\s*:\s*"initialize"/.test(heard) ? 'acp' : 'stdin';
    return spoken === form ? undefined : spoken;
  }

  /** Files into which the kernel wrote this text, also those that are gone. */
  filesToldTo(text: string): readonly string[] {
    const forms = formsOf(text);
    const told = this.kernel.filter(
      (call) => WRITING.has(call.name) && dataOf(call).some((data) => tells(data, forms)),
    );
    return [...new Set(told.flatMap(({ paths }) => paths.filter(isOnDisk)))];
  }

  /** Programs that were started with this text among their words or variables. */
  saidToPrograms(text: string): readonly Call[] {
    const forms = formsOf(text);
    return programs([...this.kernel, ...this.agent]).filter(({ args }) => tells(args, forms));
  }

  /** Did nothing at all touch the workspace? To go there is not to look. */
  get isBlind(): boolean {
    return !this.kernel.some(
      (call) => this.nameOf(call) !== undefined && !GOING.includes(call.name),
    );
  }
}

const isStart = (call: Call): boolean => isProbe(call) || isSignal(call, STARTED);

const isSignal = ({ paths }: Call, word: string): boolean => paths[0] === `${SIGNALS}/${word}`;

/** A file with a name, and none of memory, terminals and processes. */
const isOnDisk = (path: string): boolean => /^\/(?!memfd:|proc\/|dev\/(?!shm\/))/.test(path);

const isProbe = ({ name, args, errno }: Call): boolean =>
  name === 'execve' &&
  errno === undefined &&
  new RegExp(`^"[^"]*", \\["[^"]*", "[^"]*${PROBE_FILE.replace('.', '\\.')}"`).test(args);

/** Which form of an agent a probe was started as. */
const formOf = (call: Call): string | undefined =>
  isProbe(call) ? /"(acp|stdin)"/.exec(call.args)?.[1] : undefined;

const isPath = ({ args }: Call): boolean => /O_PATH|O_DIRECTORY/.test(args);

const isReadable = (call: Call): boolean =>
  call.errno === undefined && !/O_WRONLY/.test(call.args) && !isPath(call);

interface OfAgent {
  /** The line from which it is a process of an agent. */
  readonly from: number;
  /** The line on which that agent was started. */
  readonly start: number;
}

/** Each process of the agents and of all that they start. */
const withChildren = (
  starts: readonly Call[],
  calls: readonly Call[],
): ReadonlyMap<number, OfAgent> => {
  const found = new Map<number, OfAgent>();
  for (const { pid, entry } of starts)
    if (!found.has(pid)) found.set(pid, { from: entry, start: entry });
  for (const { pid, name, result, entry } of calls) {
    if (!FORKING.includes(name)) continue;
    const parent = found.get(pid);
    const child = Number(result);
    if (parent !== undefined && entry >= parent.from && child > 0 && !found.has(child))
      found.set(child, { from: entry, start: parent.start });
  }
  return found;
};
