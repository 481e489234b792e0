/** Ring 0. The workspace: a directory that is pinned, ours, and not open to others (RFC-0009 §1, R-81). */
import { join } from 'node:path';
import { Ring0Refusal as Refusal } from '#lib/spec/refusal.ts';
import { MEMORY_DIR } from '#lib/spec/files.ts';
import { Directory, sameFile } from '#kernel/fs/directory.ts';
import { asRefusal, type Disk, errnoOf, type Stat } from '#kernel/fs/disk.ts';

export interface Opening {
  readonly strict: boolean;
  /** The user id that the kernel runs under. */
  readonly uid: number;
}

/** The pinned directory of a workspace, and who owns it. */
export class Workspace {
  /** Absolute, without symbolic links, as it was when the boot began. */
  readonly path: string;
  readonly root: Directory;
  readonly stat: Stat;
  readonly groupWritable: boolean;
  readonly #opening: Opening;
  /** Folders below it, by their paths. */
  readonly #folders = new Map<string, Directory>();

  private constructor(path: string, root: Directory, stat: Stat, opening: Opening) {
    this.path = path;
    this.root = root;
    this.stat = stat;
    this.groupWritable = isGroupWritable(stat);
    this.#opening = opening;
  }

  /**
   * Resolves `path` once and pins what it names. Throws WORKSPACE_UNUSABLE, WORKSPACE_OWNER,
   * WORKSPACE_WORLD_WRITABLE or WORKSPACE_GROUP_WRITABLE.
   */
  static open(disk: Disk, path: string, opening: Opening): Workspace {
    const unusable = (reason: string): Refusal =>
      new Refusal('WORKSPACE_UNUSABLE', { path, reason });
    let root: Directory;
    let real: string;
    try {
      real = disk.realpath(path);
      root = Directory.open(disk, real);
    } catch (error) {
      throw asRefusal(error, unusable);
    }
    try {
      const stat = disk.fstat(root.fd);
      const workspace = new Workspace(real, root, stat, opening);
      workspace.#refuseStrangers();
      return workspace;
    } catch (error) {
      root.close();
      throw asRefusal(error, unusable);
    }
  }

  #refuseStrangers(): void {
    const { path, stat } = this;
    const { strict, uid } = this.#opening;
    const mode = modeOf(stat);
    if (stat.uid !== BigInt(uid)) {
      throw new Refusal('WORKSPACE_OWNER', { path, owner: String(stat.uid), uid });
    }
    if (isWorldWritable(stat)) throw new Refusal('WORKSPACE_WORLD_WRITABLE', { path, mode });
    if (strict && this.groupWritable) throw new Refusal('WORKSPACE_GROUP_WRITABLE', { path, mode });
  }

  /**
   * The same for a file of the workspace, or for `memory/`: what others can write is their word, not the agent's or
   * its human's. True if its group can, which is said. Throws FILE_OWNER, FILE_WORLD_WRITABLE, FILE_GROUP_WRITABLE.
   */
  refuseStrangersOf(file: string, stat: Stat): boolean {
    const { strict, uid } = this.#opening;
    const path = join(this.path, file);
    const mode = modeOf(stat);
    if (stat.uid !== BigInt(uid))
      throw new Refusal('FILE_OWNER', { file, path, owner: String(stat.uid), uid });
    if (isWorldWritable(stat)) throw new Refusal('FILE_WORLD_WRITABLE', { file, path, mode });
    if (strict && isGroupWritable(stat))
      throw new Refusal('FILE_GROUP_WRITABLE', { file, path, mode });
    return isGroupWritable(stat);
  }

  /**
   * A folder below this one, opened one name at a time, and each held by its descriptor until another directory has its
   * name, as after a checkout: what is written to the one of before would be acknowledged and gone. No link is followed.
   * `undefined` if there is none. Throws MEMORY_DIR_UNUSABLE, FILE_UNREADABLE.
   */
  folder(path: string): Directory | undefined {
    const cut = path.lastIndexOf('/');
    const parent = cut < 0 ? this.root : this.folder(path.slice(0, cut));
    const name = path.slice(cut + 1);
    if (parent === undefined || name === '' || name.startsWith('.')) return undefined;
    try {
      const held = this.#folders.get(path);
      if (held?.hasName(parent.at(name)) === true) return held;
      held?.close();
      this.#folders.delete(path);
      const opened = parent.directory(name);
      if (opened !== undefined) this.#folders.set(path, opened);
      return opened;
    } catch (error) {
      throw asRefusal(error, (errno) => unusable(path, errno));
    }
  }

  /** `memory/`. Throws as `folder`. */
  memory(): Directory | undefined {
    return this.folder(MEMORY_DIR);
  }

  /** A folder, created if it is missing (§6.2d). Throws as `folder`, or the error of mkdir. */
  ensure(path: string): Directory {
    const existing = this.folder(path);
    if (existing !== undefined) return existing;
    const cut = path.lastIndexOf('/');
    const parent = cut < 0 ? this.root : this.ensure(path.slice(0, cut));
    try {
      parent.disk.mkdir(parent.at(path.slice(cut + 1)), 0o700);
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
    parent.sync();
    const created = this.folder(path);
    if (created === undefined) throw unusable(path, 'ENOENT');
    return created;
  }

  /** `memory/`, created if it is missing. Throws as `ensure`. */
  ensureMemory(): Directory {
    return this.ensure(MEMORY_DIR);
  }

  /** Where a file of the layout lies: its directory and its name there. `undefined` without its folder. Throws as `folder`. */
  place(file: string): { readonly directory: Directory; readonly name: string } | undefined {
    const cut = file.lastIndexOf('/');
    const directory = cut < 0 ? this.root : this.folder(file.slice(0, cut));
    return directory && { directory, name: file.slice(cut + 1) };
  }

  /** Does the path still name the directory that was opened? Throws WORKSPACE_SWAPPED. */
  confirmPath(): void {
    let now: Stat | undefined;
    try {
      now = this.root.disk.lstat(this.path);
    } catch {
      now = undefined;
    }
    if (now === undefined || !sameFile(now, this.stat)) {
      throw new Refusal('WORKSPACE_SWAPPED', { path: this.path });
    }
  }

  close(): void {
    for (const directory of this.#folders.values()) directory.close();
    this.#folders.clear();
    this.root.close();
  }
}

const unusable = (file: string, errno: string): Refusal =>
  file === MEMORY_DIR
    ? new Refusal('MEMORY_DIR_UNUSABLE', { reason: errno })
    : new Refusal('FILE_UNREADABLE', { file, errno });

const isWorldWritable = ({ mode }: Stat): boolean => (mode & 0o002n) !== 0n;
const isGroupWritable = ({ mode }: Stat): boolean => (mode & 0o020n) !== 0n;
const modeOf = ({ mode }: Stat): string => (Number(mode) & 0o7777).toString(8).padStart(4, '0');
