/** What an agent asked for in a session and what came of it, in numbers and one by one, for the boot record. */
import { RECORD_MAX_GATE_ENTRIES } from '#lib/spec/limits.ts';
import type { JournalEntry } from '#kernel/gate/journal.ts';

/** The journal in numbers, for the boot record. */
export interface GateSummary {
  readonly asked: number;
  readonly refused: number;
  /** What was read or said and not passed on: private lines, credentials; absent for none. */
  readonly withheld?: number;
  /** The first entries, one by one; all that was refused or written is counted above even if not listed. */
  readonly entries: readonly JournalEntry[];
}

/** To learn that a file is not there is an answer, not a refusal. */
export const isRefusal = ({ answer }: JournalEntry): boolean =>
  answer !== 'done' && answer !== 'GATE_ABSENT';

/** What the agent asked for in this session, and what came of it, for the record. */
export class Journal {
  #asked = 0;
  #refused = 0;
  #withheld = 0;
  readonly #entries: JournalEntry[] = [];
  readonly #tell: (entry: JournalEntry) => void;

  /** `tell` hears every entry as it happens. */
  constructor(tell: (entry: JournalEntry) => void) {
    this.#tell = tell;
  }

  note(entry: JournalEntry): void {
    this.#asked += 1;
    if (isRefusal(entry)) this.#refused += 1;
    if (this.#entries.length < RECORD_MAX_GATE_ENTRIES) this.#entries.push(entry);
    this.#tell(entry);
  }

  /** Something that was read or said was not passed on. */
  redacted(): void {
    this.#withheld += 1;
  }

  summary(): GateSummary {
    return {
      asked: this.#asked,
      refused: this.#refused,
      ...(this.#withheld > 0 && { withheld: this.#withheld }),
      entries: this.#entries,
    };
  }
}
