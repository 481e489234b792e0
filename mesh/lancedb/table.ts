/** The table of an index in LanceDB: made with its key and its indexes of words, asked by conditions and by words. */
import type { Table } from '@lancedb/lancedb';
import type { Schema } from 'apache-arrow';
import { StoreBroken } from '#mesh/store/store.ts';
import type { StoreRow } from '#mesh/store/unit-row.ts';
import { again, asStoreError, MAKING } from './errors.ts';
import type { LanceDatabase } from './load.ts';
import { rewriteTable } from './rewrite.ts';
import { INDEXED, type LanceRow, rowsIn, schemaOf } from './row.ts';

const TABLE = 'memory';

export class LanceTable {
  readonly #database: LanceDatabase;
  readonly #schema: Schema;
  /** As the package gives it. */
  readonly table: Table;

  private constructor(database: LanceDatabase, schema: Schema, table: Table) {
    this.#database = database;
    this.#schema = schema;
    this.table = table;
  }

  /** Made if it is missing. Throws StoreBroken where another version made it, and errors of LanceDB. */
  static async open(database: LanceDatabase): Promise<LanceTable> {
    const { native, connection } = database;
    const schema = schemaOf(native);
    const table = await again(
      async () =>
        (await connection.tableNames()).includes(TABLE)
          ? connection.openTable(TABLE)
          : connection.createEmptyTable(TABLE, schema),
      MAKING,
    );
    const known = await table.schema();
    const names = schema.fields.map(({ name }) => name).join();
    if (known.fields.map(({ name }) => name).join() !== names)
      throw new StoreBroken('it is of another version');
    const opened = new LanceTable(database, schema, table);
    await opened.prepare();
    return opened;
  }

  /** Before the first row is written: a key that the table knows, and the indexes of words. */
  async prepare(): Promise<void> {
    await again(async () => {
      const [key] = (await this.table.schema()).fields;
      const isKey = [...(key?.metadata.keys() ?? [])].some((name) => name.includes('primary-key'));
      if (!isKey) await this.table.setUnenforcedPrimaryKey(['key']);
    });
    const { Index } = this.#database.native.lancedb;
    for (const column of INDEXED)
      await again(async () => {
        const there = await this.table.listIndices();
        if (there.some(({ columns }) => columns.includes(column))) return;
        // The terms are ours: they are split at blanks, and nothing else is done to them.
        const config = Index.fts({
          baseTokenizer: 'whitespace',
          lowercase: false,
          stem: false,
          removeStopWords: false,
          asciiFolding: false,
          withPosition: false,
          maxTokenLength: 256,
        });
        await this.table.createIndex(column, { config });
      });
  }

  /** Leaves no byte of what was removed. Throws errors of LanceDB and of the disk. */
  rewrite(): Promise<void> {
    return rewriteTable(this.#database, this.table, () => this.prepare());
  }

  version(): Promise<number> {
    return asStoreError(() => this.table.version());
  }

  /** The files become these rows, in one commit; `where`: all rows of the files. Throws errors of LanceDB. */
  async merge(rows: readonly LanceRow[], where: string): Promise<void> {
    if (rows.length === 0) {
      await this.table.delete(where);
      return;
    }
    const data = this.#database.native.lancedb.makeArrowTable([...rows], { schema: this.#schema });
    await this.table
      .mergeInsert('key')
      .whenMatchedUpdateAll({ where: 'target.row != source.row' })
      .whenNotMatchedInsertAll()
      .whenNotMatchedBySourceDelete({ where })
      .execute(data);
  }

  /** The rows that meet a condition, those of them that are wanted. Throws StoreBroken, and errors of LanceDB. */
  rows(
    where: string,
    columns?: readonly string[],
    isWanted?: Parameters<typeof rowsIn>[1],
  ): Promise<readonly StoreRow[]> {
    const query = this.table.query().where(where);
    const selected = columns === undefined ? query : query.select([...columns]);
    return asStoreError(async () => rowsIn(await selected.toArrow(), isWanted));
  }

  /** The rows that answer any of the terms best, with their `_score`. Throws as `rows`. */
  found(
    terms: readonly string[],
    column: (typeof INDEXED)[number],
    limit: number,
    columns: readonly string[],
  ): Promise<readonly StoreRow[]> {
    if (terms.length === 0) return Promise.resolve([]);
    const { MatchQuery, Operator } = this.#database.native.lancedb;
    const match = new MatchQuery(terms.join(' '), column, { operator: Operator.Or });
    const query = this.table.query().fullTextSearch(match).limit(limit);
    return asStoreError(async () => rowsIn(await query.select([...columns, '_score']).toArrow()));
  }
}

/** Names in a condition. */
export const quotedList = (names: readonly string[]): string =>
  names.map((name) => `'${name.replaceAll("'", "''")}'`).join(', ');
