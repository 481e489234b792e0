/**
 * What the watched files should be at the end of a session: what the kernel loaded, and
 * what it wrote itself. A change made behind its back is therefore seen at the next boot, and at
 * every boot after it until the owner accepts it: a session that went on does not bless it.
 */
import { Refusal } from '#lib/spec/refusals.ts';
import { driftOf, keepBaseline, ownKey, removedBaseline, type WatchKey } from './baseline.ts';
import type { StateHome } from './home.ts';
import type { FileText } from '#kernel/startup/read.ts';

export class Integrity {
  readonly #expected = new Map<string, Uint8Array>();
  readonly #drifted: Set<string>;
  readonly #keyOf: WatchKey;

  /** Takes the loaded files as what is to be expected, but for those that were changed outside. */
  constructor(files: readonly FileText[], drifted: readonly string[], keyOf = ownKey) {
    this.#drifted = new Set(drifted);
    this.#keyOf = keyOf;
    for (const { file, bytes } of files) this.written(file, bytes);
  }

  /** The kernel itself wrote a file. */
  written(file: string, bytes: Uint8Array): void {
    if (this.#keyOf(file) !== undefined) this.#expected.set(file, bytes);
  }

  /** A human had the file written: it is as it should be, whatever it was before. */
  reconfigured(file: string): void {
    this.#drifted.delete(file);
  }

  /** Makes what is expected the baseline for the next boot. */
  keep(home: StateHome): void {
    for (const [file, bytes] of this.#expected) {
      const key = this.#keyOf(file);
      if (key !== undefined && !this.#drifted.has(file)) keepBaseline(home, key, bytes);
    }
  }
}

/**
 * Tells of a change made outside yamo since the last main session; returns the name of the file if
 * there is one. Throws INTEGRITY_CHANGED in strict mode.
 */
export const reportDrift = (
  home: StateHome,
  path: string,
  file: FileText | undefined,
  {
    strict,
    notice,
    keyOf = ownKey,
  }: {
    readonly strict: boolean;
    readonly notice: (section: string, text: string) => void;
    readonly keyOf?: WatchKey;
  },
): readonly string[] => {
  const watched = file === undefined ? undefined : keyOf(file.file);
  const removed = watched && removedBaseline(home, watched);
  const drift =
    watched === undefined || file === undefined
      ? undefined
      : driftOf(home, path, watched, file.bytes);
  if (removed !== undefined) notice('§2.1', removed);
  if (drift === undefined) return [];
  const refusal = new Refusal('INTEGRITY_CHANGED', { ...drift, path });
  if (strict) throw refusal;
  notice(refusal.section, `${refusal.message} ${refusal.remedy}`);
  return [drift.file];
};
