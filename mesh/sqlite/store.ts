/** An index in SQLite, which comes with Node: rows, and its FTS5 over terms that were made ready elsewhere. */
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type {
  MeshCounts,
  MeshSource,
  MeshUnembedded,
  MeshUnembeddedParams,
  Window,
} from '#lib/protocol/mesh.ts';
import { MESH_BUSY_MS } from '#lib/spec/limits.ts';
import type { Near, Statistics, StoredUnit, Stretch } from '#lib/recall/store.ts';
import { isBrokenDatabase } from '#kernel/wire/sqlite-fault.ts';
import { isNoFile, STORE_FILES } from '#mesh/store/files.ts';
import {
  type Changed,
  type IndexedFile,
  type IndexedUnit,
  type MeshStore,
  StoreBroken,
} from '#mesh/store/store.ts';
import {
  numberIn,
  type StoreRow,
  fileVersionIn,
  columnText,
  UNIT_COLUMNS,
  unitOfCells,
} from '#mesh/store/unit-row.ts';
import { INDEX_SCHEMA, SCHEMA_VERSION, UPGRADE } from './schema.ts';
import { Vectors } from './vectors.ts';
import { Writer } from './writer.ts';

export class SqliteStore implements MeshStore {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #writer: Writer;
  readonly #vectors: Vectors;
  /** Of the revision at which somebody asked for it. */
  #vocabulary: { readonly revision: string; readonly terms: readonly string[] } | undefined;

  private constructor(database: DatabaseSync) {
    this.#database = database;
    this.#writer = new Writer(this.#prepared);
    this.#vectors = new Vectors(this.#prepared);
  }

