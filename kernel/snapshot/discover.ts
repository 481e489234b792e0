/** Finding workspaces in a tree, by the files that they hold. */
import { dirname, join, relative, resolve } from 'node:path';
import type { LayoutDocument } from '#lib/layout/document.ts';
import { INSTRUCTIONS, leadsToInstructions } from '#lib/layout/instructions.ts';
import { hasMark } from '#lib/layout/marks.ts';
import { leadsToLayout } from '#lib/layout/membership.ts';
import type { Snapshot } from '#lib/workspace/snapshot.ts';
import { AGENTS_SECTIONS, FILES, MEMORY_DIR } from '#lib/spec/files.ts';
import { outline } from '#lib/text/outline.ts';
import { hasGhostHeader } from '#lib/workspace/header.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import { hasMarkAt, standsAt, MARKED, startsIn, type Whole, wholeAt } from './marks-on-disk.ts';

/** Deeper than this nobody keeps an agent; a loop of bind mounts ends here. */
const TREE_MAX_DEPTH = 24;

/** Folders that hold other people's files by the thousand. */
const SKIPPED: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
  '.cache',
  '.npm',
  '.cargo',
  '.rustup',
]);

/** Where people keep what they have copied or put away: no agent lives there. */
const COPY_FOLDER =
  /^\.?(?:backups?|archives?|old|bak)$|^backups?[._-]?\d|[._-](?:backup|bak|old|archived?)$/i;

/** So far below a workspace another one is looked for. */
const INSIDE_MAX_DEPTH = 1;

/** AGENTS.md alone stands in every code repository; with one of these it is an agent's. Spelled so: `tools.md` is a page. */
const COMPANIONS = [
  'USER.md',
  'MEMORY.md',
  'IDENTITY.md',
  'HEARTBEAT.md',
  'TOOLS.md',
  'BOOTSTRAP.md',
] as const;

/** What was found below the folders that were given. */
export interface Discovered {
  /** Paths of workspaces, as far as possible as given, in order of name. */
  readonly workspaces: readonly string[];
  /** Folders that could not be looked into, with the error code. */
  readonly unreadable: readonly { readonly path: string; readonly errno: string }[];
  /** Of the workspaces, those that lie in a folder of backups: nobody boots them, and what leaks in them leaks. */
  readonly copies: ReadonlySet<string>;
  /** What looks like a workspace and lies in one: it is not audited. */
  readonly inside: readonly string[];
  /** Nothing of an agent is here: the folder is empty, or holds other things. */
  readonly nothing?: 'empty' | 'other';
}

/** How a folder was come to. */
interface Step {
  readonly depth: number;
  readonly isCopy: boolean;
  /** So far below a workspace. */
  readonly below?: number | undefined;
  readonly around?: Whole | undefined;
}

/** What is looked for. */
export interface DiscoverOptions {
  /** Workspaces of this layout; of RFC-0009 where nothing is said. */
  readonly layout?: LayoutDocument;
  /** Also folders of instructions for coding agents, in which workspaces may lie. */
  readonly instructions?: boolean;
}

/**
 * The workspaces at or below `path`: a folder that is one is not searched further. Where there is none at all, `path`
 * itself is the one to judge. Symbolic links below `path` are not followed. `onProgress` hears how many folders have
 * been looked into. Throws the error of the first call if `path` is no folder that can be opened.
 */
