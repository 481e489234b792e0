/**
 * The kernel's own state for one workspace: outside the workspace, mode 0700, keyed by what
 * the directory is (device, inode, time of first boot), so that it survives a rename, and a new
 * directory that gets an old inode number does not inherit it.
 */
import { basename, dirname, join, sep } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import { readAll, writeAll } from '#kernel/fs/bytes.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, type Disk, errnoOf, OPEN, type Stat } from '#kernel/fs/disk.ts';
import { replaceFile, sweepTemporaries } from '#kernel/fs/replace.ts';
import { makePrivate } from '#kernel/process/private-folder.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';

/** The name of a workspace's folder in the state. */
export const stateKey = ({ dev, ino, birthtimeNs }: Stat): string =>
  [dev, ino, birthtimeNs].map((part) => part.toString(36)).join('-');

/** The folder of the journal of memory in the state of a workspace. */
export const JOURNAL = 'journal';

const STATE_KEY = /^[\da-z]+-[\da-z]+-[\da-z]+$/;

const namesIn = (disk: Disk, path: string): readonly string[] => {
  try {
    return disk.readdir(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw asRefusal(error, (reason) => new Refusal('STATE_UNUSABLE', { path, reason }));
  }
};

/** Is there anything of this name? Throws STATE_UNUSABLE. */
export const isThere = (disk: Disk, path: string): boolean => {
  try {
    return disk.lstat(path) !== undefined;
  } catch (error) {
    throw asRefusal(error, (reason) => new Refusal('STATE_UNUSABLE', { path, reason }));
  }
};

/** As much of a workspace as says which state is its own. */
export interface Pinned {
  readonly root: { readonly disk: Disk };
  readonly stat: Stat;
}

/** A damaged state file that was moved out of the way, and what is lost with it. */
export interface SetAside {
  /** Where it lies now. */
  readonly path: string;
  readonly loss: string;
}

/** The folder in which the kernel remembers one workspace, mode 0700. */
export class StateHome {
  readonly path: string;
  readonly directory: Directory;
  /** Whose it is. */
  readonly uid: number;
  readonly #setAside: SetAside[] = [];

  private constructor(path: string, directory: Directory, uid: number) {
    this.path = path;
    this.directory = directory;
    this.uid = uid;
  }

  /** Opens the state of `workspace`, creating it. Throws STATE_IN_WORKSPACE, STATE_UNUSABLE. */
  static open(root: string, workspace: Workspace, uid: number): StateHome {
    const { disk } = workspace.root;
    refuseWithin(root, workspace);
    const path = join(root, stateKey(workspace.stat));
    try {
      makePrivate(disk, path);
    } catch (error) {
      throw asRefusal(error, (reason) => new Refusal('STATE_UNUSABLE', { path, reason }));
    }
    return StateHome.#opened(disk, path, uid);
  }

  /** A folder of the state that belongs to no one workspace, created if it is missing. Throws STATE_UNUSABLE. */
  static common(root: string, name: string, disk: Disk, uid: number): StateHome {
    const path = join(root, name);
    try {
      makePrivate(disk, path);
    } catch (error) {
      throw asRefusal(error, (reason) => new Refusal('STATE_UNUSABLE', { path, reason }));
    }
    return StateHome.#opened(disk, path, uid);
  }

  /** The state of `workspace` if there is any; creates nothing. Throws STATE_UNUSABLE. */
  static peek(root: string, { root: { disk }, stat }: Pinned, uid: number): StateHome | undefined {
    const path = join(root, stateKey(stat));
    return isThere(disk, path) ? StateHome.#opened(disk, path, uid) : undefined;
  }

  /** The state of each workspace in turn, open until the next one is asked for. Throws STATE_UNUSABLE. */
  static *each(root: string, disk: Disk, uid: number): Generator<StateHome> {
    for (const name of namesIn(disk, root).filter((one) => STATE_KEY.test(one))) {
      const home = StateHome.#opened(disk, join(root, name), uid);
      try {
        yield home;
      } finally {
        home.close();
      }
    }
  }

  /**
   * Removes what a killed kernel left half-written in a folder of the state, if there is one; the caller holds the write
   * lock. Returns how many files. Throws STATE_UNUSABLE, errors of calls.
   */
  static sweep(root: string, name: string, { directory: { disk }, uid }: StateHome): number {
    if (!isThere(disk, join(root, name))) return 0;
    const folder = StateHome.common(root, name, disk, uid);
    try {
      return sweepTemporaries(folder.directory);
    } finally {
      folder.close();
    }
  }

  static #opened(disk: Disk, path: string, uid: number): StateHome {
    let directory: Directory;
    let stat: Stat;
    try {
      directory = Directory.open(disk, path);
      stat = disk.fstat(directory.fd);
    } catch (error) {
      throw asRefusal(error, (reason) => new Refusal('STATE_UNUSABLE', { path, reason }));
    }
    const reason =
      stat.uid !== BigInt(uid)
        ? `it belongs to uid ${stat.uid}`
        : (stat.mode & 0o077n) === 0n
          ? undefined
          : 'others can open it';
    if (reason === undefined) return new StateHome(path, directory, uid);
    directory.close();
    throw new Refusal('STATE_UNUSABLE', { path, reason });
  }

  /** The bytes of a state file; `undefined` if there is none. Throws STATE_UNUSABLE. */
  read(name: string): Buffer | undefined {
    const { disk } = this.directory;
    try {
      const fd = disk.open(this.directory.at(name), OPEN.read);
      try {
        return readAll(disk, fd, Number(disk.fstat(fd).size));
      } finally {
        disk.close(fd);
      }
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === undefined) throw error;
      if (errno === 'ENOENT') return undefined;
      throw new Refusal('STATE_UNUSABLE', { path: join(this.path, name), reason: errno });
    }
  }

  /** A JSON state file that `accepts` recognises; `undefined` if there is none. Throws STATE_DAMAGED. */
  readJson<Value>(name: string, accepts: (value: unknown) => value is Value): Value | undefined {
    const bytes = this.read(name);
    if (bytes === undefined) return undefined;
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString('utf8'));
    } catch {
      value = undefined;
    }
    if (accepts(value)) return value;
    throw new Refusal('STATE_DAMAGED', {
      path: join(this.path, name),
      reason: 'not the expected JSON',
    });
  }

  /**
   * The same for a file that the kernel can do without: a damaged one is moved aside, with what is lost by it (a whole
   * sentence), and counts as absent. Throws STATE_UNUSABLE.
   */
  readJsonOrSetAside<Value>(
    name: string,
    accepts: (value: unknown) => value is Value,
    loss: string,
  ): Value | undefined {
    try {
      return this.readJson(name, accepts);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'STATE_DAMAGED') throw error;
      this.setAside(name, loss);
      return undefined;
    }
  }

  /** Moves a damaged state file out of the way; an older one that lies there is replaced. Throws STATE_UNUSABLE. */
  setAside(name: string, loss: string): void {
    const { disk } = this.directory;
    try {
      disk.rename(this.directory.at(name), this.directory.at(`${name}.damaged`));
    } catch (error) {
      throw asRefusal(
        error,
        (reason) => new Refusal('STATE_UNUSABLE', { path: join(this.path, name), reason }),
      );
    }
    this.#setAside.push({ path: join(this.path, `${name}.damaged`), loss });
  }

  /** What was moved aside since the last question. */
  takeSetAside(): readonly SetAside[] {
    return this.#setAside.splice(0);
  }

  /** Writes a state file durably. Throws STATE_UNUSABLE. */
  write(name: string, bytes: Uint8Array): void {
    try {
      replaceFile(this.directory, { name, bytes });
    } catch (error) {
      throw asRefusal(
        error,
        (reason) => new Refusal('STATE_UNUSABLE', { path: join(this.path, name), reason }),
      );
    }
  }

  writeJson(name: string, value: object): void {
    this.write(name, Buffer.from(`${JSON.stringify(value)}\n`));
  }

  /** Writes a small state file in place, for what matters only until this process ends. Throws STATE_UNUSABLE. */
  note(name: string, text: string): void {
    const { disk } = this.directory;
    try {
      const fd = disk.open(this.directory.at(name), OPEN.note, 0o600);
      try {
        const bytes = Buffer.from(text);
        // Not emptied first: who is killed in between leaves the old note or the new one.
        writeAll(disk, fd, bytes);
        disk.ftruncate(fd, bytes.byteLength);
      } finally {
        disk.close(fd);
      }
    } catch (error) {
      throw asRefusal(
        error,
        (reason) => new Refusal('STATE_UNUSABLE', { path: join(this.path, name), reason }),
      );
    }
  }

  /** Removes a state file if it is there. Throws STATE_UNUSABLE. */
  remove(name: string): void {
    try {
      this.directory.disk.unlink(this.directory.at(name));
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === undefined) throw error;
      if (errno !== 'ENOENT')
        throw new Refusal('STATE_UNUSABLE', { path: join(this.path, name), reason: errno });
    }
  }

  close(): void {
    this.directory.close();
  }
}

/** State is not kept where an agent could write it. Throws STATE_IN_WORKSPACE. */
export const refuseWithin = (state: string, { path, root: { disk } }: Workspace): void => {
  const real = resolveExisting(disk, state);
  if (real === path || real.startsWith(path + sep))
    throw new Refusal('STATE_IN_WORKSPACE', { state });
};

/** Where `path` lies, or will lie: a link in what exists of it may lead into the workspace. */
const resolveExisting = (disk: Disk, path: string): string => {
  try {
    return disk.realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(resolveExisting(disk, parent), basename(path));
  }
};
