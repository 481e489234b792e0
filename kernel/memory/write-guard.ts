/** What a session's gate hands its writes of MEMORY.md to (RFC-0009 §5.3). Loaded with the first of them: no start writes it. */
import type { Retain } from '#kernel/gate/ports.ts';
import type { Changing } from './change.ts';
import type { MemoryWrites } from './writes.ts';

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
  readonly before = async (file: string): Promise<Retain | undefined> =>
    file === 'MEMORY.md' ? (await this.writes()).retain : undefined;
}
