/** What the names in a trace stand for: whatever is not absolute depends on where its process is, and what it holds open. */
import { join, resolve } from 'node:path';

/** A call as strace wrote it, its halves joined. */
export interface Raw {
  readonly pid: string;
  readonly name: string;
  readonly args: string;
  readonly outcome: string;
  readonly entry: number;
  readonly exit: number;
}

/** What strace says of how a call ended. */
interface Outcome {
  readonly result: string;
  readonly errno: string | undefined;
  /** What a descriptor that it returned names. */
  readonly place: string | undefined;
}

export const outcomeOf = ({ outcome }: Pick<Raw, 'outcome'>): Outcome => {
  const [, result = '?', place, errno] =
    /^(-?\d+|0x[0-9a-f]+|\?)(?:<([^>]*)>(?:\(deleted\))?)?(?: ([A-Z][A-Z0-9]+)\b)?/.exec(outcome) ??
    [];
  const [, here] = /\/\* (\d+) in strace's PID NS \*\//.exec(outcome) ?? [];
  return { result: here ?? result, errno, place };
};

/** Calls whose strings are names of files; the strings of all others are data. */
const NAMING = new Set(
  [
    'openat openat2 open creat stat lstat statx newfstatat access faccessat faccessat2 readlink',
    'readlinkat unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat mkdir mkdirat',
    'rmdir truncate chmod fchmodat chown fchownat execve execveat chdir',
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

/** Calls by which a process goes to another folder. */
export const GOING: readonly string[] = ['chdir', 'fchdir'];

/** Calls that make a process, or a thread. */
export const FORKING: readonly string[] = ['clone', 'clone3', 'fork', 'vfork'];

/** The strings of a call. */
export const STRING = /"((?:[^"\\]|\\.)*)"(?:\.\.\.)?/gs;
const DESCRIPTOR = /(?:\b\d+|AT_FDCWD)<([^>]*)>/;
const THROUGH_PROC = /^\/proc\/(?:self|\d+)\/fd\/(\d+)(?:\/(.*))?$/s;

/** A file as the program wrote it, and what that stands for. */
interface Named {
  readonly word: string;
  readonly path: string;
}

/** What a process stands on; threads share it. */
interface Standing {
  readonly folder: { path: string };
  /** Which descriptor names which file: what `/proc/self/fd/N/name` stands for. */
  readonly opened: Map<string, string>;
}

/** Has to be told of every call, in the order in which they began. */
export class Places {
  readonly #standings = new Map<string, Standing>();
  readonly #start: string;

  /** `start`: the folder of the first process. */
  constructor(start: string) {
    this.#start = start;
  }

  /** The files that a call is about: by name, what its descriptor was opened as, what was opened. */
  told(call: Raw): readonly Named[] {
    const { pid, name, args } = call;
    const { result, errno, place } = outcomeOf(call);
    const standing = this.#standingOf(pid);
    const named = NAMING.has(name) ? namesIn(call, standing) : describedBy(args);
    const [target] = named;
    if (GOING.includes(name) && errno === undefined && target) standing.folder.path = target.path;
    if (FORKING.includes(name)) this.#standings.set(result, handedOn(standing, args));
    if (place === undefined || !OPENING.includes(name)) return named;
    standing.opened.set(result, place);
    const isFound = named.some(({ path }) => path === place);
    return isFound ? named : [...named, { word: place, path: place }];
  }

  #standingOf(pid: string): Standing {
    const known = this.#standings.get(pid);
    if (known !== undefined) return known;
    const first: Standing = { folder: { path: this.#start }, opened: new Map() };
    this.#standings.set(pid, first);
    return first;
  }
}

/** Processes get a copy, threads the same. */
const handedOn = ({ folder, opened }: Standing, flags: string): Standing => ({
  folder: flags.includes('CLONE_FS') ? folder : { ...folder },
  opened: flags.includes('CLONE_FILES') ? opened : new Map(opened),
});

const namesIn = ({ name, args }: Raw, standing: Standing): readonly Named[] => {
  const found: Named[] = [];
  let from = 0;
  for (const match of args.matchAll(STRING)) {
    const base = DESCRIPTOR.exec(args.slice(from, match.index))?.[1] ?? standing.folder.path;
    from = match.index + match[0].length;
    const word = unescape(match[1] ?? '');
    const path = resolved(standing, base, word);
    found.push({ word: word === '' ? path : word, path });
    if (ONE_NAME.has(name)) break;
  }
  return found;
};

const resolved = ({ opened }: Standing, base: string, path: string): string => {
  if (path === '') return base;
  const [, fd = '', below] = THROUGH_PROC.exec(path) ?? [];
  const anchor = opened.get(fd);
  if (anchor !== undefined)
    return below === undefined || below === '' ? anchor : join(anchor, below);
  return resolve(base, path);
};

const describedBy = (args: string): readonly Named[] => {
  const place = DESCRIPTOR.exec(args.replaceAll(STRING, '""'))?.[1];
  return place === undefined ? [] : [{ word: place, path: place }];
};

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f' };

/** Octal escapes are bytes of UTF-8. */
export const unescape = (shown: string): string => {
  const bytes = shown.replaceAll(/\\([0-7]{1,3}|.)/gs, (_, code: string) =>
    /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
};
