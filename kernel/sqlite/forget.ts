/** Takes forgotten words out of a database of yamo's own: out of every text in it, its write-ahead log, and its free pages. */
import { DatabaseSync } from 'node:sqlite';
import type { Forgotten } from '#lib/memory/forgotten.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { Database } from './database.ts';
import type { DatabaseForm } from './migrate.ts';

/** Nothing where there is none. Others may have it open meanwhile. Throws DATABASE_… refusals. */
export const forgetInDatabase = (
  folder: Directory,
  form: DatabaseForm,
  uid: number,
  words: Forgotten,
): void => {
  if (!Database.check(folder, form, uid)) return;
  Database.changing(folder, form, (database) => {
    database.function('without', (text) => (typeof text === 'string' ? words.without(text) : text));
    database.exec('PRAGMA secure_delete = ON; BEGIN IMMEDIATE');
    for (const [table, column] of columnsOf(database))
      database.exec(
        `UPDATE ${table} SET ${column} = without(${column}) WHERE typeof(${column}) = 'text' AND without(${column}) <> ${column}`,
      );
    database.exec('COMMIT; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  });
};

const columnsOf = (database: DatabaseSync): readonly (readonly [table: string, column: string])[] =>
  database
    .prepare(
      `SELECT quote(m.name) AS "table", quote(c.name) AS "column" FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`,
    )
    .all()
    .map(({ table, column }) => [quoted(table), quoted(column)]);

/** A name as SQL quotes texts becomes one as it quotes names. */
const quoted = (text: unknown): string => `"${String(text).slice(1, -1)}"`;
