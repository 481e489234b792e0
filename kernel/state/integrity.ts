/**
 * What SOUL.md and AGENTS.md should be at the end of a session: what the kernel loaded, and
 * what it wrote itself. A change made behind its back is therefore seen at the next boot, and at
 * every boot after it until the owner accepts it: a session that went on does not bless it.
 */
import { Refusal } from '#lib/spec/refusals.ts';
import { driftOf, keepBaseline, removedBaseline, type Watched, WATCHED } from './baseline.ts';
import type { StateHome } from './home.ts';
import type { FileText } from '#kernel/startup/read.ts';

export class Integrity {
  readonly #expected = new Map<Watched, Uint8Array>();
  readonly #drifted: Set<string>;

  /** Takes the loaded files as what is to be expected, but for those that were changed outside. */
  constructor(files: readonly FileText[], drifted: readonly string[]) {
    this.#drifted = new Set(drifted);
    for (const { file, bytes } of files) this.written(file, bytes);
  }

  /** The kernel itself wrote a file. */
  written(file: string, bytes: Uint8Array): void {
    const watched = WATCHED.find((name) => name === file);
    if (watched !== undefined) this.#expected.set(watched, bytes);
  }

  /** A human had the file written: it is as it should be, whatever it was before. */
  reconfigured(file: string): void {
    this.#drifted.delete(file);
  }

  /** Makes what is expected the baseline for the next boot. */
  keep(home: StateHome): void {
    for (const [file, bytes] of this.#expected) {
      if (!this.#drifted.has(file)) keepBaseline(home, file, bytes);
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
  }: { readonly strict: boolean; readonly notice: (section: string, text: string) => void },
): readonly string[] => {
  const watched = WATCHED.find((name) => name === file?.file);
  const removed = watched && removedBaseline(home, watched);
  const drift = watched && file && driftOf(home, path, watched, file.bytes);
  if (removed !== undefined) notice('§2.1', removed);
  if (drift === undefined) return [];
  const refusal = new Refusal('INTEGRITY_CHANGED', { ...drift, path });
  if (strict) throw refusal;
  notice(refusal.section, `${refusal.message} ${refusal.remedy}`);
  return [drift.file];
};
