/** Where a path leads that a tool was given: in which workspace it lies, by its name and after its links. */
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import { tryCall } from '#kernel/process/try-call.ts';

/** A file of a workspace; '' is the workspace itself. */
export interface WorkspaceFile {
  /** The folder of the workspace, without links. */
  readonly root: string;
  /** Relative to it. */
  readonly file: string;
}

/** What a path names. */
export interface ResolvedPath {
  /** The files of workspaces that it leads to: by its name, and where that is another one after its links. */
  readonly places: readonly WorkspaceFile[];
  /** Absolute, as it is said. */
  readonly full: string;
  /** Absolute, after its links. */
  readonly real: string;
  /** It holds `..`, which the gate takes for no name. */
  readonly hasDots: boolean;
  /** A link leads from a workspace to somewhere else. */
  readonly leadsOut: boolean;
}

/** What says that a folder is a workspace: it has an agent, or instructions to make one. */
const SIGNS = ['SOUL.md', ...BOOTSTRAP_FILES, 'state/agents/BOOTSTRAP.md'] as const;

/** A folder of agents of a workspace of Nexus, or one of them: they have signs of their own, and are parts of it. */
const OF_AGENTS = /^(.+)\/state\/agents(?:\/[^/]+)?$/u;

/** The workspace around a folder, itself included; `undefined` if there is none. */
export const workspaceAround = (disk: Disk, folder: string): string | undefined =>
  placeIn(disk, normalize(folder))?.root;

/** Throws nothing: what cannot be looked at is where its name says. */
export const resolvePath = (
  disk: Disk,
  path: string,
  { cwd, home }: { readonly cwd: string; readonly home: string | undefined },
): ResolvedPath => {
  const said = home !== undefined && /^~(?:\/|$)/.test(path) ? join(home, path.slice(1)) : path;
  const raw = isAbsolute(said) ? said : `${cwd}/${said}`;
  const full = normalize(raw).replace(/(?<=.)\/$/, '');
  // `..` leads on from where a link has led.
  const real = resolveLinks(disk, raw).replace(/(?<=.)\/+$/, '');
  const byName = placeIn(disk, full);
  const byLinks = real === full ? byName : placeIn(disk, real);
  const isOne = byName?.root === byLinks?.root && byName?.file === byLinks?.file;
  return {
    places: [byName, isOne ? undefined : byLinks].filter((place) => place !== undefined),
    full,
    real,
    hasDots: said.split('/').includes('..'),
    leadsOut: byName !== undefined && join(byName.root, byName.file) !== real,
  };
};

/** The file system as a process sees itself: the host's tool would see another one there than we do. */
const OWN_VIEW = /^\/(?:proc\/(?:self|thread-self|\d+)|dev\/fd)(?:\/|$)/;

/** Does it depend on who looks where this path leads? */
export const isOwnView = (path: string): boolean => {
  const names = path.split('/');
  return (
    OWN_VIEW.test(normalize(path).replace(/^\/+/, '/')) ||
    (names.includes('..') && (names.includes('fd') || names.includes('proc')))
  );
};

/**
 * Does git find a repository by `.git`? A folder with a HEAD and settings of its own, which anybody can write, is one for
 * it, too, and its settings name programs.
 */
export const isOwnRepository = (disk: Disk, folder: string): boolean => {
  for (let at = folder; ; at = dirname(at)) {
    if (isThere(disk, join(at, '.git'))) return true;
    if (isThere(disk, join(at, 'HEAD')) || dirname(at) === at) return false;
  }
};

/** The nearest folder above that is a workspace; the path may be one itself. */
const placeIn = (disk: Disk, path: string): WorkspaceFile | undefined => {
  for (let at = path; ; at = dirname(at)) {
    if (SIGNS.some((sign) => isThere(disk, join(at, sign)))) {
      const [, around] = OF_AGENTS.exec(at) ?? [];
      const isPart =
        around !== undefined && isThere(disk, join(around, 'state/agents/BOOTSTRAP.md'));
      const root = isPart ? around : at;
      return { root: resolveLinks(disk, root), file: path.slice(root.length + 1) };
    }
    if (dirname(at) === at) return undefined;
  }
};

/**
 * As much of a path as is there, without links, and the rest of it, in which `..` takes a name away; what is `known` of
 * folders is not looked at again.
 */
export const resolveLinks = (
  disk: Disk,
  path: string,
  known: Map<string, string> = new Map(),
): string => {
  const before = known.get(path);
  if (before !== undefined) return before;
  const folder = dirname(path);
  const real =
    realpath(disk, path) ??
    (folder === path ? path : join(resolveLinks(disk, folder, known), path.slice(folder.length)));
  known.set(path, real);
  return real;
};

const realpath = (disk: Disk, path: string): string | undefined => {
  if (!isThere(disk, path)) return undefined;
  // A link to nowhere, or a loop of them.
  return tryCall(() => disk.realpath(path));
};

const isThere = (disk: Disk, path: string): boolean => {
  // No folder, a loop of links, or closed to us: no sign that can be seen.
  return tryCall(() => disk.lstat(path)) !== undefined;
};
