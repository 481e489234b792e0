/** How the schema of a database came to be, and how it is brought to the newest version. */
import type { DatabaseSync } from 'node:sqlite';
import { Refusal } from '#lib/spec/refusals.ts';

/** What a database is: its file, and how its schema came to be, a text of SQL for each version. */
export interface DatabaseForm {
  /** In its folder. */
  readonly file: string;
  /** The first makes version 1; one is only ever added. */
  readonly migrations: readonly string[];
}

/** `yamo`: what marks a file of ours, in the header of SQLite's files. */
const APPLICATION_ID = 0x79_61_6d_6f;

/** The version of a database of ours. Throws DATABASE_FOREIGN, DATABASE_NEWER. */
export const knownVersion = (
  database: DatabaseSync,
  { file, migrations }: DatabaseForm,
  { isNew }: { readonly isNew: boolean },
): number => {
  const number = (pragma: string): number =>
    Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
  if (!isNew && number('application_id') !== APPLICATION_ID)
    throw new Refusal('DATABASE_FOREIGN', { file });
  const version = number('user_version');
  const known = migrations.length;
  if (version > known) throw new Refusal('DATABASE_NEWER', { file, version, known });
  return version;
};

/** Brings a database to the newest version, all of it or nothing. Throws DATABASE_FOREIGN, DATABASE_NEWER. */
export const migrate = (
  database: DatabaseSync,
  form: DatabaseForm,
  how: { readonly isNew: boolean },
): void => {
  const known = form.migrations.length;
  if (knownVersion(database, form, how) === known) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have done it meanwhile.
    const version = knownVersion(database, form, how);
    if (version < known) {
      for (const sql of form.migrations.slice(version)) database.exec(sql);
      database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${known}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};
