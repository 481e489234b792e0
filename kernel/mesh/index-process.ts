/** The process behind an index, started when it is needed, and anew when it fails. */
import type { MeshScope } from '#lib/protocol/mesh.ts';
import { MESH_IDLE_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import type { MeshFolders } from './folders.ts';
import { MemoryWatch } from './memory-watch.ts';
import { findPackage } from './packages.ts';
import { MeshProcess } from './process.ts';
import { memoryFiles, type IndexSource } from './reader.ts';
import { chooseStore, type ChosenStore } from './stores.ts';
import { Sources } from './sync.ts';

/** Whose index it is, and how its files are read. */
export interface IndexParts {
  readonly opened: OpenWorkspace;
  readonly host: Host;
  readonly scope: MeshScope;
  /** The chat whose notes it holds, where it is one's. */
  readonly chat?: string | undefined;
  readonly reading: IndexSource;
  /** How long its process stays without a question. */
  readonly idleMs?: number;
}

/** A process with its index open, and what is known of that. */
interface Running {
  readonly process: MeshProcess;
  readonly chosen: ChosenStore;
  readonly folder: string;
  readonly known: Sources;
  readonly watch: MemoryWatch;
  /** Why an older index was moved aside; absent where it was not. */
  readonly rebuilt?: string;
}

export class IndexProcess {
  readonly #parts: IndexParts;
  readonly #folders: () => MeshFolders;
  #running: Promise<Running> | undefined;
  /** Ends it when nobody has asked for a while. */
  #idle: NodeJS.Timeout | undefined;
  #asking = 0;

  constructor(parts: IndexParts, folders: () => MeshFolders) {
    this.#parts = parts;
    this.#folders = folders;
  }

  /** Throws MESH_UNAVAILABLE, GATE_DENIED, STATE_… refusals. */
  get(): Promise<Running> {
    if (this.#running === undefined) {
      this.#running = this.#start();
      this.#running.catch(() => (this.#running = undefined));
    }
    return this.#running;
  }

  /** A process that fails is ended, and another one asked, once: an index that broke is built again by then. Throws as `get`. */
  async with<Value>(work: (running: Running) => Promise<Value>): Promise<Value> {
    this.#asking += 1;
    clearTimeout(this.#idle);
    try {
      for (let left = 1; ; left -= 1) {
        const running = await this.get();
        try {
          return await work(running);
        } catch (error) {
          if (!(error instanceof Refusal) || error.code !== 'MESH_UNAVAILABLE') throw error;
          await this.close();
          if (left === 0) throw error;
        }
      }
    } finally {
      this.#asking -= 1;
      if (this.#asking === 0) this.#endLater();
    }
  }

  #endLater(): void {
    clearTimeout(this.#idle);
    const { idleMs = MESH_IDLE_MS } = this.#parts;
    this.#idle = setTimeout(() => void (this.#asking === 0 && this.close()), idleMs).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const running = this.#running;
    this.#running = undefined;
    if (running === undefined) return;
    // One that did not start has nothing to end.
    const started = await running.catch(() => undefined);
    started?.watch.close();
    await started?.process.close();
  }

  async #start(): Promise<Running> {
    const watch = new MemoryWatch(this.#parts.opened.workspace);
    try {
      return await this.#startBeside(watch);
    } catch (error) {
      watch.close();
      throw error;
    }
  }

  async #startBeside(watch: MemoryWatch): Promise<Running> {
    const { opened, host, scope, chat, reading } = this.#parts;
    const folders = this.#folders();
    const known = new Sources();
    watch.begin();
    // Who may read no log starts nothing that has some.
    known.listed = await memoryFiles(reading);
    const folder = folders.of(scope, chat);
    const chosen = chooseStore(folders.chosen, findPackage('lancedb', host.environment));
    const { store, lancedb, native } = chosen;
    const encoder =
      host.settings.mesh.embedder === undefined
        ? undefined
        : findPackage('encoder', host.environment);
    const packages = encoder === undefined ? [] : [encoder.tree];
    const process = await MeshProcess.start({ opened, host, scope, folder, native, packages });
    try {
      const how = lancedb === undefined ? {} : { lancedb };
      const { rebuilt } = await process.ask('open', { folder, store, ...how });
      return { process, chosen, folder, known, watch, ...(rebuilt !== undefined && { rebuilt }) };
    } catch (error) {
      await process.close();
      throw error;
    }
  }
}
