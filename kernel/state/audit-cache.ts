/**
 * What earlier audits found, in the kernel's state, one file per workspace. An entry holds for a listing that
 * is the same to the last time stamp, or for the same bytes. It holds findings, which quote nothing, and no value of
 * a credential. A damaged or missing entry means that the audit is made again.
 */
import { randomBytes } from 'node:crypto';
import { Refusal } from '#lib/spec/refusals.ts';
import { isJsonObject } from '#lib/text/json.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import { StateHome } from './home.ts';

const KEY = 'key';
const KEY_BYTES = 32;

/** The result of one audit, and the three digests that say whether it still holds. */
export interface CacheEntry {
  /** Digest of everything besides the files that the result rests on. */
  readonly job: string;
  /** Digest of the listing; absent where the files were touched so lately that another change would not show. */
  readonly stat?: string;
  /** Digest of the contents. */
  readonly content: string;
  readonly result: unknown;
}

/** Results of earlier audits of one workspace; what is torn or old counts as absent. */
export class AuditCache {
  readonly #home: StateHome;

  private constructor(home: StateHome) {
    this.#home = home;
  }

  /** `undefined` where the state cannot be used: then nothing is kept, and nothing is wrong. */
  static open(stateRoot: string, disk: Disk, uid: number): AuditCache | undefined {
    try {
      return new AuditCache(StateHome.common(stateRoot, 'audit', disk, uid));
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  /** A key for where none can be kept. */
  static anyKey(): Buffer {
    return randomBytes(KEY_BYTES);
  }

  /** The key of this machine for hashes of credentials, made at the first use. */
  hashKey(): Buffer {
    try {
      const known = this.#home.read(KEY);
      if (known?.byteLength === KEY_BYTES) return known;
      const made = AuditCache.anyKey();
      this.#home.write(KEY, made);
      return made;
    } catch (error) {
      if (error instanceof Refusal) return AuditCache.anyKey();
      throw error;
    }
  }

  read(workspace: string): CacheEntry | undefined {
    try {
      return this.#home.readJson(fileOf(workspace), isEntry);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  write(workspace: string, entry: CacheEntry): void {
    try {
      this.#home.note(fileOf(workspace), JSON.stringify(entry));
    } catch (error) {
      // The disk is full, or the state is read-only: the next audit is slower, and that is all.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  close(): void {
    this.#home.close();
  }
}

const fileOf = (workspace: string): string => `${workspace}.json`;

const isEntry = (value: unknown): value is CacheEntry =>
  isJsonObject(value) && 'job' in value && 'content' in value && 'result' in value;
