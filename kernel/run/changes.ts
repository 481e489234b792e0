/** What an agent has changed and written down, as the gate lets it through (RFC-0009 §2.5, §5.1). */
import type { JournalEntry } from '#kernel/gate/journal.ts';
import { roleOf } from '#lib/workspace/role.ts';

/** So many files are named; the rest is counted. */
const NAMED_FILES = 20;

/** Hears the journal of one session. */
export class Changes {
  readonly #files = new Set<string>();
  readonly #heard = new Set<() => void>();
  #isUnsaved = false;

  /** Something was said, and nothing was written down since. */
  get isUnsaved(): boolean {
    return this.#isUnsaved;
  }

  /** The names of files that were created or replaced, in a line; empty for none. */
  get text(): string {
    const names = [...this.#files];
    const more = names.length - NAMED_FILES;
    return names.slice(0, NAMED_FILES).join(', ') + (more > 0 ? ` and ${more} more` : '');
  }

  /** `heard` is called whenever another file was changed. */
  onChange(heard: () => void): void {
    this.#heard.add(heard);
  }

  said(): void {
    this.#isUnsaved = true;
  }

  /** An answer of the gate. */
  note(entry: JournalEntry): void {
    if (entry.answer !== 'done' || entry.operation === 'command:execute') return;
    const { operation, file } = entry;
    if (operation === 'append' || (operation === 'write' && roleOf(file) === 'daily')) {
      this.#isUnsaved = false;
    } else if (operation === 'write' && !this.#files.has(file)) {
      this.#files.add(file);
      for (const heard of this.#heard) heard();
    }
  }
}

/** What the end of a session says behind its time: why, which files were changed in it (empty: none), and which boot it was. */
export const endFields = (reason: string, changed: string, bootId: string): readonly string[] => [
  'reason',
  reason,
  ...(changed === '' ? [] : ['changed', changed]),
  'boot',
  bootId,
];
