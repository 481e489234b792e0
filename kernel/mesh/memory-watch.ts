/**
 * Whether memory may have changed since its files were compared (RFC-0009 §5.4), so that an answer need not look at a thousand
 * logs. Linux says of each change in a folder before the call that made it returns; what it does not say of (another
 * machine on a network disk, a second name of a file elsewhere) the next comparison finds, a few seconds later at most.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MESH_COMPARE_MS } from '#lib/spec/limits.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import { inArchive } from '#kernel/memory/archive.ts';
import { type Watching, watchFolder } from '#kernel/process/watch.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';

/** Elsewhere the system tells of changes some time after them. */
const IS_TOLD_AT_ONCE = process.platform === 'linux';

export class MemoryWatch {
  readonly #workspace: Workspace;
  /** By the identity of the folder: one that has taken the name of another is watched anew. */
  readonly #watched = new Map<string, Watching>();
  #begun = -Infinity;
  /** All was compared since then. */
  #isCompared = false;
  #isWatched = false;
  #hasChanged = false;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /**
   * What changes from now on is noticed: called before files are compared. What it gives is called when what had changed
   * was taken over, and is void if another comparison has begun meanwhile.
   */
  begin(): () => void {
    const begun = performance.now();
    this.#begun = begun;
    this.#isCompared = false;
    this.#hasChanged = false;
    this.#isWatched = IS_TOLD_AT_ONCE && this.#watchAll();
    return () => {
      if (this.#begun === begun) this.#isCompared = true;
    };
  }

  /** What had changed when it began was taken over. */
  get isCompared(): boolean {
    return this.#isCompared;
  }

  /** Nothing has changed since it began, as far as can be told. */
  async isQuiet(): Promise<boolean> {
    if (!this.#isWatched) return false;
    if (performance.now() - this.#begun > MESH_COMPARE_MS) return false;
    // What has happened is told when the system is asked next: once between two turns.
    await nextTurn();
    await nextTurn();
    return !this.#hasChanged;
  }

  close(): void {
    for (const watching of this.#watched.values()) watching.close();
    this.#watched.clear();
    this.#isWatched = false;
  }

  #watchAll(): boolean {
    const { root } = this.#workspace;
    const wanted = new Set<string>();
    try {
      this.#watch(root, wanted);
      const memory = this.#workspace.memory();
      if (memory !== undefined) this.#watch(memory, wanted);
      inArchive(this.#workspace, (archive) => this.#watch(archive, wanted));
    } catch (error) {
      // The limit of watches, or a folder that is none: then everything is compared each time.
      if (errnoOf(error) === undefined) throw error;
      return false;
    }
    for (const [name, watching] of this.#watched)
      if (!wanted.has(name)) {
        watching.close();
        this.#watched.delete(name);
      }
    return true;
  }

  #watch(directory: Directory, wanted: Set<string>): void {
    const { dev, ino } = directory.disk.fstat(directory.fd);
    const name = `${dev} ${ino}`;
    wanted.add(name);
    if (this.#watched.has(name)) return;
    const changed = (): void => void (this.#hasChanged = true);
    const lost = (): void => {
      this.#watched.get(name)?.close();
      this.#watched.delete(name);
      this.#hasChanged = true;
    };
    this.#watched.set(name, watchFolder(directory.at('.'), changed, lost));
  }
}
