/** What is known of a first boot: which instructions were taken when, and whether the flow was finished. Never their text. */
export interface TakenFile {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
}

export interface BootstrapRecord {
  readonly state: 'taken' | 'done';
  readonly bootId: string;
  /** ISO 8601, UTC: when the instructions were taken. */
  readonly takenAt: string;
  /** ISO 8601, UTC: when the flow was finished; only with `done`. */
  readonly doneAt?: string;
  readonly files: readonly TakenFile[];
}
