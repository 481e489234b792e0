/** Ring 0. The workspace: a directory that is pinned, ours, and not open to others (RFC-0009 §1, R-81). */
import { join } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
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
  #memory: Directory | undefined;

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
   * `memory/`, held by its descriptor until another directory has its name, as after a checkout:
   * what is written to the one of before would be acknowledged and gone. `undefined` if there is
   * none. Throws MEMORY_DIR_UNUSABLE.
   */
  memory(): Directory | undefined {
    try {
      if (this.#memory?.hasName(this.root.at(MEMORY_DIR)) === false) {
        this.#memory.close();
        this.#memory = undefined;
      }
      this.#memory ??= this.root.directory(MEMORY_DIR);
      return this.#memory;
    } catch (error) {
      throw asRefusal(error, (reason) => new Refusal('MEMORY_DIR_UNUSABLE', { reason }));
    }
  }

  /** `memory/`, created if it is missing (§6.2d). Throws MEMORY_DIR_UNUSABLE or the error of mkdir. */
  ensureMemory(): Directory {
    const existing = this.memory();
    if (existing !== undefined) return existing;
    try {
      this.root.disk.mkdir(this.root.at(MEMORY_DIR), 0o700);
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
    this.root.sync();
    const created = this.memory();
    if (created === undefined) throw new Refusal('MEMORY_DIR_UNUSABLE', { reason: 'ENOENT' });
    return created;
  }

  /** Where a file of the layout lies: its directory and its name there. `undefined` without `memory/`. */
  place(file: string): { readonly directory: Directory; readonly name: string } | undefined {
    if (!file.startsWith(`${MEMORY_DIR}/`)) return { directory: this.root, name: file };
    const directory = this.memory();
    return directory && { directory, name: file.slice(MEMORY_DIR.length + 1) };
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
    this.#memory?.close();
    this.#memory = undefined;
    this.root.close();
  }
}

const isWorldWritable = ({ mode }: Stat): boolean => (mode & 0o002n) !== 0n;
const isGroupWritable = ({ mode }: Stat): boolean => (mode & 0o020n) !== 0n;
const modeOf = ({ mode }: Stat): string => (Number(mode) & 0o7777).toString(8).padStart(4, '0');
