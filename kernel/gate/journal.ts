/** Ring 0. What an agent asked for and what the gate answered, for the boot record. Names and sizes, never contents. */
import type { Operation } from '#lib/spec/access.ts';
import { RECORD_MAX_GATE_ENTRIES } from '#lib/spec/limits.ts';
import type { RefusalCode } from '#lib/spec/refusals.ts';

interface GateEntry {
  readonly operation: Operation;
  readonly file: string;
  readonly answer: 'done' | RefusalCode;
  readonly bytes?: number;
  readonly sha256?: string;
}

/** A command that an agent asked for, and how it ended. The line without credentials, cut; never what it printed. */
export interface CommandEntry {
  readonly operation: 'command:execute';
  readonly command: string;
  /** Of the whole line, without credentials. */
  readonly sha256: string;
  readonly answer: 'done' | RefusalCode;
  readonly exit?: number;
  readonly signal?: string;
  /** Who ended it before its own end. */
  readonly endedBy?: string;
  /** What it printed. */
  readonly bytes?: number;
  readonly ms?: number;
}

/** Something that an agent asked for, and what came of it. */
export type JournalEntry = GateEntry | CommandEntry;

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
  withheld(): void {
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