  /** Opens the index in `folder`, made if it is missing. Throws StoreBroken, and the error of SQLite. */
  static open(folder: string): SqliteStore {
    const path = join(folder, STORE_FILES.sqlite);
    if (isNoFile(path)) throw new StoreBroken('it is no file');
    const database = new DatabaseSync(path, { timeout: MESH_BUSY_MS });
    try {
      return guarded(() => {
        database.exec(
          'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;',
        );
        const store = new SqliteStore(database);
        // Two that begin at once make one index.
        store.#inTransaction(() => {
          const version = numberIn(store.#row('PRAGMA user_version'), 'user_version');
          if (version === 0) database.exec(INDEX_SCHEMA);
          else if (version === UPGRADE.from) database.exec(UPGRADE.script);
          else if (version !== SCHEMA_VERSION) throw new StoreBroken('it is of another version');
        });
        return store;
      });
    } catch (error) {
      database.close();
      throw error;
    }
  }

  revision(): string {
    return String(this.#figure('revision'));
  }

  sources(): readonly MeshSource[] {
    return this.#rows('SELECT file, stamp FROM sources').map(fileVersionIn);
  }

  put(files: readonly IndexedFile[], gone: readonly string[]): Changed {
    return guarded(() =>
      this.#inTransaction(() => {
        const changed = this.#writer.put(files, gone);
        if (changed.removed > 0) this.#vectors.removeStale();
        return changed;
      }),
    );
  }

  statistics(terms: readonly string[]): Statistics {
    const units = this.#figure('units');
    const known = this.#rows(FREQUENCIES, JSON.stringify(terms));
    const frequencies = known.map((row): [string, number] => [
      columnText(row, 'term'),
      numberIn(row, 'units'),
    ]);
    return {
      units,
      averageLength: units === 0 ? 0 : this.#figure('terms') / units,
      frequencies: new Map(frequencies),
      speakers: new Set(this.#rows(SPEAKERS).map((row) => columnText(row, 'speaker'))),
    };
  }

  best(terms: readonly string[], limit: number): readonly StoredUnit[] {
    return this.#units(
      `${SELECT_UNITS} JOIN (${bestOf('unit_words')}) AS words ON units.at = words.rowid ORDER BY words.score, id`,
      anyOf(terms),
      limit,
    );
  }

  matching(terms: readonly string[]): number {
    const [row] = this.#rows(
      'SELECT count(*) AS units FROM unit_words WHERE unit_words MATCH ?',
      anyOf(terms),
    );
    return Number(row?.['units'] ?? 0);
  }

  neighbours(stretches: readonly Stretch[]): readonly StoredUnit[] {
    const asked = stretches.map(({ session, from, to }) => [session, from, to]);
    return this.#units(AROUND, JSON.stringify(asked));
  }

  bestSessions(terms: readonly string[], limit: number): ReadonlyMap<string, number> {
    const found = this.#rows(
      `SELECT session, score FROM (${bestOf('session_words')}) AS words JOIN sessions ON sessions.at = words.rowid`,
      anyOf(terms),
      limit,
    );
    return new Map(found.map((row) => [columnText(row, 'session'), -numberIn(row, 'score')]));
  }

  vocabulary(): readonly string[] {
    const revision = this.revision();
    if (this.#vocabulary?.revision !== revision) {
      const terms = this.#rows('SELECT term FROM frequencies').map((row) =>
        columnText(row, 'term'),
      );
      this.#vocabulary = { revision, terms };
    }
    return this.#vocabulary.terms;
  }

  within(
    { from = '', to = '9' }: Window,
    limit: number,
    which: 'oldest' | 'newest',
  ): readonly StoredUnit[] {
    const order = which === 'oldest' ? BY_TIME.join(', ') : BY_TIME.map(backwards).join(', ');
    const found = this.#units(
      `${SELECT_UNITS} WHERE day BETWEEN ? AND ? ORDER BY ${order} LIMIT ?`,
      from,
      to,
      limit,
    );
    return which === 'oldest' ? found : found.toReversed();
  }

  unit(id: string): IndexedUnit | undefined {
    return this.#units(`${SELECT_UNITS} WHERE id = ? ORDER BY key`, id)[0];
  }

  counts(): MeshCounts {
    const files = numberIn(this.#row('SELECT count(*) AS files FROM sources'), 'files');
    return { files, chunks: this.#figure('units') };
  }

  unembedded(params: MeshUnembeddedParams): MeshUnembedded {
    return guarded(() => this.#vectors.unembedded(params));
  }

  putVectors(embedder: string, vectors: ReadonlyMap<string, Float32Array>): void {
    guarded(() =>
      this.#inTransaction(() => {
        this.#vectors.put(embedder, vectors);
        this.#prepared("UPDATE figures SET value = value + 1 WHERE name = 'revision'").run();
      }),
    );
  }

  dimensions(embedder: string): number | undefined {
    return guarded(() => this.#vectors.dimensions(embedder));
  }

  nearest(vector: Float32Array, limit: number): readonly Near[] {
    const near = guarded(() => this.#vectors.nearest(vector, limit, this.revision()));
    return near.flatMap(([key, cosine]) => {
      const [unit] = this.#units(`${SELECT_UNITS} WHERE key = ?`, key);
      return unit === undefined ? [] : [{ unit, cosine }];
    });
  }

  cosines(vector: Float32Array, keys: readonly string[]): ReadonlyMap<string, number> {
    return guarded(() => this.#vectors.cosines(vector, keys, this.revision()));
  }

  purge(): void {
    guarded(() => {
      for (const table of ['unit_words', 'session_words'])
        this.#database.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
      this.#database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE);');
    });
  }

  close(): void {
    this.#database.close();
  }

  #figure(name: string): number {
    return numberIn(this.#row('SELECT value FROM figures WHERE name = ?', name), 'value');
  }

  #row(sql: string, ...values: readonly SQLInputValue[]): StoreRow | undefined {
    return guarded(() => this.#prepared(sql).get(...values));
  }

  #rows(sql: string, ...values: readonly SQLInputValue[]): readonly StoreRow[] {
    return guarded(() => this.#prepared(sql).all(...values));
  }

  /** What `SELECT_UNITS` finds. SQLite hands over arrays in half the time of objects. */
  #units(sql: string, ...values: readonly SQLInputValue[]): readonly IndexedUnit[] {
    return guarded(() => {
      const statement = this.#prepared(sql);
      statement.setReturnArrays(true);
      return statement.all(...values).map(unitOfCells);
    });
  }

  readonly #prepared = (sql: string): StatementSync => {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  };

  /** All of it or nothing; others who write wait. */
  #inTransaction<Value>(work: () => Value): Value {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const value = work();
      this.#database.exec('COMMIT');
      return value;
    } catch (error) {
      // A full disk has rolled it back already.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}

/** Each speaker by one step in the index, however often they speak. */
const SPEAKERS = `
  WITH RECURSIVE known (speaker) AS (
    SELECT min(speaker) FROM units WHERE speaker IS NOT NULL
    UNION ALL
    SELECT (SELECT min(speaker) FROM units WHERE speaker IS NOT NULL AND speaker > known.speaker)
    FROM known WHERE known.speaker IS NOT NULL
  ) SELECT speaker FROM known WHERE speaker IS NOT NULL`;

const FREQUENCIES =
  'SELECT term, units FROM json_each(?) AS asked CROSS JOIN frequencies ON term = asked.value';

const BY_TIME = ['day', 'file', '"from"'];
const backwards = (column: string): string => `${column} DESC`;

const SELECT_UNITS = `SELECT ${UNIT_COLUMNS.map((name) => `"${name}"`).join(', ')} FROM units`;

/** Units of stretches, each an array of its session, its first place and its last. */
const AROUND = `${SELECT_UNITS} JOIN (
    SELECT value ->> 0 AS stretch, value ->> 1 AS first, value ->> 2 AS last FROM json_each(?)
  ) ON session = stretch AND seq BETWEEN first AND last`;

/** By bm25() and not by `rank`, for which FTS5 would sort every match and not only the best. */
const bestOf = (table: 'unit_words' | 'session_words'): string =>
  `SELECT rowid, bm25(${table}) AS score FROM ${table} WHERE ${table} MATCH ? ORDER BY score LIMIT ?`;

/** Terms hold letters and digits, and nothing that FTS5 reads as its own. An empty phrase is found nowhere. */
const anyOf = (terms: readonly string[]): string =>
  (terms.length === 0 ? [''] : terms).map((term) => `"${term}"`).join(' OR ');

const guarded = <Value>(work: () => Value): Value => {
  try {
    return work();
  } catch (error) {
    throw isBrokenDatabase(error) ? new StoreBroken('it is no database any more') : error;
  }
};
