/** What was seen of one boot: which calls are the kernel's, which the agent's, and what the agent got. */
import { type Call, dataOf, nameIn, programs } from './calls.ts';

/** The file of the probe agent: a program with it as first word is an agent. */
export const PROBE_FILE = 'probe.mjs';

const OPENING = new Set(['open', 'openat']);
const READING = new Set(['read', 'readv', 'pread64', 'recvfrom', 'recvmsg']);
export const UNLINKING: readonly string[] = ['unlink', 'unlinkat'];
export const SYNCING: readonly string[] = ['fsync', 'fdatasync'];
export const LOOKING_CALLS =
  'stat lstat statx newfstatat access faccessat faccessat2 readlink readlinkat open openat'.split(
    ' ',
  );

/** One process of the agent, as long as it lived. */
interface Life {
  readonly from: number;
  readonly to: number;
}

/** The calls of a boot, seen from the workspace. */
export class Sight {
  readonly kernel: readonly Call[];
  readonly agent: readonly Call[];
  readonly lives: readonly Life[];
  readonly #workspace: string;

  /** `ends`: the line on which each process ended. */
  constructor(calls: readonly Call[], ends: ReadonlyMap<number, number>, workspace: string) {
    this.#workspace = workspace;
    const starts = programs(calls).filter(isProbe);
    const agents = withChildren(starts, calls);
    const isAgents = ({ pid, entry }: Call): boolean => entry >= (agents.get(pid) ?? Infinity);
    this.kernel = calls.filter((call) => !isAgents(call));
    this.agent = calls.filter(isAgents);
    this.lives = starts.map(({ pid, entry }) => ({ from: entry, to: ends.get(pid) ?? Infinity }));
  }

  /** The name of the file of the workspace that a call is about. */
  nameOf(call: Call): string | undefined {
    return nameIn(this.#workspace, call);
  }

  /** The kernel's calls with these names on this file of the workspace. */
  on(file: string, names: readonly string[]): readonly Call[] {
    const path = file === '.' ? this.#workspace : `${this.#workspace}/${file}`;
    return this.kernel.filter(({ name, paths }) => names.includes(name) && paths.includes(path));
  }

  /** Opened to be read, by the kernel, with success. */
  opens(file: string): readonly Call[] {
    return this.on(file, ['open', 'openat']).filter(isReadable);
  }

  /** Any process that opened it with success, the agent's too. */
  openedByAnyone(file: string): readonly Call[] {
    return [...this.kernel, ...this.agent].filter(
      (call) =>
        OPENING.has(call.name) &&
        call.errno === undefined &&
        this.nameOf(call) === file &&
        !isPath(call),
    );
  }

  /** Looks at the file that found nothing. */
  absences(file: string): readonly Call[] {
    return this.on(file, LOOKING_CALLS).filter(({ errno }) => errno === 'ENOENT');
  }

  /** Where the agent first got this text, by whatever way. */
  got(text: string): Call | undefined {
    return this.agent.find(
      (call) => READING.has(call.name) && dataOf(call).some((data) => data.includes(text)),
    );
  }

  /** Programs that were started with this text among their words or variables. */
  saidToPrograms(text: string): readonly Call[] {
    return programs([...this.kernel, ...this.agent]).filter(({ args }) => args.includes(text));
  }

  /** Files of the workspace that were opened to be read, in order. */
  readingOrder(): readonly Call[] {
    return this.kernel.filter(
      (call) => OPENING.has(call.name) && isReadable(call) && this.nameOf(call) !== undefined,
    );
  }

  /** Did anything at all touch the workspace? */
  get isBlind(): boolean {
    return !this.kernel.some((call) => this.nameOf(call) !== undefined);
  }
}

const isProbe = ({ args }: Call): boolean =>
  new RegExp(`^"[^"]*", \\["[^"]*", "[^"]*${PROBE_FILE.replace('.', '\\.')}"`).test(args);

const isPath = ({ args }: Call): boolean => /O_PATH|O_DIRECTORY/.test(args);

const isReadable = (call: Call): boolean =>
  call.errno === undefined && !/O_WRONLY/.test(call.args) && !isPath(call);

/** Each process of the agents and of all that they start, with the line from which it is one. */
const withChildren = (
  starts: readonly Call[],
  calls: readonly Call[],
): ReadonlyMap<number, number> => {
  const from = new Map(starts.map(({ pid, entry }) => [pid, entry]));
  for (const { pid, name, result, entry } of calls) {
    if (!/^(?:clone3?|v?fork)$/.test(name)) continue;
    const begun = from.get(pid);
    const child = Number(result);
    if (begun !== undefined && entry >= begun && child > 0 && !from.has(child))
      from.set(child, entry);
  }
  return from;
};
