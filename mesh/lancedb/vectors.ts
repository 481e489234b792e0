/**
 * Vectors in LanceDB: a table for those of one embedder, beside the table of units. They are compared one by one, without
 * an index that guesses, so that what is nearest is exact.
 */
import { createHash } from 'node:crypto';
import type { Table } from '@lancedb/lancedb';
import type { MeshUnembedded, MeshUnembeddedParams } from '#lib/protocol/mesh.ts';
import type { LanceDatabase, Native } from './load.ts';
import { rewriteTable } from './rewrite.ts';

const PREFIX = 'vectors-';
const NAME_HEX_CHARS = 32;

type Again = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** A unit, as far as vectors ask for it. */
interface Place {
  readonly key: string;
  readonly file: string;
}

export class LanceVectors {
  readonly #database: LanceDatabase;
  /** Does it again where another process came before. */
  readonly #again: Again;

  constructor(database: LanceDatabase, again: Again) {
    this.#database = database;
    this.#again = again;
  }

  async dimensions(embedder: string): Promise<number | undefined> {
    const table = await this.#open(nameOf(embedder));
    return table && sizeOf(table);
  }

  async unembedded(
    { embedder, limit }: MeshUnembeddedParams,
    units: readonly Place[],
  ): Promise<MeshUnembedded> {
    const table = await this.#open(nameOf(embedder));
    const there = new Set(table === undefined ? [] : await keysOf(table));
    const missing = units.filter(({ key }) => !there.has(key));
    for (const { key } of units) there.delete(key);
    if (table !== undefined) await this.#remove(table, [...there]);
    return { count: missing.length, places: missing.slice(0, limit) };
  }

  async put(embedder: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    const [first] = vectors.values();
    if (first === undefined) return;
    const name = nameOf(embedder);
    await this.#again(async () => {
      const known = await this.#open(name);
      const isOfSize = known !== undefined && (await sizeOf(known)) === first.length;
      for (const other of await this.#names())
        if (other !== name || !isOfSize) await this.#database.connection.dropTable(other);
      const table = isOfSize ? known : await this.#create(name, first.length);
      const rows = [...vectors].map(([key, vector]) => ({ key, vector: [...vector] }));
      const schema = this.#schema(first.length);
      await table
        .mergeInsert('key')
        .whenMatchedUpdateAll()
        .whenNotMatchedInsertAll()
        .execute(this.#database.native.lancedb.makeArrowTable(rows, { schema }));
    });
  }

  /** Of units that are gone. */
  async remove(keys: readonly string[]): Promise<void> {
    for (const name of await this.#names()) {
      const table = await this.#open(name);
      if (table !== undefined) await this.#remove(table, keys);
    }
  }

  /** Keys with their cosines, best first. */
  async nearest(
    vector: Float32Array,
    limit: number,
    among?: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const [name] = await this.#names();
    const table = name === undefined ? undefined : await this.#open(name);
    if (table === undefined || (await sizeOf(table)) !== vector.length) return new Map();
    const query = table.query().nearestTo(vector).distanceType('cosine').limit(limit);
    if (among !== undefined) query.where(`key IN (${listed(among)})`);
    const rows: readonly object[] = await query.select(['key', '_distance']).toArray();
    return new Map(
      rows.map((row) => [
        String(Reflect.get(row, 'key')),
        1 - Number(Reflect.get(row, '_distance')),
      ]),
    );
  }

  /** Written anew: what was removed is in no file after that. */
  async purge(): Promise<void> {
    for (const name of await this.#names())
      await this.#again(async () => {
        const table = await this.#open(name);
        if (table === undefined) return;
        await rewriteTable(this.#database, table, async () => {
          await table.setUnenforcedPrimaryKey(['key']).catch(() => undefined);
        });
      });
  }

  async #names(): Promise<readonly string[]> {
    return (await this.#database.connection.tableNames()).filter((name) => name.startsWith(PREFIX));
  }

  async #open(name: string): Promise<Table | undefined> {
    return (await this.#database.connection.tableNames()).includes(name)
      ? await this.#database.connection.openTable(name)
      : undefined;
  }

  async #create(name: string, size: number): Promise<Table> {
    const table = await this.#database.connection.createEmptyTable(name, this.#schema(size));
    await table.setUnenforcedPrimaryKey(['key']);
    return table;
  }

  #schema(size: number): InstanceType<Native['arrow']['Schema']> {
    const { Field, FixedSizeList, Float32, Schema, Utf8 } = this.#database.native.arrow;
    const item = new Field('item', new Float32(), true);
    return new Schema([
      new Field('key', new Utf8(), false),
      new Field('vector', new FixedSizeList(size, item), false),
    ]);
  }

  async #remove(table: Table, keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.#again(() => table.delete(`key IN (${listed(keys)})`));
  }
}

const nameOf = (embedder: string): string =>
  PREFIX + createHash('sha256').update(embedder).digest('hex').slice(0, NAME_HEX_CHARS);

const sizeOf = async (table: Table): Promise<number> => {
  const { fields } = await table.schema();
  const type: object = fields.find(({ name }) => name === 'vector')?.type ?? {};
  return Number(Reflect.get(type, 'listSize') ?? 0);
};

const keysOf = async (table: Table): Promise<readonly string[]> => {
  const rows: readonly object[] = await table.query().select(['key']).toArray();
  return rows.map((row) => String(Reflect.get(row, 'key')));
};

/** Keys are hexadecimal digits. */
const listed = (keys: readonly string[]): string => keys.map((key) => `'${key}'`).join(', ');
