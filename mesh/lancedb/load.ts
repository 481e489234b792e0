/** LanceDB, which a user installs by choice: loaded here and nowhere else, from where the kernel found it. */
import { createRequire } from 'node:module';
import process from 'node:process';
import type * as arrow from 'apache-arrow';
import type * as lancedb from '@lancedb/lancedb';

/** The package, and the one whose tables it takes. */
export interface Native {
  readonly lancedb: typeof lancedb;
  readonly arrow: typeof arrow;
}

/** One that is open. */
export interface LanceDatabase {
  readonly native: Native;
  readonly connection: lancedb.Connection;
  /** Where its tables lie, each in a folder. */
  readonly folder: string;
}

/** `entry`: a file of the package. Throws the error of Node where it cannot be loaded. */
export const loadNative = (entry: string): Native => {
  // It looks at it once, when it is loaded, and prints names and queries otherwise.
  process.env['LANCEDB_LOG'] = 'error';
  const load = createRequire(entry);
  return { lancedb: load('@lancedb/lancedb'), arrow: load('apache-arrow') };
};
