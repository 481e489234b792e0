/**
 * An index in LanceDB. Several processes write to it at once: rows are merged by a key that the table knows as such
 * (without it they would be there twice), one commit for each batch, and a commit that another one came before is made
 * again. Reads see the newest version.
 */
import { join } from 'node:path';
import type { Connection, Table } from '@lancedb/lancedb';
import type { Schema } from 'apache-arrow';
import type {
  MeshCounts,
  MeshSource,
  MeshUnembedded,
  MeshUnembeddedParams,
} from '#lib/protocol/mesh.ts';
import type { Near, Statistics, StoredUnit, Stretch } from '#lib/recall/store.ts';
import { ARCHIVE_DIR } from '#lib/spec/files.ts';
import { dailyFile } from '#lib/text/day.ts';
import { STORE_FILES } from '#mesh/store/files.ts';
import {
  type Changed,
  type IndexedFile,
  type IndexedUnit,
  type MeshStore,
  StoreBroken,
} from '#mesh/store/store.ts';
import { type Row, sourceOf, UNIT_COLUMNS, unitOf } from '#mesh/store/unit-row.ts';
import { again, guarded, MAKING } from './errors.ts';
import { Figures } from './figures.ts';
import { loadNative, type Native } from './load.ts';
import {
  countedOf,
  INDEXED,
  type LanceRow,
  markOf,
  rowsIn,
  rowsOf,
  schemaOf,
  sessionOf,
} from './row.ts';
import { LanceVectors } from './vectors.ts';

const TABLE = 'memory';
/** Rows that no index of words has are read one by one: with more of them it is brought up to date. */
const UNINDEXED_MAX_ROWS = 4000;
/** Versions of before that are kept: each is files. */
const VERSIONS_MAX = 64;

export class LanceStore implements MeshStore {
  readonly #native: Native;
  readonly #connection: Connection;
  readonly #table: Table;
  readonly #schema: Schema;
  readonly #vectors: LanceVectors;
  #figures: { readonly version: number; readonly all: Figures } | undefined;
  #cleanedAt = 0;

  private constructor(native: Native, connection: Connection, table: Table, schema: Schema) {
    this.#native = native;
    this.#connection = connection;
    this.#table = table;
    this.#schema = schema;
    this.#vectors = new LanceVectors(native, connection, again);
  }

  /** Opens the index in `folder`, made if it is missing; `entry` is a file of the package. Throws StoreBroken. */
  static async open(folder: string, entry: string): Promise<LanceStore> {
    const native = loadNative(entry);
    const schema = schemaOf(native);
    return guarded(async () => {
      const connection = await native.lancedb.connect(join(folder, STORE_FILES.lancedb), {
        readConsistencyInterval: 0,
      });
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
      const store = new LanceStore(native, connection, table, schema);
      await store.#prepare();
      return store;
    });
  }

  /** Before the first row is written: a key that the table knows, and the indexes of words. */
  async #prepare(): Promise<void> {
    await again(async () => {
      const [key] = (await this.#table.schema()).fields;
      const isKey = [...(key?.metadata.keys() ?? [])].some((name) => name.includes('primary-key'));
      if (!isKey) await this.#table.setUnenforcedPrimaryKey(['key']);
    });
    const { Index } = this.#native.lancedb;
    for (const column of INDEXED)
      await again(async () => {
        const there = await this.#table.listIndices();
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
        await this.#table.createIndex(column, { config });
      });
  }

