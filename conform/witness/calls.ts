/**
 * What strace wrote of a program: every system call with the line on which it began and the line on which it returned,
 * names resolved, so that a case or a test can say "A before B".
 */
import { outcomeOf, Places, type Raw, STRING, unescape } from './places.ts';

/** Calls on files, descriptors, programs and the network; strace ignores those that an architecture lacks. */
const TRACED = [
  'openat openat2 open creat open_by_handle_at stat lstat statx newfstatat access faccessat faccessat2',
  'readlink readlinkat unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat',
  'mkdir mkdirat rmdir getdents64 read pread64 readv preadv preadv2 write pwrite64 writev pwritev',
  'pwritev2 fsync fdatasync sync syncfs ftruncate truncate fchmod chmod fchmodat fchown chown fchownat',
  'close execve execveat copy_file_range sendfile splice socket connect sendto sendmsg sendmmsg',
  'recvfrom recvmsg recvmmsg bind listen clone clone3 fork vfork chdir fchdir',
].flatMap((line) => line.split(' '));

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

/**
 * The calls in the text of a trace, halves of interrupted ones joined by process. `folder`: where the first process was
 * when it began.
 */
export const parseTrace = (text: string, folder = '/'): Call[] => {
  const places = new Places(folder);
  return joined(text).map((raw) => {
    const named = places.told(raw);
    const { pid, name, args, outcome, entry, exit } = raw;
    const { result, errno } = outcomeOf(raw);
    return {
      pid: Number(pid),
      name,
      args,
      paths: named.map(({ path }) => path),
      words: named.map(({ word }) => word),
      result,
      errno,
      injected: outcome.includes('(INJECTED)'),
      delayed: outcome.includes('(DELAYED)'),
      entry,
      exit,
    };
  });
};

/** In the order in which they began. */
const joined = (text: string): readonly Raw[] => {
  const calls: Raw[] = [];
  const open = new Map<string, number>();
  for (const [line, content] of text.split('\n').entries()) {
    const unfinished = UNFINISHED.exec(content);
    if (unfinished !== null) {
      const [, pid = '', name = '', args = ''] = unfinished;
      open.set(pid, calls.length);
      calls.push({ pid, name, args, outcome: '?', entry: line, exit: Infinity });
      continue;
    }
    const resumed = RESUMED.exec(content);
    if (resumed !== null) {
      const [, pid = '', , rest = '', outcome = ''] = resumed;
      const at = open.get(pid) ?? -1;
      const begun = calls[at];
      open.delete(pid);
      if (begun !== undefined)
        calls[at] = { ...begun, args: begun.args + rest, outcome, exit: line };
      continue;
    }
    const [, pid = '', name = '', args = '', outcome = ''] = WHOLE.exec(content) ?? [];
    if (name !== '') calls.push({ pid, name, args, outcome, entry: line, exit: line });
  }
  return calls;
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
