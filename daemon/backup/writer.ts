/** Writing the file of a backup, entry by entry. */
import { once } from 'node:events';
import { pack } from 'tar-stream';
import { writeAll } from '#kernel/fs/bytes.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import {
  asBytes,
  attentive,
  type BackupManifest,
  type EntryHead,
  FIRST_ENTRY,
  FORMAT,
  LAST_ENTRY,
  Sums,
} from './format.ts';

type Chunks = Iterable<Uint8Array>;

/** A backup that is written, entry by entry. */
export class ArchiveWriter {
  readonly #pack = pack();
  readonly #sums = new Sums();
  readonly #written: Promise<void>;
  readonly #signal: AbortSignal;
  /** Why it cannot be written. */
  #failure: unknown;

  /** Writes to `fd`, which the caller closes, until `signal` ends it. */
  constructor(disk: Disk, fd: number, signal: AbortSignal) {
    this.#signal = signal;
    this.#written = this.#drain(disk, fd);
    this.#written.catch(() => undefined);
  }

  /** Throws the error of the call. */
  begin(manifest: BackupManifest): Promise<void> {
    return this.#json(FIRST_ENTRY, { format: FORMAT, ...manifest });
  }

  /** `chunks` are as many bytes as its size says. Throws what they throw, the error of the call, and what ends the signal. */
  async add(head: EntryHead, chunks: Chunks = []): Promise<void> {
    try {
      await this.#add(head, chunks);
    } catch (error) {
      // What could not be written is why an entry is given up.
      throw this.#failure ?? error;
    }
  }

  async #add(head: EntryHead, chunks: Chunks): Promise<void> {
    const { name, type, mode, size, facts, modifiedMs = Date.now() } = head;
    const done = Promise.withResolvers<void>();
    done.promise.catch(() => undefined);
    const mtime = new Date(modifiedMs);
    const entry = this.#pack.entry({ name, type, mode, size, mtime, pax: facts }, (error) =>
      error ? done.reject(error) : done.resolve(),
    );
    entry.on('error', () => undefined);
    this.#sums.begin(head);
    for (const chunk of chunks) {
      await attentive(this.#signal);
      this.#sums.add(chunk);
      if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), done.promise]);
    }
    entry.end(null);
    await done.promise;
  }

  /** Now it is whole. Throws the error of the call. */
  async end(): Promise<void> {
    await this.#json(LAST_ENTRY, this.#sums.end());
    this.#pack.finalize();
    await this.#written;
  }

  #json(name: string, value: object): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
    return this.add({ name, type: 'file', mode: 0o600, size: bytes.byteLength }, [bytes]);
  }

  async #drain(disk: Disk, fd: number): Promise<void> {
    for await (const chunk of asBytes(this.#pack))
      try {
        writeAll(disk, fd, chunk);
      } catch (error) {
        this.#failure = error;
        throw error;
      }
  }
}
