/** What a mutant is. */
export interface Mutant {
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly text: string;
  readonly becomes: string;
  /** What is wrong then. */
  readonly breaks: string;
  /** One of them has to fail. */
  readonly tests: readonly string[];
}

/** What is changed in one file, and seen by the same tests. */
export interface Changes {
  readonly file: string;
  readonly tests: readonly string[];
  readonly changes: readonly (readonly [breaks: string, text: string, becomes: string])[];
}
