/**
 * Runs a command under strace and reads what it wrote: every system call with the line on which it
 * began and the line on which it returned, names resolved, so that a test can say "A before B".
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

/** Calls on files, descriptors, programs and the network; strace ignores those that an architecture lacks. */
const TRACED = [
  'openat open creat stat lstat statx newfstatat access faccessat faccessat2 readlink readlinkat',
  'unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat mkdir mkdirat rmdir',
  'getdents64 read pread64 readv write pwrite64 writev pwritev fsync fdatasync ftruncate truncate',
  'fchmod chmod fchmodat fchown chown fchownat close execve execveat copy_file_range sendfile',
  'socket connect sendto sendmsg bind listen clone clone3',
].flatMap((line) => line.split(' '));

/** Calls whose strings are names of files; the strings of all others are data. */
const NAMING = new Set(
  [
    'openat open creat stat lstat statx newfstatat access faccessat faccessat2 readlink readlinkat',
    'unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat mkdir mkdirat rmdir',
    'truncate chmod fchmodat chown fchownat execve execveat',
  ].flatMap((line) => line.split(' ')),
);

/** Of these only the first string is a name; the rest are arguments, or what was read. */
const ONE_NAME = new Set(['execve', 'readlink', 'readlinkat', 'symlink']);

/** One system call. */
export interface Call {
  readonly pid: number;
  readonly name: string;
  /** As strace shows it, between the parentheses. */
  readonly args: string;
  /** Absolute names of the files it is about: by name, or what the descriptor was opened as. */
  readonly paths: readonly string[];
  /** What it returned; `?` if it never did. */
  readonly result: string;
  /** `ENOENT`; undefined if it succeeded. */
  readonly errno: string | undefined;
  /** strace made the result up. */
  readonly injected: boolean;
  readonly delayed: boolean;
  /** Lines of the trace. `exit` is Infinity for a call that never returned. */
  readonly entry: number;
  readonly exit: number;
}

/** A finished run. */
export interface Traced {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** Of all processes, in the order in which they began. */
  readonly calls: readonly Call[];
}

export interface TraceOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** strace injections, such as `unlink:error=EIO:when=4`. */
  readonly inject?: readonly string[];
  readonly limitMs?: number;
  /** Called once, as soon as the trace holds a line like this. */
  readonly act?: { readonly when: RegExp; readonly run: () => void };
}

/** Why strace cannot run here; undefined if it can. */
export const straceFault = (): string | undefined => {
  if (process.platform !== 'linux') return 'strace is for Linux';
  const { error, status, stderr } = spawnSync(
    'strace',
    ['-f', '--seccomp-bpf', '-qq', '-e', 'trace=execve', '-o', '/dev/null', 'true'],
    { encoding: 'utf8' },
  );
  if (error !== undefined) return error.message;
  return status === 0 ? undefined : stderr.trim();
};

/** Bytes of each string that are shown: more than any file of these tests holds. */
const SHOWN_BYTES = 8192;
const POLL_MS = 3;

/** Runs `command`; after `limitMs` it is killed with its whole process group. */
export const trace = async (
  command: readonly string[],
  { env, cwd = '/', inject = [], limitMs = 20_000, act }: TraceOptions,
): Promise<Traced> => {
  const folder = mkdtempSync(join(tmpdir(), 'yamo-strace-'));
  const file = join(folder, 'trace');
  // A signal cannot be injected at the stop by which the filter announces a call.
  const filter = inject.some((one) => one.includes('signal=')) ? [] : ['--seccomp-bpf'];
  // The whole environment of every program that is started, not the number of its variables.
  const shown = ['abbrev=!execve', `trace=${TRACED.map((name) => `?${name}`).join(',')}`];
  // strace is blind to io_uring; without it Node uses plain calls.
  const injected = ['io_uring_setup:error=ENOSYS', ...inject].map((one) => `inject=${one}`);
  const expressions = [...shown, ...injected].flatMap((one) => ['-e', one]);
  const options = ['-f', '-y', '-qq', '-s', String(SHOWN_BYTES), '-o', file, ...filter];
  const child = spawn('strace', [...options, ...expressions, '--', ...command], {
    cwd,
    env: { ...env, UV_USE_IO_URING: '0' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  let timedOut = false;
  const limit = setTimeout(() => {
    timedOut = true;
    killGroup(child.pid);
  }, limitMs);
  const watch = act && watchFor(file, act);
  try {
    const { code, signal } = await new Promise<Pick<Traced, 'code' | 'signal'>>((done, fail) => {
      child.once('error', fail);
      child.once('close', (exit, by) => done({ code: exit, signal: by }));
    });
    return { code, signal, ...output, timedOut, calls: parseTrace(readFileSync(file, 'utf8')) };
  } finally {
    clearTimeout(limit);
    watch?.();
    rmSync(folder, { recursive: true });
  }
};

/** Killing strace alone would let go of a hung kernel, which then runs for ever. */
const killGroup = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
};

const watchFor = (file: string, { when, run }: NonNullable<TraceOptions['act']>): (() => void) => {
  const timer = setInterval(() => {
    if (!when.test(readIfThere(file))) return;
    clearInterval(timer);
    run();
  }, POLL_MS);
  return () => clearInterval(timer);
};

const readIfThere = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

const WHOLE = /^(\d+) +(\w+)\((.*)\) += (.*)$/s;
const UNFINISHED = /^(\d+) +(\w+)\((.*?) ?<unfinished \.\.\.>$/s;
const RESUMED = /^(\d+) +<\.\.\. (\w+) resumed>(.*)\) += (.*)$/s;

/** The calls in the text of a trace, halves of interrupted ones joined by process. */
export const parseTrace = (text: string): Call[] => {
  const calls: Call[] = [];
  const open = new Map<
    string,
    { readonly at: number; readonly args: string; readonly entry: number }
  >();
  const places = new Places();
  for (const [line, content] of text.split('\n').entries()) {
    const unfinished = UNFINISHED.exec(content);
    if (unfinished !== null) {
      const [, pid = '', name = '', args = ''] = unfinished;
      open.set(pid, { at: calls.length, args, entry: line });
      calls.push(places.read({ pid, name, args, outcome: '?', entry: line, exit: Infinity }));
      continue;
    }
    const resumed = RESUMED.exec(content);
    if (resumed !== null) {
      const [, pid = '', name = '', rest = '', outcome = ''] = resumed;
      const begun = open.get(pid);
      open.delete(pid);
      if (begun === undefined) continue;
      const args = begun.args + rest;
      calls[begun.at] = places.read({ pid, name, args, outcome, entry: begun.entry, exit: line });
      continue;
    }
    const [, pid = '', name = '', args = '', outcome = ''] = WHOLE.exec(content) ?? [];
    if (name !== '') calls.push(places.read({ pid, name, args, outcome, entry: line, exit: line }));
  }
  return calls;
};

interface Raw {
  readonly pid: string;
  readonly name: string;
  readonly args: string;
  readonly outcome: string;
  readonly entry: number;
  readonly exit: number;
}

const STRING = /"((?:[^"\\]|\\.)*)"(?:\.\.\.)?/gs;
const DESCRIPTOR = /(?:\b\d+|AT_FDCWD)<([^>]*)>/;
const THROUGH_PROC = /^\/proc\/(?:self|\d+)\/fd\/(\d+)(?:\/(.*))?$/s;

