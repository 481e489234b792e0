/** Where a program lies, and what came with it: what a view shows of the machine so that the program starts. */
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { SHIM_MAX_BYTES } from '#lib/spec/limits.ts';
import { homeOf, xdgFolder } from './xdg.ts';
import { isWithin, resolved } from './places.ts';
import { firstBytes } from './program.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A name that leads somewhere else. */
export interface NameOf {
  readonly path: string;
  /** Where it leads: absolute, without links. */
  readonly target: string;
}

/** What a program needs to see of the machine in order to run. */
export interface ProgramPlaces {
  /** Files and folders to show. */
  readonly shown: readonly string[];
  /** Names by which programs are called: some look at the one that was used. */
  readonly names: readonly NameOf[];
}

interface Looking {
  /** The path of a program, by its name. */
  readonly find: (name: string) => string | undefined;
  readonly environment: Environment;
}

/** A wrapper, the script that it starts, and the interpreter of that. */
const DEPTH_MAX = 3;

/**
 * What must be shown so that the program at `path` (absolute) finds what came with it: its tree of packages, its
 * package, or the folder whose `bin` it stands in; the file alone where there is none of these, or where that folder
 * holds more than a program. With a script goes its interpreter, with the wrapper of a package what it starts.
 */
export const placesOf = (path: string, looking: Looking, depth = 0): ProgramPlaces => {
  const real = resolved(path);
  if (real === undefined) return { shown: [], names: [] };
  const own: ProgramPlaces = {
    shown: foldersAround(real, looking.environment),
    names: path === real ? [] : [{ path, target: real }],
  };
  const next = depth < DEPTH_MAX ? startedBy(real, looking.find) : [];
  return [own, ...next.map((file) => placesOf(file, looking, depth + 1))].reduce(together);
};

const together = (one: ProgramPlaces, other: ProgramPlaces): ProgramPlaces => ({
  shown: [...one.shown, ...other.shown],
  names: [...one.names, ...other.names],
});

const foldersAround = (file: string, environment: Environment): readonly string[] => {
  const tree = treeOf(file);
  if (tree !== undefined) return [tree];
  if (isFolder(file)) return isPrivate(file, environment) ? [] : [file];
  const owner = packageOf(file);
  if (owner !== undefined) {
    if (!isPrivate(owner, environment)) return [owner];
    // What Node looks for on the way up from a script.
    const beside = ['package.json', 'node_modules'].map((name) => join(owner, name));
    return [file, ...beside.filter((path) => existsSync(path))];
  }
  const folder = dirname(file);
  const parent = dirname(folder);
  // `~/.local/bin` and `/usr/local/bin` hold programs of everybody's, `venv/bin` those of one.
  const isVenv = basename(folder) === 'bin' && existsSync(join(parent, 'pyvenv.cfg'));
  return [isVenv && !isPrivate(parent, environment) ? parent : file];
};

/** The folder of packages that link to each other: of npm, yarn and bun, or of pnpm, for one project or for all. */
const treeOf = (file: string): string | undefined => {
  const parts = file.split(sep);
  const end = parts.findIndex(
    (part, index) =>
      part === 'node_modules' ||
      part === '.pnpm' ||
      (part === 'links' && parts[index - 2] === 'store' && /^v\d+$/.test(parts[index - 1] ?? '')),
  );
  return end === -1 ? undefined : parts.slice(0, end + 1).join(sep);
};

const packageOf = (file: string): string | undefined => {
  for (let folder = dirname(file); dirname(folder) !== folder; folder = dirname(folder))
    if (existsSync(join(folder, 'package.json'))) return folder;
  return undefined;
};

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** What lies in the homes of people, and nowhere else. */
const OF_HOMES = [
  '.aws',
  '.bash_history',
  '.docker',
  '.gnupg',
  '.kube',
  '.mozilla',
  '.netrc',
  '.password-store',
  '.ssh',
  '.zsh_history',
];

/** A home, a folder above one, or one that holds what is kept apart from every program: it is not a program's own. */
const isPrivate = (folder: string, environment: Environment): boolean => {
  const places = [
    homeOf(environment),
    homeOf({}),
    tmpdir(),
    ...(['XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME'] as const).map((name) =>
      xdgFolder(name, environment),
    ),
  ];
  return (
    places.some((place) => isWithin(folder, resolved(place) ?? place)) ||
    OF_HOMES.some((name) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined)
  );
};

/** What the program at `file` starts in its turn: its interpreter, and what a wrapper is about. */
const startedBy = (file: string, find: (name: string) => string | undefined): readonly string[] => {
  const [, program, argument] = /^#!\s*(\S+)(?:\s+(?:-S\s+)?(\S+))?/.exec(firstBytes(file)) ?? [];
  if (program === undefined) return [];
  const interpreter =
    basename(program) === 'env' && argument !== undefined ? find(argument) : program;
  const wrapped = basename(interpreter ?? '') === 'sh' ? wrappedBy(file) : undefined;
  return [interpreter, wrapped].filter((path) => path !== undefined);
};

/** Of `@zkochan/cmd-shim`, by which pnpm installs: a script beside it, named in its last line or where it is started. */
const WRAPPED = [
  /^# cmd-shim-target=(.+)$/m,
  /^[ \t]*exec node +"\$basedir(?:_abs)?"?\/'?([^"'\n]+)["'] "\$@"$/m,
];

const wrappedBy = (file: string): string | undefined => {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? Infinity;
  if (size > SHIM_MAX_BYTES) return undefined;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const targets = WRAPPED.flatMap((pattern) => pattern.exec(text)?.[1] ?? []);
  return targets.map((target) => resolve(dirname(file), target)).find((path) => existsSync(path));
};
