/** A row of a table of refusals. */
export interface RefusalRow {
  readonly section: string;
  /** 1: refused by a rule, 3: settings, 4: workspace or machine. */
  readonly exit: 1 | 3 | 4;
  /** What happened. `{names}` are facts. */
  readonly what: string;
  readonly remedy: string;
  /** Holds whatever the cause is, whose own cure stands before it; any other gives way to that. */
  readonly stays?: true;
}
