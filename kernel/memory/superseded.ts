/** What took the place of which entry of MEMORY.md, as the journal of now knows it (RFC-0009 §5.3). What was taken back does not count. */
import { type Supersession, supersessionsIn } from '#lib/memory/superseded.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { MemoryJournal, withUndone } from './journal.ts';

/** What was replaced, and why that is not known where an entry of the journal is damaged, as a sentence. */
interface Replaced {
  readonly known: readonly Supersession[];
  readonly note?: string;
}

export class Superseded {
  readonly #home: StateHome;
  /** What the journal said when its folder was last as it is now. */
  #read: { readonly stamp: string | undefined; readonly replaced: Replaced } | undefined;

  constructor(home: StateHome) {
    this.#home = home;
  }

  /** Where one entry cannot be read nothing counts as replaced: it may be what takes another one back. Throws STATE_UNUSABLE. */
  now(): Replaced {
    const journal = MemoryJournal.peek(this.#home);
    if (journal === undefined) return { known: [] };
    try {
      const stamp = journal.stamp();
      if (stamp === undefined || stamp !== this.#read?.stamp)
        this.#read = { stamp, replaced: replacedIn(journal) };
      return this.#read.replaced;
    } finally {
      journal.close();
    }
  }
}

const replacedIn = (journal: MemoryJournal): Replaced => {
  try {
    const done = journal.list().filter(({ state }) => state === 'done');
    return {
      known: supersessionsIn(
        withUndone(done).flatMap(({ entry, isUndone }) => (isUndone ? [] : [entry])),
      ),
    };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'STATE_DAMAGED') throw error;
    const note = `What curation has replaced is not marked: ${error.message} ${error.remedy}`;
    return { known: [], note };
  }
};