export const discover = (
  disk: Disk,
  path: string,
  onProgress: (folders: number) => void = () => undefined,
  { layout, instructions = false }: DiscoverOptions = {},
): Discovered => {
  const isOfRfc = layout === undefined || layout.layout === 'rfc-0009';
  const isOne = isOfRfc ? isOwn : isOf(disk, layout);
  const workspaces: string[] = [];
  const unreadable: { path: string; errno: string }[] = [];
  const copies = new Set<string>();
  const inside: string[] = [];
  let nothing: Discovered['nothing'];
  let folders = 0;
  const visit = (folder: string, { depth, isCopy, below, around }: Step): void => {
    let entries: ReturnType<Disk['entries']>;
    try {
      entries = disk.entries(folder);
    } catch (error) {
      if (depth === 0) throw error;
      const errno = errnoOf(error);
      if (errno === undefined) throw error;
      // In a workspace it is the audit that says so.
      if (below === undefined) unreadable.push({ path: folder, errno });
      return;
    }
    folders += 1;
    if (folders % 256 === 0) onProgress(folders);
    const names = entries.map(({ name }) => name);
    const isInstructions = instructions && holdsInstructions(disk, folder, names);
    if (depth === 0 && isOfRfc) nothing = holdOf(names);
    const isWorkspaceHere = isOne(names, depth === 0, folder);
    const isWeak = depth === 0 && isOfRfc && !isWorkspace(names, true);
    if (below !== undefined) {
      if (isWorkspaceHere) inside.push(folder);
      if (isWorkspaceHere || below >= INSIDE_MAX_DEPTH) return;
    } else if (isInstructions || isWorkspaceHere) {
      workspaces.push(folder);
      if (isCopy) copies.add(folder);
    }
    const whole = around ?? wholeAt(disk, folder, names, isOfRfc ? MARKED : [layout]);
    // In a folder that only remembers, those of agents may lie.
    const isClosed = isWorkspaceHere && !isInstructions && !isWeak;
    if (depth >= TREE_MAX_DEPTH) return;
    const keepsCopies = isClosed || below !== undefined;
    const inner = entries.filter(
      ({ name, isDirectory }) =>
        isDirectory &&
        !(isInstructions && leadsToInstructions(name)) &&
        !isPassedOver(name, keepsCopies) &&
        !isPart(whole, join(folder, name)),
    );
    for (const { name } of inner.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
      visit(join(folder, name), {
        depth: depth + 1,
        isCopy: isCopy || COPY_FOLDER.test(name),
        below: isClosed ? 0 : below === undefined ? undefined : below + 1,
        around: whole,
      });
  };
  visit(path, { depth: 0, isCopy: false });
  return {
    workspaces: workspaces.length === 0 ? [path] : workspaces,
    unreadable,
    copies,
    inside,
    ...(workspaces.length === 0 && nothing !== undefined && { nothing }),
  };
};

const isPassedOver = (name: string, keepsCopies: boolean): boolean =>
  SKIPPED.has(name) || (keepsCopies && (name === MEMORY_DIR || COPY_FOLDER.test(name)));

const isPart = (whole: Whole | undefined, path: string): boolean =>
  whole !== undefined && leadsToLayout(whole.layout, relative(whole.folder, path));

/** Of another layout: by its marks, or by a SOUL.md where that is one of its files. */
const isOf =
  (disk: Disk, layout: LayoutDocument) =>
  (names: readonly string[], _: boolean, folder: string): boolean => {
    if (names.includes('SOUL.md') && layout.files.some(({ name }) => name === 'SOUL.md'))
      return true;
    return hasMarkAt(disk, folder, names, layout);
  };

const holdsInstructions = (disk: Disk, folder: string, names: readonly string[]): boolean =>
  isInstructionFolder(
    names,
    (name) => startsIn(names, name) && standsAt(disk, resolve(folder), name),
  );

/** Files of hosts of coding agents, and no workspace: told from names at the top, and what `has` knows. */
const isInstructionFolder = (names: readonly string[], has: (path: string) => boolean): boolean =>
  (!isWorkspace(names, false) || isSoulAlone(names)) &&
  (hasMark(INSTRUCTIONS, { has, within: [] }) || isAgentsAlone(names));

/** A repository may give its coding agents a SOUL.md; an agent's has more of the layout beside it. */
const isSoulAlone = (names: readonly string[]): boolean =>
  names.includes('SOUL.md') &&
  !names.some((name) => name !== 'SOUL.md' && (FILE_NAMES.has(name) || name === MEMORY_DIR));

/** The most common instruction file there is, and no second sign of a workspace beside it. */
const isAgentsAlone = (names: readonly string[]): boolean =>
  names.includes('AGENTS.md') &&
  !names.some((name) => name !== 'AGENTS.md' && (FILE_NAMES.has(name) || name === MEMORY_DIR));

/** The kernel has booted it, or its AGENTS.md has what only RFC-0009 asks for: also without another file that is a workspace. */
const isSigned = ({ items, records }: Pick<Snapshot, 'items' | 'records'>): boolean => {
  if ((records?.entries.length ?? 0) > 0) return true;
  const content = items.get('AGENTS.md')?.content;
  if (content?.is !== 'text') return false;
  const sections = outline(content.text).filter(
    ({ level, title }) => level === 2 && SECTIONS.has(title),
  );
  return hasGhostHeader(content.text) || sections.length >= SECTIONS_OF_OURS;
};
const SECTIONS: ReadonlySet<string> = new Set(AGENTS_SECTIONS);
/** Any repository may have a section "Safety", and one "Memory". */
const SECTIONS_OF_OURS = 3;

/** Was this taken of a folder of instructions, and of no workspace? */
export const isOfInstructions = (snapshot: Pick<Snapshot, 'items' | 'records'>): boolean =>
  !isSigned(snapshot) &&
  isInstructionFolder(
    [...snapshot.items.keys()].filter((name) => !name.includes('/')),
    (path) => {
      const isFolder = path.endsWith('/');
      const type = snapshot.items.get(isFolder ? path.slice(0, -1) : path)?.type;
      return type !== undefined && (type === 'directory') === isFolder;
    },
  );

/** Does a path lie in a workspace, as far as its files tell? What does not exist yet counts by its parents. */
export const liesInWorkspace = (disk: Disk, path: string): boolean =>
  workspaceAbove(disk, path) !== undefined;

/** The nearest workspace at or above a path; `undefined` where it lies in none. */
export const workspaceAbove = (disk: Disk, path: string): string | undefined => {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    try {
      if (
        isWorkspace(
          disk.entries(disk.realpath(folder)).map(({ name }) => name),
          false,
        )
      )
        return folder;
    } catch {
      // Not there, or closed to us: its parents may tell.
    }
    if (folder === dirname(folder)) return undefined;
  }
};