  async revision(): Promise<string> {
    return guarded(async () => String(await this.#table.version()));
  }

  async sources(): Promise<readonly MeshSource[]> {
    return (await this.#rows("kind = 'file'", ['file', 'stamp'])).map(sourceOf);
  }

  async put(files: readonly IndexedFile[], gone: readonly string[]): Promise<Changed> {
    const names = [...files.map(({ file }) => file), ...gone];
    if (names.length === 0) return { written: 0, removed: 0 };
    const wanted = files.flatMap(rowsOf);
    return guarded(() =>
      again(async () => {
        const version = await this.#table.version();
        const there = await this.#rows(`file IN (${listed(names)})`);
        const before = new Map(there.map((row) => [markOf(row).key, row]));
        const changed = wanted.filter(({ key, row }) => {
          const old = before.get(key);
          return old === undefined || markOf(old).row !== row;
        });
        const kept = new Set(wanted.map(({ key }) => key));
        const removed = there.filter((row) => !kept.has(markOf(row).key));
        if (changed.length === 0 && removed.length === 0) return { written: 0, removed: 0 };
        await this.#merge(wanted, names);
        await this.#recount(version, [changed.filter(isUnit), [...before.values()]], removed);
        await this.#tidy();
        await this.#vectors.remove(removed.filter(isUnit).map((row) => markOf(row).key));
        return { written: changed.filter(isUnit).length, removed: removed.filter(isUnit).length };
      }),
    );
  }

  /** The files become these rows, in one commit. */
  async #merge(rows: readonly LanceRow[], names: readonly string[]): Promise<void> {
    const where = `file IN (${listed(names)})`;
    if (rows.length === 0) {
      await this.#table.delete(where);
      return;
    }
    const data = this.#native.lancedb.makeArrowTable([...rows], { schema: this.#schema });
    await this.#table
      .mergeInsert('key')
      .whenMatchedUpdateAll({ where: 'target.row != source.row' })
      .whenNotMatchedInsertAll()
      .whenNotMatchedBySourceDelete({ where })
      .execute(data);
  }

  /** Figures of the version before become those of now, if nobody else has written in between. */
  async #recount(
    version: number,
    [changed, before]: readonly [readonly LanceRow[], readonly Row[]],
    removed: readonly Row[],
  ): Promise<void> {
    const known = this.#figures;
    this.#figures = undefined;
    if (known?.version !== version || (await this.#table.version()) !== version + 1) return;
    const { all } = known;
    const written = new Set(changed.map(({ key }) => key));
    const replaced = before.filter((row) => written.has(markOf(row).key));
    for (const row of [...replaced, ...removed].filter(isUnit)) all.add(countedOf(row), -1);
    for (const row of changed) all.add(countedOf(row));
    this.#figures = { version: version + 1, all };
  }

  /** New rows into the indexes of words, and old versions away, when there are many. Another process may do it instead. */
  async #tidy(): Promise<void> {
    const stats = await this.#table.indexStats(`${INDEXED[0]}_idx`);
    const version = await this.#table.version();
    const isBehind = (stats?.numUnindexedRows ?? 0) > UNINDEXED_MAX_ROWS;
    if (!isBehind && version - this.#cleanedAt < VERSIONS_MAX) return;
    this.#cleanedAt = version;
    try {
      await this.#table.optimize({ cleanupOlderThan: new Date(Date.now() - OLD_MS) });
    } catch {
      // It failed on a commit of another process; the next one does it.
    }
  }

  async statistics(terms: readonly string[]): Promise<Statistics> {
    return (await this.#counted()).of(terms);
  }

  async #counted(): Promise<Figures> {
    const version = await guarded(() => this.#table.version());
    if (this.#figures?.version === version) return this.#figures.all;
    const all = new Figures();
    const rows = await this.#rows("kind = 'unit'", ['terms', 'headTerms', 'speaker']);
    for (const row of rows) all.add(countedOf(row));
    this.#figures = { version, all };
    return all;
  }

  async best(terms: readonly string[], limit: number): Promise<readonly StoredUnit[]> {
    const found = await this.#found(terms, 'words', limit, UNIT_COLUMNS);
    return found
      .map((row) => ({ score: sessionOf(row)[1], unit: unitOf(row) }))
      .toSorted((one, other) => other.score - one.score || (one.unit.id < other.unit.id ? -1 : 1))
      .map(({ unit }) => unit);
  }

  async neighbours(stretches: readonly Stretch[]): Promise<readonly StoredUnit[]> {
    if (stretches.length === 0) return [];
    const sessions = [...new Set(stretches.map(({ session }) => session))];
    const bySession = Map.groupBy(stretches, ({ session }) => session);
    const isNear = (session: unknown, seq: number): boolean =>
      bySession.get(String(session))?.some(({ from, to }) => from <= seq && seq <= to) === true;
    const where = `kind = 'unit' AND session IN (${listed(sessions)})`;
    const rows = await this.#rows(where, UNIT_COLUMNS, (cell) =>
      isNear(cell('session'), Number(cell('seq'))),
    );
    return rows.map(unitOf);
  }

  async onDays(days: readonly string[], limit: number): Promise<readonly StoredUnit[]> {
    const logs = days.flatMap((day) => [dailyFile(day), `${ARCHIVE_DIR}/${day}.md.gz`]);
    // Entries of MEMORY.md may begin with a day.
    const where = `kind = 'unit' AND file IN (${listed([...logs, 'MEMORY.md'])})`;
    const rows = await this.#rows(where);
    const asked = new Set(days);
    return rows
      .map(unitOf)
      .filter(({ day }) => day !== undefined && asked.has(day))
      .toSorted(newestFirst)
      .slice(0, limit);
  }

  async bestSessions(
    terms: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, number>> {
    return new Map((await this.#found(terms, 'sessionWords', limit, ['session'])).map(sessionOf));
  }

  async unit(id: string): Promise<IndexedUnit | undefined> {
    const [row] = await this.#rows(`kind = 'unit' AND id IN (${listed([id])})`);
    return row && unitOf(row);
  }

  async counts(): Promise<MeshCounts> {
    const files = await guarded(() => this.#table.countRows("kind = 'file'"));
    const chunks = await guarded(() => this.#table.countRows("kind = 'unit'"));
    return { files, chunks };
  }

  async unembedded(params: MeshUnembeddedParams): Promise<MeshUnembedded> {
    const rows = await this.#rows("kind = 'unit'", ['key', 'file']);
    const units = rows.map((row) => ({ key: markOf(row).key, file: sourceOf(row).file }));
    return guarded(() => this.#vectors.unembedded(params, units));
  }

  async putVectors(embedder: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    await guarded(() => this.#vectors.put(embedder, vectors));
  }

  async dimensions(embedder: string): Promise<number | undefined> {
    return guarded(() => this.#vectors.dimensions(embedder));
  }

  async nearest(vector: Float32Array, limit: number): Promise<readonly Near[]> {
    const cosines = await guarded(() => this.#vectors.nearest(vector, limit));
    if (cosines.size === 0) return [];
    const units = await this.#rows(`key IN (${listed([...cosines.keys()])})`);
    return units
      .map((row) => ({ unit: unitOf(row), cosine: cosines.get(markOf(row).key) ?? 0 }))
      .toSorted((one, other) => other.cosine - one.cosine);
  }

  async cosines(
    vector: Float32Array,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    return guarded(() => this.#vectors.nearest(vector, keys.length, keys));
  }

  /** Written anew as a whole: a deletion by itself only marks rows, in files that stay. */
  async purge(): Promise<void> {
    await guarded(() =>
      again(async () => {
        const rows = await this.#table.query().toArrow();
        if (rows.numRows > 0) await this.#table.add(rows, { mode: 'overwrite' });
        else await this.#table.delete('true');
        await this.#prepare();
        await this.#table.optimize({ cleanupOlderThan: new Date(), deleteUnverified: true });
      }),
    );
    await guarded(() => this.#vectors.purge());
    this.#figures = undefined;
  }

  close(): void {
    this.#table.close();
    this.#connection.close();
  }

  #found(
    terms: readonly string[],
    column: (typeof INDEXED)[number],
    limit: number,
    columns: readonly string[],
  ): Promise<readonly Row[]> {
    const { MatchQuery, Operator } = this.#native.lancedb;
    const match = new MatchQuery(terms.join(' '), column, { operator: Operator.Or });
    const query = this.#table.query().fullTextSearch(match).limit(limit);
    return guarded(async () => rowsIn(await query.select([...columns, '_score']).toArrow()));
  }

  #rows(
    where: string,
    columns?: readonly string[],
    isWanted?: Parameters<typeof rowsIn>[1],
  ): Promise<readonly Row[]> {
    const query = this.#table.query().where(where);
    const selected = columns === undefined ? query : query.select([...columns]);
    return guarded(async () => rowsIn(await selected.toArrow(), isWanted));
  }
}

/** How long a version of before is kept for those who read it at this moment. */
const OLD_MS = 60_000;

const isUnit = (row: Row): boolean => markOf(row).kind === 'unit';

/** Names in a condition. */
const listed = (names: readonly string[]): string =>
  names.map((name) => `'${name.replaceAll("'", "''")}'`).join(', ');

const newestFirst = (one: StoredUnit, other: StoredUnit): number => {
  const [day = '', next = ''] = [one.day, other.day];
  return day === next ? one.seq - other.seq || (one.id < other.id ? -1 : 1) : day < next ? 1 : -1;
};
