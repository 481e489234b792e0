/**
 * What a hook guards in a workspace: the files of its layout and what passes for one of them, by its name, by its
 * inode, or somewhere in a folder. Everything else is the host's.
 */
import { join } from 'node:path';
import { isOfRuntime } from '#lib/layout/membership.ts';
import { BOOTSTRAP_FILES, FILES, MEMORY_DIR } from '#lib/spec/files.ts';
import { HOOK_WALK_NAMES } from '#lib/spec/limits.ts';
import type { FilePolicy, SessionKind } from '#lib/spec/session-policy.ts';
import { dayOf } from '#lib/text/day.ts';
import { foldName } from '#lib/text/lookalike-names.ts';
import { isCopyName } from '#lib/workspace/copy-name.ts';
import type { Disk, Stat } from '#kernel/fs/disk.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import type { ThirdPartyLayout } from '#kernel/startup/third-party-layout.ts';
import { tryCall } from '#kernel/process/try-call.ts';

/** A file that is guarded, or a folder that holds such files by its name. */
export type Guard = 'file' | 'folder' | undefined;

/** What a folder holds that is guarded, or that it holds too much to be looked through. */
type Held = { readonly file: string } | 'too many' | undefined;

/** Programs lie there, and no workspace; or what git has packed, which git alone shows. */
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', '.git']);

export class Guarded {
  readonly #opened: OpenWorkspace;
  readonly #kind: SessionKind;
  readonly #roleOf: FilePolicy['roleOf'];
  /** Names of the layout, as the layout writes them. */
  readonly #names: readonly string[];
  readonly #folded: ReadonlySet<string>;
  readonly #folders: ReadonlySet<string>;
  /** Of the running system, where there is one: no agent's. */
  readonly #isOfRuntime: (file: string) => boolean;

  constructor(
    opened: OpenWorkspace,
    kind: SessionKind,
    names: FilePolicy,
    foreign: ThirdPartyLayout | undefined,
  ) {
    this.#opened = opened;
    this.#kind = kind;
    this.#roleOf = names.roleOf;
    const layout = foreign?.document.files ?? FILES;
    const runtime = (foreign?.document.runtime ?? []).map((name) => name.replace(/\/$/u, ''));
    this.#isOfRuntime = (file) => foreign !== undefined && isOfRuntime(foreign.document, file);
    this.#names = [...layout.map(({ name }) => name), ...runtime, ...BOOTSTRAP_FILES];
    this.#folded = new Set(this.#names.map(foldName));
    this.#folders = new Set(['', ...this.#names.flatMap(foldersOf)]);
  }

  /** By its name, relative to the workspace. */
  at(file: string): Guard {
    if (this.#isOfRuntime(file)) return 'file';
    if (this.#folders.has(file)) return 'folder';
    if (this.#roleOf(file) !== undefined || this.#isTwin(file) || isCopyName(file)) return 'file';
    return !this.#kind.permissions.seesMemory && isPrivate(file) ? 'file' : undefined;
  }

  /** Another name of a guarded file of this workspace has `real`, an absolute path. */
  aliasOf(real: string): Stat | undefined {
    const { disk } = this.#opened.workspace.root;
    const stat = lookAt(disk, real);
    if (stat === undefined || stat.nlink < 2n || !stat.isFile()) return undefined;
    const isSame = this.#listed().some((file) => {
      const own = lookAt(disk, join(this.#opened.workspace.path, file));
      return own !== undefined && own.ino === stat.ino && own.dev === stat.dev;
    });
    return isSame ? stat : undefined;
  }

  /** What is guarded in a folder that is not by its own name, links and other workspaces in it included; `real`: absolute. */
  within(real: string): Held {
    const { path, root } = this.#opened.workspace;
    const { disk } = root;
    if (lookAt(disk, real)?.isDirectory() !== true) return undefined;
    let left = HOOK_WALK_NAMES;
    const waiting = [real];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (const { name, isDirectory } of entriesOf(disk, at)) {
        left -= 1;
        if (left < 0) return 'too many';
        const full = join(at, name);
        const file = full.startsWith(`${path}/`) ? full.slice(path.length + 1) : full;
        // A workspace of its own has a SOUL.md.
        const isGuarded = this.at(file) !== undefined || this.#roleOf(name) === 'soul';
        if (name !== '.git' && (isGuarded || (!isDirectory && this.#leadsHere(full))))
          return { file };
        if (isDirectory && !PASSED_OVER.has(name)) waiting.push(full);
      }
    }
    return undefined;
  }

  /** For who looks in texts: names, and those that a pattern may mean. */
  get sought(): { readonly names: readonly string[]; readonly listed: readonly string[] } {
    const names = this.#names
      .map((name) => name.replace('YYYY-MM-DD', '0000-00-00'))
      .filter((name) => !/[*{]/.test(name));
    const folders = [...this.#folders].filter((folder) => folder !== '');
    return { names: [...new Set([...names, ...folders])], listed: this.#listed().slice(0, LISTED) };
  }

  #isTwin(file: string): boolean {
    const folded = foldName(file).replace(/[\s.]+$/u, '');
    return this.#folded.has(folded) || dayOf(folded) !== undefined;
  }

  #leadsHere(path: string): boolean {
    const { root, path: own } = this.#opened.workspace;
    if (lookAt(root.disk, path)?.isSymbolicLink() !== true) return false;
    const real = tryCall(() => root.disk.realpath(path));
    return (
      real === own ||
      (real?.startsWith(`${own}/`) === true && this.at(real.slice(own.length + 1)) !== undefined)
    );
  }

  /** The guarded files that there are in the workspace and in its folder of logs. */
  #listed(): readonly string[] {
    const { workspace } = this.#opened;
    const logs = workspace.memory()?.names() ?? [];
    return [
      ...workspace.root.names(),
      ...logs.map((name) => `${MEMORY_DIR}/${name}`).toReversed(),
    ].filter((file) => this.at(file) === 'file');
  }
}

/** More logs are in no pattern that leaves all of these out. */
const LISTED = 100;

/** Notes beside the logs, copies of MEMORY.md, and what git keeps of it: nobody says that others may see them. */
const isPrivate = (file: string): boolean =>
  foldName(file).startsWith(`${MEMORY_DIR}/`) ||
  file.split('/').some((name) => foldName(name) === '.git') ||
  mayBeMemory(file);

/**
 * May this be MEMORY.md under another name, by its name alone and at any depth (§4.1)? `MEMORY.md~`, `.MEMORY.md.swp`,
 * `MEMORY (1).md`, `docs/MEMORY.md`, `memory.md.bak`, but not `docs/memory.md` and `memory-leak.md`. It takes too much for
 * one: something private is kept.
 */
const mayBeMemory = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    /(?<![A-Za-z])MEMORY(?![A-Za-z])/.test(name) ||
    /(?:^|[^a-z0-9])memory\.md[^a-z0-9]/.test(foldName(name))
  );
};

const foldersOf = (name: string): readonly string[] => {
  const parts = name.split('/').slice(0, -1);
  const fixed = parts.findIndex((part) => /[*{]/.test(part));
  const own = fixed < 0 ? parts : parts.slice(0, fixed);
  return own.map((_part, at) => own.slice(0, at + 1).join('/'));
};

const entriesOf = (disk: Disk, folder: string): ReturnType<Disk['entries']> =>
  tryCall(() => disk.entries(folder)) ?? [];

const lookAt = (disk: Disk, path: string): Stat | undefined => {
  // What cannot be looked at is not read by a tool either.
  return tryCall(() => disk.lstat(path));
};
