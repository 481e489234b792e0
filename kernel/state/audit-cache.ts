/**
 * What earlier audits found, in the kernel's state, one file per workspace. An entry holds for a listing that
 * is the same to the last time stamp, or for the same bytes. It holds findings, which quote nothing, and no value of
 * a credential. A damaged or missing entry means that the audit is made again.
 */
import { randomBytes } from 'node:crypto';
import { Refusal } from '#lib/spec/refusals.ts';
import type { GuardedBy } from '#lib/guard.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import { StateHome } from './home.ts';
import { STATE } from './kinds.ts';
import type { isCacheEntry } from './shapes.ts';
import { stateOf } from './store.ts';

const KEY_BYTES = 32;

/** The result of one audit, and the three digests that say whether it still holds. */
export type CacheEntry = GuardedBy<typeof isCacheEntry>;

/** Results of earlier audits of one workspace; what is torn or old counts as absent. */
export class AuditCache {
  readonly #home: StateHome<'audit'>;

  private constructor(home: StateHome<'audit'>) {
    this.#home = home;
  }

  /** `undefined` where the state cannot be used: then nothing is kept, and nothing is wrong. */
  static open(stateRoot: string, disk: Disk, uid: number): AuditCache | undefined {
    try {
      return new AuditCache(StateHome.common('audit', stateRoot, { disk, uid }));
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
      const known = stateOf(this.#home).read(STATE.auditKey);
      if (known?.byteLength === KEY_BYTES) return known;
      const made = AuditCache.anyKey();
      stateOf(this.#home).write(STATE.auditKey, made);
      return made;
    } catch (error) {
      if (error instanceof Refusal) return AuditCache.anyKey();
      throw error;
    }
  }

  read(workspace: string): CacheEntry | undefined {
    try {
      return stateOf(this.#home).read(STATE.audit, workspace);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  write(workspace: string, entry: CacheEntry): void {
    try {
      stateOf(this.#home).write(STATE.audit, entry, workspace);
    } catch (error) {
      // The disk is full, or the state is read-only: the next audit is slower, and that is all.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  close(): void {
    this.#home.close();
  }
}
