/** What the process that answers questions to databases is asked, and what it answers. */

/** A table of which the newest rows may be asked, and by whom. */
export interface AskedTable {
  /** Its database, in the folder. */
  readonly file: string;
  readonly name: string;
  /** Those that may be seen. */
  readonly columns: readonly string[];
}

export interface DatabaseQuestion {
  /** Of the databases, a path. */
  readonly folder: string;
  readonly tables: readonly AskedTable[];
  /** What the column `readers` of a row must be, for it to be seen. */
  readonly readers: readonly string[];
  readonly sql: string;
}

/** Rows, or why there are none, as the end of a sentence. */
export type DatabaseAnswer =
  | {
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Cell[])[];
      readonly isCut: boolean;
    }
  | { readonly fault: string };

/** What a row holds; of bytes it is told how many they are, and a number that JSON has not is a text. */
export type Cell = string | number | null;
