/** What took the place of which entry of MEMORY.md, as the journal of now knows it (RFC-0009 §5.3). What was taken back does not count. */
import { type Supersession, supersessionsIn } from '#lib/memory/superseded.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { type ChangeEntry, MemoryJournal, withUndone } from './journal.ts';

export class Superseded {
  readonly #home: StateHome;
  /** An entry that is done changes no more. */
  readonly #done = new Map<number, ChangeEntry>();

  constructor(home: StateHome) {
    this.#home = home;
  }

  /** Throws STATE_UNUSABLE, STATE_DAMAGED. */
  now(): readonly Supersession[] {
    const journal = MemoryJournal.peek(this.#home);
    if (journal === undefined) return [];
    try {
      const entries = journal.ids().flatMap((id) => this.#entry(journal, id) ?? []);
      return supersessionsIn(
        withUndone(entries).flatMap(({ entry, isUndone }) => (isUndone ? [] : [entry])),
      );
    } finally {
      journal.close();
    }
  }

  #entry(journal: MemoryJournal, id: number): ChangeEntry | undefined {
    const entry = this.#done.get(id) ?? journal.entry(id);
    if (entry?.state !== 'done') return undefined;
    this.#done.set(id, entry);
    return entry;
  }
}
