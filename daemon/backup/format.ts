/**
 * The file of a backup: a tar, so that whoever has lost yamo still gets at his files. Its first entry says what it is, its
 * last one how many entries there are and the digest of them all, so that a file that was cut or changed is found out.
 */
import { createHash, type Hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type GuardedBy, isInteger, isString, objectOf, oneOf } from '#lib/guard.ts';
import { BACKUP_CHUNK_BYTES } from '#lib/spec/limits.ts';
import type { Disk } from '#kernel/fs/disk.ts';

/** What changes when an older yamo cannot read it any more. */
export const FORMAT = 1;
/** The first entry. */
export const FIRST_ENTRY = 'yamo-backup.json';
/** The last one. */
export const LAST_ENTRY = 'yamo-backup-end.json';

export const isManifest = objectOf(
  {
    format: oneOf(FORMAT),
    /** The version of yamo that wrote it. */
    yamo: isString,
    /** ISO 8601, UTC. */
    at: isString,
  },
  { layout: oneOf('nexus') },
);
/** What the last entry says. */
export const isEnd = objectOf({ entries: isInteger, sha256: isString });

/** What a backup says of itself. */
export type BackupManifest = Omit<GuardedBy<typeof isManifest>, 'format'>;

/** What an entry is, before its bytes. */
export interface EntryHead {
  /** With `/`, without one at its end. */
  readonly name: string;
  readonly type: 'file' | 'directory';
  readonly mode: number;
  /** In bytes; 0 for a folder. */
  readonly size: number;
  /** What else is known of it. */
  readonly facts?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds since 1970; for other programs that unpack it. */
  readonly modifiedMs?: number;
}

/** The digest of entries, the last one aside. */
export class Sums {
  readonly #hash: Hash = createHash('sha256');
  #entries = 0;

  begin({ name, type, mode, size, facts = {} }: EntryHead): void {
    this.#entries += 1;
    this.#hash.update(`${JSON.stringify([name, type, mode, size, facts])}\n`);
  }

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
  }

  end(): GuardedBy<typeof isEnd> {
    return { entries: this.#entries, sha256: this.#hash.copy().digest('hex') };
  }
}

/** What `fd` holds from its beginning, as far as it goes, `most` bytes at most. Throws the error of the call. */
export function* chunksFrom(disk: Disk, fd: number, most = Infinity): Generator<Uint8Array> {
  for (let at = 0; at < most;) {
    const into = Buffer.allocUnsafe(Math.min(BACKUP_CHUNK_BYTES, most - at));
    const count = disk.read(fd, into, 0, at);
    if (count === 0) return;
    at += count;
    yield into.subarray(0, count);
  }
}

/** Lets signals come in between. Throws what ends this one. */
export const attentive = async (signal: AbortSignal): Promise<void> => {
  await setImmediate();
  signal.throwIfAborted();
};

/** Streams of bytes have no other type. */
export async function* asBytes(
  from: AsyncIterable<unknown>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of from) if (chunk instanceof Uint8Array) yield chunk;
}
