/**
 * The one way to put rows into a table, to change and to remove them. kysely drops what is `undefined` before anybody sees it: a new
 * row gets the default instead, an old one keeps what it had. Here that does not compile, and is refused at run time.
 */
import {
  type Insertable,
  type Kysely,
  type QueryExecutorProvider,
  type RawBuilder,
  type Selectable,
  sql,
  type UpdateType,
} from 'kysely';

type TableOf<Tables> = keyof Tables & string;

/** Columns with the values that they get. */
type Changes<Table> = { readonly [Column in keyof Table]?: UpdateType<Table[Column]> };

/** Adds a row. Returns its number. Throws DATABASE_… refusals, and what SQLite says of a constraint. */
export const insert = async <Tables, Table extends TableOf<Tables>>(
  queries: Kysely<Tables>,
  table: Table,
  row: Insertable<Tables[Table]>,
): Promise<number> => Number((await inserted(queries, table, row, sql``)).insertId);

/** Adds a row, unless there is one that it may not stand beside. Was it added? Throws as `insert`. */
export const insertIfMissing = async <Tables, Table extends TableOf<Tables>>(
  queries: Kysely<Tables>,
  table: Table,
  row: Insertable<Tables[Table]>,
): Promise<boolean> =>
  (await inserted(queries, table, row, sql` on conflict do nothing`)).numAffectedRows === 1n;

/** Changes the rows of which `where` holds, `null` for none. Returns how many. Throws as `insert`. */
export const update = async <Tables, Table extends TableOf<Tables>>(
  queries: Kysely<Tables>,
  table: Table,
  where: Partial<Selectable<Tables[Table]>>,
  changes: Changes<Tables[Table]>,
): Promise<number> => {
  const changed = valuesOf(table, changes).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { numAffectedRows } =
    await sql`update ${sql.table(table)} set ${sql.join(changed)} where ${heldIn(table, where)}`.execute(
      queries,
    );
  return Number(numAffectedRows ?? 0n);
};

/** Removes the rows of which `where` holds, `null` for none. Returns how many. Throws as `insert`. */
export const removeRows = async <Tables, Table extends TableOf<Tables>>(
  queries: Kysely<Tables>,
  table: Table,
  where: Partial<Selectable<Tables[Table]>>,
): Promise<number> => {
  const { numAffectedRows } =
    await sql`delete from ${sql.table(table)} where ${heldIn(table, where)}`.execute(queries);
  return Number(numAffectedRows ?? 0n);
};

const heldIn = (table: string, where: object): RawBuilder<unknown> =>
  sql.join(
    valuesOf(table, where).map(([name, value]) => sql`${sql.ref(name)} is ${value}`),
    sql` and `,
  );

const inserted = (
  queries: QueryExecutorProvider,
  table: string,
  row: object,
  conflict: RawBuilder<unknown>,
) => {
  const values = valuesOf(table, row);
  const names = sql.join(values.map(([name]) => sql.ref(name)));
  return sql`insert into ${sql.table(table)} (${names}) values (${sql.join(values.map(([, value]) => value))})${conflict}`.execute(
    queries,
  );
};

/** Throws a TypeError for what is `undefined`, and where there is nothing. */
const valuesOf = (table: string, columns: object): readonly [string, unknown][] => {
  const values = Object.entries(columns);
  if (values.length === 0) throw new TypeError(`${table}: no column is named`);
  for (const [name, value] of values)
    if (value === undefined) throw new TypeError(`${table}.${name} is undefined`);
  return values;
};
