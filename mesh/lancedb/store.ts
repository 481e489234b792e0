/**
 * An index in LanceDB. Several processes write to it at once: rows are merged by a key that the table knows as such
 * (without it they would be there twice), one commit for each batch, and a commit that another one came before is made
 * again. Reads see the newest version.
 */
import { join } from 'node:path';
import type { Connection } from '@lancedb/lancedb';
import type {
  MeshCounts,
  MeshSource,
  MeshUnembedded,
  MeshUnembeddedParams,
  Window,
} from '#lib/protocol/mesh.ts';
import {
  byTime,
  type Near,
  type Statistics,
  type StoredUnit,
  type Stretch,
} from '#lib/recall/store.ts';
import { STORE_FILES } from '#mesh/store/files.ts';
import type { Changed, IndexedFile, IndexedUnit, MeshStore } from '#mesh/store/store.ts';
import { fileVersionIn, UNIT_COLUMNS, unitOf } from '#mesh/store/unit-row.ts';
import { again, asStoreError } from './errors.ts';
import { Figures, NewestFigures } from './figures.ts';
import { loadNative } from './load.ts';
import { countedOf, rowIdentity, scoredSession } from './row.ts';
import { LanceTable, quotedList } from './table.ts';
import { LanceVectors } from './vectors.ts';
import { LanceWriter, UNINDEXED_AT_REST_ROWS } from './writer.ts';

export class LanceStore implements MeshStore {
  readonly #connection: Connection;
  readonly #table: LanceTable;
  readonly #vectors: LanceVectors;
  readonly #figures = new NewestFigures();
  readonly #writer: LanceWriter;

  private constructor(connection: Connection, table: LanceTable, vectors: LanceVectors) {
    this.#connection = connection;
    this.#table = table;
    this.#vectors = vectors;
    this.#writer = new LanceWriter(table, vectors, this.#figures);
  }

  /** Opens the index in `folder`, made if it is missing; `entry` is a file of the package. Throws StoreBroken. */
  static async open(folder: string, entry: string): Promise<LanceStore> {
    const native = loadNative(entry);
    return asStoreError(async () => {
      const place = join(folder, STORE_FILES.lancedb);
      const connection = await native.lancedb.connect(place, { readConsistencyInterval: 0 });
      const database = { native, connection, folder: place };
      const table = await LanceTable.open(database);
      return new LanceStore(connection, table, new LanceVectors(database, again));
    });
  }

  async revision(): Promise<string> {
    return String(await this.#table.version());
  }

  async sources(): Promise<readonly MeshSource[]> {
    return (await this.#table.rows("kind = 'file'", ['file', 'stamp'])).map(fileVersionIn);
  }

  put(files: readonly IndexedFile[], gone: readonly string[]): Promise<Changed> {
    return this.#writer.put(files, gone);
  }

  tidy(): Promise<void> {
    return asStoreError(() => this.#writer.tidy(UNINDEXED_AT_REST_ROWS));
  }

  async statistics(terms: readonly string[]): Promise<Statistics> {
    return (await this.#counted()).of(terms);
  }

  async vocabulary(): Promise<readonly string[]> {
    return (await this.#counted()).vocabulary;
  }

  async #counted(): Promise<Figures> {
    const version = await this.#table.version();
    const known = this.#figures.at(version);
    if (known !== undefined) return known;
    const all = new Figures();
    const rows = await this.#table.rows("kind = 'unit'", ['terms', 'headTerms', 'speaker']);
    for (const row of rows) all.add(countedOf(row));
    this.#figures.keep(version, all);
    return all;
  }

  async best(terms: readonly string[], limit: number): Promise<readonly StoredUnit[]> {
    const found = await this.#table.found(terms, 'words', limit, UNIT_COLUMNS);
    return found
      .map((row) => ({ score: scoredSession(row)[1], unit: unitOf(row) }))
      .toSorted((one, other) => other.score - one.score || (one.unit.id < other.unit.id ? -1 : 1))
      .map(({ unit }) => unit);
  }

  async matching(terms: readonly string[]): Promise<number> {
    const { chunks } = await this.counts();
    return (await this.#table.found(terms, 'words', Math.max(1, chunks), ['id'])).length;
  }

  async neighbours(stretches: readonly Stretch[]): Promise<readonly StoredUnit[]> {
    if (stretches.length === 0) return [];
    const sessions = [...new Set(stretches.map(({ session }) => session))];
    const bySession = Map.groupBy(stretches, ({ session }) => session);
    const isNear = (session: unknown, seq: number): boolean =>
      bySession.get(String(session))?.some(({ from, to }) => from <= seq && seq <= to) === true;
    const where = `kind = 'unit' AND session IN (${quotedList(sessions)})`;
    const rows = await this.#table.rows(where, UNIT_COLUMNS, (cell) =>
      isNear(cell('session'), Number(cell('seq'))),
    );
    return rows.map(unitOf);
  }

  async within(
    { from = '', to = '9' }: Window,
    limit: number,
    which: 'oldest' | 'newest',
  ): Promise<readonly StoredUnit[]> {
    const where = `kind = 'unit' AND day >= ${quotedList([from])} AND day <= ${quotedList([to])}`;
    const units = (await this.#table.rows(where)).map(unitOf).toSorted(byTime);
    return which === 'oldest' ? units.slice(0, limit) : units.slice(-limit);
  }

  async bestSessions(
    terms: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, number>> {
    return new Map(
      (await this.#table.found(terms, 'sessionWords', limit, ['session'])).map(scoredSession),
    );
  }

  async unit(id: string): Promise<IndexedUnit | undefined> {
    const [row] = await this.#table.rows(`kind = 'unit' AND id IN (${quotedList([id])})`);
    return row && unitOf(row);
  }

  async counts(): Promise<MeshCounts> {
    const files = await asStoreError(() => this.#table.table.countRows("kind = 'file'"));
    const chunks = await asStoreError(() => this.#table.table.countRows("kind = 'unit'"));
    return { files, chunks };
  }

  async unembedded(params: MeshUnembeddedParams): Promise<MeshUnembedded> {
    const rows = await this.#table.rows("kind = 'unit'", ['key', 'file']);
    const units = rows.map((row) => ({ key: rowIdentity(row).key, file: fileVersionIn(row).file }));
    return asStoreError(() => this.#vectors.unembedded(params, units));
  }

  async putVectors(embedder: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    await asStoreError(() => this.#vectors.put(embedder, vectors));
  }

  async dimensions(embedder: string): Promise<number | undefined> {
    return asStoreError(() => this.#vectors.dimensions(embedder));
  }

  async nearest(vector: Float32Array, limit: number): Promise<readonly Near[]> {
    const cosines = await asStoreError(() => this.#vectors.nearest(vector, limit));
    if (cosines.size === 0) return [];
    const units = await this.#table.rows(`key IN (${quotedList([...cosines.keys()])})`);
    return units
      .map((row) => ({ unit: unitOf(row), cosine: cosines.get(rowIdentity(row).key) ?? 0 }))
      .toSorted((one, other) => other.cosine - one.cosine);
  }

  async cosines(
    vector: Float32Array,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    return asStoreError(() => this.#vectors.nearest(vector, keys.length, keys));
  }

  async purge(): Promise<void> {
    await asStoreError(() => again(() => this.#table.rewrite()));
    await asStoreError(() => this.#vectors.purge());
    this.#figures.forget();
  }

  close(): void {
    this.#table.table.close();
    this.#connection.close();
  }
}
