/** What a session's gate hands its writes of MEMORY.md to (RFC-0009 §5.3). Loaded with the first of them: no start writes it. */
import type { Changing } from './change.ts';
import type { MemoryWrites } from './writes.ts';

/** Before a write of MEMORY.md, under its lock; returns what is to be called after it. Throws MEMORY_LOSS, STATE_… refusals. */
export type Keep = MemoryWrites['keep'];

/** The writes of one session. */
export class MemoryWriteGuard {
  readonly #changing: Changing;
  #writes: Promise<MemoryWrites> | undefined;

  constructor(changing: Changing) {
    this.#changing = changing;
  }

  writes(): Promise<MemoryWrites> {
    this.#writes ??= import('./writes.ts').then(
      ({ MemoryWrites: Writes }) => new Writes(this.#changing),
    );
    return this.#writes;
  }

  /** What the gate asks before it writes `file`. */
  readonly before = async (file: string): Promise<Keep | undefined> =>
    file === 'MEMORY.md' ? (await this.writes()).keep : undefined;
}
