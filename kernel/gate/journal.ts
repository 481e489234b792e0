/** Ring 0. What an agent asked for and what the gate answered, for the boot record. Names and sizes, never contents. */
import type { Operation } from '#lib/spec/access.ts';
import { RECORD_MAX_GATE_ENTRIES } from '#lib/spec/limits.ts';
import type { RefusalCode } from '#lib/spec/refusals.ts';

export interface GateEntry {
  readonly operation: Operation;
  readonly file: string;
  readonly answer: 'done' | RefusalCode;
  readonly bytes?: number;
  readonly sha256?: string;
}

export interface GateSummary {
  readonly asked: number;
  readonly refused: number;
  /** The first entries, one by one; all that was refused or written is counted above even if not listed. */
  readonly entries: readonly GateEntry[];
}

/** To learn that a file is not there is an answer, not a refusal. */
export const isRefusal = ({ answer }: GateEntry): boolean =>
  answer !== 'done' && answer !== 'GATE_ABSENT';

export class Journal {
  #asked = 0;
  #refused = 0;
  readonly #entries: GateEntry[] = [];
  readonly #tell: (entry: GateEntry) => void;

  /** `tell` hears every entry as it happens. */
  constructor(tell: (entry: GateEntry) => void) {
    this.#tell = tell;
  }

  note(entry: GateEntry): void {
    this.#asked += 1;
    if (isRefusal(entry)) this.#refused += 1;
    if (this.#entries.length < RECORD_MAX_GATE_ENTRIES) this.#entries.push(entry);
    this.#tell(entry);
  }

  summary(): GateSummary {
    return { asked: this.#asked, refused: this.#refused, entries: this.#entries };
  }
}