/** What may lie beside bootstrap instructions before the first boot, hidden files apart: files of a project say that it is one. */
const isUnborn = (names: readonly string[]): boolean =>
  names.includes('BOOTSTRAP.md') &&
  names.every((name) => name.startsWith('.') || LAYOUT_NAMES.has(name));
const FILE_NAMES: ReadonlySet<string> = new Set(FILES.map(({ name }) => name));
const FOLDED_NAMES: ReadonlySet<string> = new Set([
  'bootstrap.yamo',
  ...[...FILE_NAMES].map((name) => name.toLowerCase()),
]);
const LAYOUT_NAMES: ReadonlySet<string> = new Set([...FILE_NAMES, MEMORY_DIR]);

/** A folder that was named and has one of these remembers for somebody, though SOUL.md is missing. */
const isRemembering = (names: readonly string[]): boolean =>
  names.includes('MEMORY.md') || names.includes('USER.md') || names.includes(MEMORY_DIR);

const isOfAgent = (name: string): boolean =>
  name.toLowerCase() === MEMORY_DIR || FOLDED_NAMES.has(name.toLowerCase());

/** `undefined` where something is of an agent. */
const holdOf = (names: readonly string[]): Discovered['nothing'] => {
  if (names.every((name) => name.startsWith('.'))) return 'empty';
  return names.some(isOfAgent) ? undefined : 'other';
};

/** Documentation has pages called `agents.md`, `memory.md`, `soul.md`: what nobody has named holds a name as §1 spells it. */
const isOwn = (names: readonly string[], isNamed: boolean): boolean =>
  (isNamed || names.some((name) => FILE_NAMES.has(name))) &&
  (isWorkspace(names, isNamed) || (isNamed && isRemembering(names)));

/** `isNamed`: somebody said that this is one, so a BOOTSTRAP.md counts, which among other files may be any document. */
const isWorkspace = (names: readonly string[], isNamed: boolean): boolean => {
  const folded = new Set(names.map((name) => name.toLowerCase()));
  if (folded.has('soul.md') || folded.has('bootstrap.yamo')) return true;
  if (folded.has('bootstrap.md') && (isNamed || isUnborn(names))) return true;
  return folded.has('agents.md') && COMPANIONS.some((name) => names.includes(name));
};
