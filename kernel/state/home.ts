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
import type { Place } from './kinds.ts';

/** The name of a workspace's folder in the state. */
export const stateKey = ({ dev, ino, birthtimeNs }: Stat): string =>
  [dev, ino, birthtimeNs].map((part) => part.toString(36)).join('-');

/** What to throw where a system call on the state failed; else the error itself. */
export const unusable = (error: unknown, path: string): unknown =>
  asRefusal(error, (reason) => new Refusal('STATE_UNUSABLE', { path, reason }));

const STATE_KEY = /^[\da-z]+-[\da-z]+-[\da-z]+$/;

const namesIn = (disk: Disk, path: string): readonly string[] => {
  try {
    return disk.readdir(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw unusable(error, path);
  }
};

/** Is there anything of this name? Throws STATE_UNUSABLE. */
export const isThere = (disk: Disk, path: string): boolean => {
  try {
    return disk.lstat(path) !== undefined;
  } catch (error) {
    throw unusable(error, path);
  }
};

/** As much of a workspace as says which state is its own. */
export interface Pinned {
  readonly root: { readonly disk: Disk };
  readonly stat: Stat;
}

/** Whose state it is, and by which disk it is reached. */
export interface Accessor {
  readonly disk: Disk;
  readonly uid: number;
}

/** A damaged state file that was moved out of the way, and what is lost with it. */
export interface SetAside {
  /** Where it lies now. */
  readonly path: string;
  readonly loss: string;
}

/** A folder of the state, mode 0700: that in which the kernel remembers one workspace, or another place. */
export class StateHome<At extends Place = 'workspace'> {
  readonly place: At;
  readonly path: string;
  readonly directory: Directory;
  /** Whose it is. */
  readonly uid: number;
  readonly #setAside: SetAside[] = [];

  private constructor(place: At, path: string, directory: Directory, uid: number) {
    this.place = place;
    this.path = path;
    this.directory = directory;
    this.uid = uid;
  }

  get disk(): Disk {
    return this.directory.disk;
  }

  /** Opens the state of `workspace`, creating it. Throws STATE_IN_WORKSPACE, STATE_UNUSABLE. */
  static open(root: string, workspace: Workspace, uid: number): StateHome {
    const { disk } = workspace.root;
    refuseWithin(root, workspace);
    return StateHome.#made('workspace', join(root, stateKey(workspace.stat)), { disk, uid });
  }

  /** Another place of the state below `root`, created if it is missing; its folder is called so. Throws STATE_UNUSABLE. */
  static common<At extends Place>(
    place: At,
    root: string,
    by: Accessor,
    folder: string = place,
  ): StateHome<At> {
    return StateHome.#made(place, join(root, folder), by);
  }

  /** Runs `work` on such a place, and closes it. Throws STATE_UNUSABLE. */
  static within<At extends Place, Value>(
    place: At,
    root: string,
    by: Accessor,
    work: (home: StateHome<At>) => Value,
    folder: string = place,
  ): Value {
    const home = StateHome.common(place, root, by, folder);
    try {
      return work(home);
    } finally {
      home.close();
    }
  }

  /** The state of `workspace` if there is any; creates nothing. Throws STATE_UNUSABLE. */
  static peek(root: string, { root: { disk }, stat }: Pinned, uid: number): StateHome | undefined {
    const path = join(root, stateKey(stat));
    return isThere(disk, path) ? StateHome.#opened('workspace', path, { disk, uid }) : undefined;
  }

  /** The state of each workspace in turn, open until the next one is asked for. Throws STATE_UNUSABLE. */
  static *each(root: string, disk: Disk, uid: number): Generator<StateHome> {
    for (const name of namesIn(disk, root).filter((one) => STATE_KEY.test(one))) {
      const home = StateHome.#opened('workspace', join(root, name), { disk, uid });
      try {
        yield home;
      } finally {
        home.close();
      }
    }
  }

  /**
   * Removes what a killed kernel left half-written in a place of the state, if it is there; the caller holds the write
   * lock. Returns how many files. Throws STATE_UNUSABLE, errors of calls.
   */
  static sweep(place: Place, root: string, by: Accessor, folder: string = place): number {
    return isThere(by.disk, join(root, folder))
      ? StateHome.within(place, root, by, (home) => sweepTemporaries(home.directory), folder)
      : 0;
  }

  static #made<At extends Place>(place: At, path: string, by: Accessor): StateHome<At> {
    try {
      makePrivate(by.disk, path);
    } catch (error) {
      throw unusable(error, path);
    }
    return StateHome.#opened(place, path, by);
  }

  static #opened<At extends Place>(
    place: At,
    path: string,
    { disk, uid }: Accessor,
  ): StateHome<At> {
    let directory: Directory;
    let stat: Stat;
    try {
      directory = Directory.open(disk, path);
      stat = disk.fstat(directory.fd);
    } catch (error) {
      throw unusable(error, path);
    }
    const reason =
      stat.uid !== BigInt(uid)
        ? `it belongs to uid ${stat.uid}`
        : (stat.mode & 0o077n) === 0n
          ? undefined
          : 'others can open it';
    if (reason === undefined) return new StateHome(place, path, directory, uid);
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
      if (errnoOf(error) === 'ENOENT') return undefined;
      throw unusable(error, join(this.path, name));
    }
  }

  /** Moves a damaged state file out of the way; an older one that lies there is replaced. Throws STATE_UNUSABLE. */
  setAside(name: string, loss: string): void {
    const { disk } = this.directory;
    try {
      disk.rename(this.directory.at(name), this.directory.at(`${name}.damaged`));
    } catch (error) {
      throw unusable(error, join(this.path, name));
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
      throw unusable(error, join(this.path, name));
    }
  }

  /** Writes a small state file in place, for what matters only until this process ends. Throws STATE_UNUSABLE. */
  note(name: string, bytes: Uint8Array): void {
    const { disk } = this.directory;
    try {
      const fd = disk.open(this.directory.at(name), OPEN.note, 0o600);
      try {
        // Not emptied first: who is killed in between leaves the old note or the new one.
        writeAll(disk, fd, bytes);
        disk.ftruncate(fd, bytes.byteLength);
      } finally {
        disk.close(fd);
      }
    } catch (error) {
      throw unusable(error, join(this.path, name));
    }
  }

  /** Removes a state file if it is there. Throws STATE_UNUSABLE. */
  remove(name: string): void {
    try {
      this.directory.disk.unlink(this.directory.at(name));
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw unusable(error, join(this.path, name));
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
