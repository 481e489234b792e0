/**
 * Writes of MEMORY.md through the gate (RFC-0009 §5.3): one that would lose most of it is refused once and explained,
 * whoever makes it; each stands in the journal before it is made.
 */
import { Refusal } from '#lib/spec/refusals.ts';
import { lossOf } from '#lib/memory/loss.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import type { Retain } from '#kernel/gate/ports.ts';
import { type Changing, noteChange } from './change.ts';
import { utf8Of } from './found.ts';
import type { JournalNote, MemoryChange } from './journal.ts';
import { MEMORY } from './kept.ts';

/** What a change is called in the journal; its time is that of the write. */
export type WriteNote = Omit<JournalNote, 'at'>;

/** The writes of one session, or of one command. */
export class MemoryWrites {
  readonly #changing: Changing;
  /** Texts whose loss was explained, by their hashes. */
  readonly #explained = new Set<string>();
  readonly #consent: boolean;
  #note: WriteNote | undefined;
  #written: MemoryChange | undefined;

  /** `consent`: the owner wants also what loses most of it. */
  constructor(changing: Changing, { consent = false }: { readonly consent?: boolean } = {}) {
    this.#changing = changing;
    this.#consent = consent;
  }

  /** The last change that was made and journaled. */
  get written(): MemoryChange | undefined {
    return this.#written;
  }

  /** What `work` writes is journaled as this, also where it takes nothing out. */
  async as<Value>(note: WriteNote, work: () => Promise<Value>): Promise<Value> {
    this.#note = note;
    try {
      return await work();
    } finally {
      this.#note = undefined;
    }
  }

  /** Before the write, under its lock; returns what is to be called after it. Throws MEMORY_LOSS, STATE_… refusals. */
  readonly retain: Retain = (before, after) => {
    if (before !== undefined && Buffer.from(before).equals(after)) return undefined;
    const { lost, lines, isMost } = lossOf(utf8Of(before), utf8Of(after));
    const hash = before === undefined ? '' : sha256(before);
    if (isMost && !this.#consent && !this.#explained.has(hash)) {
      this.#explained.add(hash);
      throw new Refusal('MEMORY_LOSS', { lost, lines });
    }
    const note = { kind: 'write', ...this.#note, at: new Date().toISOString() } as const;
    const change = { file: MEMORY, before, after };
    const done = noteChange(this.#changing, note, [change]);
    return () => {
      this.#written = change;
      done();
    };
  };
}
