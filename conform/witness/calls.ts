/**
 * What strace wrote of a program: every system call with the line on which it began and the line on which it returned,
 * names resolved, so that a case or a test can say "A before B".
 */
import { join, resolve } from 'node:path';

/** Calls on files, descriptors, programs and the network; strace ignores those that an architecture lacks. */
const TRACED = [
  'openat openat2 open creat open_by_handle_at stat lstat statx newfstatat access faccessat faccessat2',
  'readlink readlinkat unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat',
  'mkdir mkdirat rmdir getdents64 read pread64 readv preadv preadv2 write pwrite64 writev pwritev',
  'pwritev2 fsync fdatasync sync syncfs ftruncate truncate fchmod chmod fchmodat fchown chown fchownat',
  'close execve execveat copy_file_range sendfile splice socket connect sendto sendmsg sendmmsg',
  'recvfrom recvmsg recvmmsg bind listen clone clone3 fork vfork',
].flatMap((line) => line.split(' '));

/** Calls whose strings are names of files; the strings of all others are data. */
const NAMING = new Set(
  [
    'openat openat2 open creat stat lstat statx newfstatat access faccessat faccessat2 readlink',
    'readlinkat unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat mkdir mkdirat',
    'rmdir truncate chmod fchmodat chown fchownat execve execveat',
  ].flatMap((line) => line.split(' ')),
);

/** Of these only the first string is a name; the rest are arguments, or what was read. */
const ONE_NAME = new Set(['execve', 'readlink', 'readlinkat', 'symlink']);

/** Calls that open a file. */
export const OPENING: readonly string[] = [
  'open',
  'openat',
  'openat2',
  'open_by_handle_at',
  'creat',
];

/** One system call. */
export interface Call {
  readonly pid: number;
  readonly name: string;
  /** As strace shows it, between the parentheses. */
  readonly args: string;
  /** Absolute names of the files it is about: by name, what the descriptor was opened as, what was opened. */
  readonly paths: readonly string[];
  /** The same, as the program wrote them. */
  readonly words: readonly string[];
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

/** What strace is asked to do. */
export interface TraceRequest {
  /** Where it writes. */
  readonly file: string;
  /** Injections, such as `unlink:error=EIO:when=4`. */
  readonly inject: readonly string[];
  /** Of each string; longer ones are cut. */
  readonly shownBytes: number;
  /** Only calls on these files, named as programs name them, are written down, injected and counted. */
  readonly only?: readonly string[];
}

/** The words before the command that is traced, with all that it starts. */
export const straceWords = ({
  file,
  inject,
  shownBytes,
  only = [],
}: TraceRequest): readonly string[] => {
  // A signal cannot be injected at the stop by which the filter announces a call.
  const filter = inject.some((one) => one.includes('signal=')) ? [] : ['--seccomp-bpf'];
  // The whole environment of every program that is started, not the number of its variables.
  const shown = ['abbrev=!execve', `trace=${TRACED.map((name) => `?${name}`).join(',')}`];
  // strace is blind to io_uring; without it Node uses plain calls.
  const injected = ['io_uring_setup:error=ENOSYS', ...inject].map((one) => `inject=${one}`);
  const expressions = [...shown, ...injected].flatMap((one) => ['-e', one]);
  // A process in a namespace of its own is named by the number that it has here.
  const options = [
    '-f',
    '-y',
    '--quiet=attach,personality,path-resolution',
    '--decode-pids=pidns',
    '-s',
    String(shownBytes),
    '-o',
    file,
    ...filter,
    ...only.flatMap((word) => ['-P', word]),
  ];
  return ['strace', ...options, ...expressions, '--'];
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

/** A file as the program wrote it, and what that stands for. */
interface Named {
  readonly word: string;
  readonly path: string;
}

/** Which descriptor names which file: what `/proc/self/fd/N/name` stands for. */
class Places {
  readonly #opened = new Map<string, string>();

  read({ pid, name, args, outcome, entry, exit }: Raw): Call {
    const [, result = '?', place, errno] =
      /^(-?\d+|0x[0-9a-f]+|\?)(?:<([^>]*)>(?:\(deleted\))?)?(?: ([A-Z][A-Z0-9]+)\b)?/.exec(
        outcome,
      ) ?? [];
    const [, here] = /\/\* (\d+) in strace's PID NS \*\//.exec(outcome) ?? [];
    const isOpened = place !== undefined && OPENING.includes(name);
    if (isOpened) this.#opened.set(`${pid}:${result}`, place);
    const named = NAMING.has(name) ? this.#names(pid, name, args) : describedBy(args);
    const found = isOpened && !named.some(({ path }) => path === place);
    const all = found ? [...named, { word: place, path: place }] : named;
    return {
      pid: Number(pid),
      name,
      args,
      paths: all.map(({ path }) => path),
      words: all.map(({ word }) => word),
      result: here ?? result,
      errno,
      injected: outcome.includes('(INJECTED)'),
      delayed: outcome.includes('(DELAYED)'),
      entry,
      exit,
    };
  }

  #names(pid: string, name: string, args: string): readonly Named[] {
    const found: Named[] = [];
    let from = 0;
    for (const match of args.matchAll(STRING)) {
      const base = DESCRIPTOR.exec(args.slice(from, match.index))?.[1] ?? '/';
      from = match.index + match[0].length;
      const word = unescape(match[1] ?? '');
      const path = this.#resolve(pid, base, word);
      found.push({ word: word === '' ? path : word, path });
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

const describedBy = (args: string): readonly Named[] => {
  const place = DESCRIPTOR.exec(args.replaceAll(STRING, '""'))?.[1];
  return place === undefined ? [] : [{ word: place, path: place }];
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

/** Which call of this name (on one of these files) it is in its thread, from 1: what strace's `when=` counts. */
export const nthOf = (calls: readonly Call[], call: Call, files?: readonly string[]): number =>
  calls.filter(
    ({ pid, name, entry, paths }) =>
      pid === call.pid &&
      name === call.name &&
      entry <= call.entry &&
      (files === undefined || paths.some((path) => files.includes(path))),
  ).length;
