/**
 * Writing files into an index in LanceDB: what is there already is left as it is. One commit for each batch; one that
 * another process came before is made again.
 */
import type { Changed, IndexedFile } from '#mesh/store/store.ts';
import type { StoreRow } from '#mesh/store/unit-row.ts';
import { again, asStoreError } from './errors.ts';
import type { NewestFigures } from './figures.ts';
import { countedOf, INDEXED, type LanceRow, rowIdentity, lanceRows } from './row.ts';
import { type LanceTable, quotedList } from './table.ts';
import type { LanceVectors } from './vectors.ts';

/**
 * Rows that no index of words has are read one by one by each question: with more of them it is brought up to date. While
 * many are written that would be done again and again; a few are not worth half a second.
 */
const UNINDEXED_MAX_ROWS = 8000;
export const UNINDEXED_AT_REST_ROWS = 500;
/** Versions of before that are kept: each is files. */
const VERSIONS_MAX = 64;
/** How long a version of before is kept for those who read it at this moment. */
const OLD_MS = 60_000;

export class LanceWriter {
  readonly #table: LanceTable;
  readonly #vectors: LanceVectors;
  readonly #figures: NewestFigures;
  #cleanedAt = 0;

  constructor(table: LanceTable, vectors: LanceVectors, figures: NewestFigures) {
    this.#table = table;
    this.#vectors = vectors;
    this.#figures = figures;
  }

  async put(files: readonly IndexedFile[], gone: readonly string[]): Promise<Changed> {
    const names = [...files.map(({ file }) => file), ...gone];
    if (names.length === 0) return { written: 0, removed: 0 };
    const wanted = files.flatMap(lanceRows);
    const where = `file IN (${quotedList(names)})`;
    return asStoreError(() =>
      again(async () => {
        const version = await this.#table.version();
        const there = await this.#table.rows(where);
        const before = new Map(there.map((row) => [rowIdentity(row).key, row]));
        const changed = wanted.filter(({ key, row }) => {
          const old = before.get(key);
          return old === undefined || rowIdentity(old).row !== row;
        });
        const kept = new Set(wanted.map(({ key }) => key));
        const removed = there.filter((row) => !kept.has(rowIdentity(row).key));
        if (changed.length === 0 && removed.length === 0) return { written: 0, removed: 0 };
        await this.#table.merge(wanted, where);
        await this.#recount(version, [changed.filter(isUnit), [...before.values()]], removed);
        await this.tidy(UNINDEXED_MAX_ROWS);
        await this.#vectors.remove(removed.filter(isUnit).map((row) => rowIdentity(row).key));
        return { written: changed.filter(isUnit).length, removed: removed.filter(isUnit).length };
      }),
    );
  }

  /** Figures of the version before become those of now, if nobody else has written in between. */
  async #recount(
    version: number,
    [changed, before]: readonly [readonly LanceRow[], readonly StoreRow[]],
    removed: readonly StoreRow[],
  ): Promise<void> {
    const all = this.#figures.at(version);
    this.#figures.forget();
    if (all === undefined || (await this.#table.version()) !== version + 1) return;
    const written = new Set(changed.map(({ key }) => key));
    const replaced = before.filter((row) => written.has(rowIdentity(row).key));
    for (const row of [...replaced, ...removed].filter(isUnit)) all.add(countedOf(row), -1);
    for (const row of changed) all.add(countedOf(row));
    this.#figures.keep(version + 1, all);
  }

  /** New rows into the indexes of words, if they are more than that, and many old versions away. Another process may do it instead. */
  async tidy(mostRows: number): Promise<void> {
    const { table } = this.#table;
    const stats = await table.indexStats(`${INDEXED[0]}_idx`);
    const version = await table.version();
    const isBehind = (stats?.numUnindexedRows ?? 0) > mostRows;
    if (!isBehind && version - this.#cleanedAt < VERSIONS_MAX) return;
    this.#cleanedAt = version;
    try {
      await table.optimize({ cleanupOlderThan: new Date(Date.now() - OLD_MS) });
    } catch {
      // It failed on a commit of another process; the next one does it.
    }
  }
}

const isUnit = (row: StoreRow): boolean => rowIdentity(row).kind === 'unit';
