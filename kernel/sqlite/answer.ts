/**
 * One SELECT of a program that nobody trusts, over what it may see of databases: the rows that it may see are copied into
 * a database in memory, and that alone is asked, by statements that an authorizer lets through. There is nothing else to be
 * found in it, whatever is asked; what it costs is bounded by whoever can kill the process.
 */
import { join } from 'node:path';
import { constants, DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  DATABASE_BUSY_MS,
  QUERY_COPIED_ROWS,
  QUERY_HEAP_BYTES,
  QUERY_MAX_CHARS,
  QUERY_RESULT_MAX_CHARS,
  QUERY_ROWS,
} from '#lib/spec/limits.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import type { AskedTable, Cell, DatabaseAnswer, DatabaseQuestion } from './question.ts';

/** Throws errors of SQLite for databases that cannot be read. */
export const answerQuestion = (
  { folder, tables, readers, sql }: DatabaseQuestion,
  disk: Pick<Disk, 'lstat'>,
): DatabaseAnswer => {
  if (sql.length > QUERY_MAX_CHARS)
    return { fault: `it is longer than ${QUERY_MAX_CHARS} characters` };
  const database = new DatabaseSync(':memory:', {
    enableDoubleQuotedStringLiterals: false,
    limits: { length: VALUE_MAX_BYTES, sqlLength: 4 * QUERY_MAX_CHARS, exprDepth: 100, attach: 0 },
  });
  database.exec(
    `PRAGMA hard_heap_limit = ${QUERY_HEAP_BYTES}; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF`,
  );
  for (const table of tables) copy(database, table, { folder, readers, disk });
  database.exec('PRAGMA query_only = ON');
  const known = new Set([...tables.map(({ name }) => name), ...TABLE_FUNCTIONS]);
  database.setAuthorizer((action, one, other) =>
    isAllowed(action, one ?? '', other ?? '', known) ? constants.SQLITE_OK : constants.SQLITE_DENY,
  );
  try {
    const statement = database.prepare(sql);
    const fault = faultOf(statement, sql);
    return fault === undefined ? answerOf(statement) : { fault };
  } catch (error) {
    return { fault: `SQLite says: ${error instanceof Error ? error.message : String(error)}` };
  }
};

/** The longest text or blob that SQLite may make. */
const VALUE_MAX_BYTES = 1_000_000;

interface CopySite {
  readonly folder: string;
  readonly readers: readonly string[];
  readonly disk: Pick<Disk, 'lstat'>;
}

/** Names of tables and columns are the program's own. */
const copy = (
  database: DatabaseSync,
  { file, name, columns }: AskedTable,
  { folder, readers, disk }: CopySite,
): void => {
  const path = join(folder, file);
  const names = columns.join(', ');
  database.exec(`create table ${name} (${names})`);
  // SQLite would follow a link.
  if (disk.lstat(path)?.isFile() !== true) throw new Error(`${file} is no file`);
  const source = new DatabaseSync(path, { readOnly: true, timeout: DATABASE_BUSY_MS });
  try {
    source.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON');
    const marks = readers.map(() => '?').join(', ');
    const rows = source.prepare(
      `select ${names} from ${name} where readers in (${marks}) order by id desc limit ${QUERY_COPIED_ROWS}`,
    );
    rows.setReturnArrays(true);
    const insert = database.prepare(
      `insert into ${name} values (${columns.map(() => '?').join(', ')})`,
    );
    database.exec('BEGIN');
    for (const row of rows.iterate(...readers)) insert.run(...bindsOf(row));
    database.exec('COMMIT');
  } finally {
    source.close();
  }
};

/** With arrays returned, a row is one. */
const bindsOf = (row: unknown): readonly (string | number | bigint | null | Uint8Array)[] =>
  Array.isArray(row) ? row : [];

/** Reading of tables that were copied, and functions that only reckon. */
const isAllowed = (
  action: number,
  table: string,
  name: string,
  known: ReadonlySet<string>,
): boolean => {
  switch (action) {
    case constants.SQLITE_SELECT:
    case constants.SQLITE_RECURSIVE:
      return true;
    case constants.SQLITE_READ:
      return known.has(table);
    case constants.SQLITE_FUNCTION:
      return FUNCTIONS.has(name.toLowerCase());
    default:
      return false;
  }
};

const TABLE_FUNCTIONS = ['json_each', 'json_tree'];

const FUNCTIONS: ReadonlySet<string> = new Set(
  'abs avg char coalesce concat concat_ws count date datetime dense_rank first_value format group_concat hex ifnull iif instr json json_array_length json_extract json_type json_valid julianday lag last_value lead length like lower ltrim max min nullif printf rank replace round row_number rtrim sign strftime string_agg substr substring sum time timediff total trim typeof unicode unixepoch upper -> ->>'.split(
    ' ',
  ),
);

/** node:sqlite prepares the first statement of a text, and says nothing of the others. */
const faultOf = (statement: StatementSync, sql: string): string | undefined => {
  const rest = sql.slice(statement.sourceSQL.length).replace(/^[\s;]+$/u, '');
  if (rest !== '') return 'it is more than one statement';
  return SELECTS.test(sql) ? undefined : 'it is no SELECT';
};

/** Behind comments: an EXPLAIN gives rows, too. */
const SELECTS = /^(?:\s+|--[^\n]*\n|\/\*.*?\*\/)*(?:select|with|values)\b/isu;

const answerOf = (statement: StatementSync): DatabaseAnswer => {
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  const columns = statement.columns().map(({ name }) => name);
  const rows: (readonly Cell[])[] = [];
  let chars = 0;
  for (const row of statement.iterate()) {
    const cells = Array.isArray(row) ? row.map(cellOf) : [];
    chars += JSON.stringify(cells).length;
    if (rows.length >= QUERY_ROWS || chars > QUERY_RESULT_MAX_CHARS)
      return { columns, rows, isCut: true };
    rows.push(cells);
  }
  return { columns, rows, isCut: false };
};

const cellOf = (value: unknown): Cell => {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return value instanceof Uint8Array ? `(${value.length} bytes)` : null;
};
