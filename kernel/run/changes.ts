/** What an agent has changed and written down, as the gate lets it through (RFC-0009 §2.5, §5.1). */
import type { JournalEntry } from '#kernel/gate/journal.ts';
import { roleOf } from '#lib/workspace/role.ts';
import type { Talk } from '#lib/memory/written-down.ts';

/** So many files are named; the rest is counted. */
const NAMED_FILES = 20;

/** So much of what was said last is kept, to be compared with what was written down. */
const TALK_MAX = 1000;
const TALK_MAX_CHARS = 4000;

/** Hears the journal of one session. */
export class Changes {
  readonly #files = new Set<string>();
  readonly #heard = new Set<() => void>();
  readonly #talk: Talk[] = [];

  /** What was said and what was written down, in their order. */
  get talk(): readonly Talk[] {
    return this.#talk;
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

  /** The human, or the clock, has said something. */
  said(text: string): void {
    this.#add({ is: 'turn', text });
  }

  /** The agent has added lines to the log. */
  noted(text: string): void {
    this.#add({ is: 'note', text });
  }

  #add({ is, text }: Talk): void {
    this.#talk.push({ is, text: text.slice(0, TALK_MAX_CHARS) });
    if (this.#talk.length > TALK_MAX) this.#talk.shift();
  }

  /** An answer of the gate. */
  note(entry: JournalEntry): void {
    if (entry.answer !== 'done' || entry.operation === 'command:execute') return;
    const { operation, file } = entry;
    if (operation !== 'write' || roleOf(file) === 'daily' || this.#files.has(file)) return;
    this.#files.add(file);
    for (const heard of this.#heard) heard();
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