/** Which descriptor names which file: what `/proc/self/fd/N/name` stands for. */
class Places {
  readonly #opened = new Map<string, string>();

  read({ pid, name, args, outcome, entry, exit }: Raw): Call {
    const [, result = '?', place, errno] =
      /^(-?\d+|0x[0-9a-f]+|\?)(?:<([^>]*)>(?:\(deleted\))?)?(?: ([A-Z][A-Z0-9]+)\b)?/.exec(
        outcome,
      ) ?? [];
    if (place !== undefined && name.startsWith('open')) this.#opened.set(`${pid}:${result}`, place);
    return {
      pid: Number(pid),
      name,
      args,
      paths: NAMING.has(name) ? this.#names(pid, name, args) : describedBy(args),
      result,
      errno,
      injected: outcome.includes('(INJECTED)'),
      delayed: outcome.includes('(DELAYED)'),
      entry,
      exit,
    };
  }

  #names(pid: string, name: string, args: string): readonly string[] {
    const found: string[] = [];
    let from = 0;
    for (const match of args.matchAll(STRING)) {
      const base = DESCRIPTOR.exec(args.slice(from, match.index))?.[1] ?? '/';
      from = match.index + match[0].length;
      found.push(this.#resolve(pid, base, unescape(match[1] ?? '')));
      if (ONE_NAME.has(name)) break;
    }
    return found;
  }

  #resolve(pid: string, base: string, path: string): string {
    if (path === '') return base;
    const [, fd, below] = THROUGH_PROC.exec(path) ?? [];
    const anchor = fd === undefined ? undefined : this.#opened.get(`${pid}:${fd}`);
    if (anchor !== undefined)
      return below === undefined || below === '' ? anchor : join(anchor, below);
    return resolve(base, path);
  }
}

const describedBy = (args: string): readonly string[] => {
  const place = DESCRIPTOR.exec(args.replaceAll(STRING, '""'))?.[1];
  return place === undefined ? [] : [place];
};

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f' };

/** Octal escapes are bytes of UTF-8. */
const unescape = (shown: string): string => {
  const bytes = shown.replaceAll(/\\([0-7]{1,3}|.)/gs, (_, code: string) =>
    /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
};

/** The strings that a call was given or gave back, decoded. */
export const dataOf = ({ args }: Call): readonly string[] =>
  [...args.matchAll(STRING)].map(([, shown = '']) => unescape(shown));

/** Had `one` returned before `other` began? */
export const before = (one: Call, other: Call): boolean => one.exit < other.entry;

/** Programs that were started, the command itself first. */
export const programs = (calls: readonly Call[]): readonly Call[] =>
  calls.filter(({ name, errno }) => name.startsWith('execve') && errno === undefined);

/** The name of a file of `folder` that a call is about, relative to it (`.` for the folder itself). */
export const nameIn = (folder: string, { paths }: Call): string | undefined => {
  for (const path of paths) {
    if (path === folder) return '.';
    if (path.startsWith(`${folder}/`)) return path.slice(folder.length + 1);
  }
  return undefined;
};

/** Which call of this name it is in its thread, from 1: what strace's `when=` counts. */
export const nthOf = (calls: readonly Call[], call: Call): number =>
  calls.filter(
    ({ pid, name, entry }) => pid === call.pid && name === call.name && entry <= call.entry,
  ).length;
