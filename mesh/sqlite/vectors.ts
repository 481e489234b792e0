/** Vectors in SQLite: all of them in memory, compared one by one, so that what is nearest is exact. */
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { MeshUnembedded, MeshUnembeddedParams } from '#lib/protocol/mesh.ts';
import { numberIn, type StoreRow, columnText } from '#mesh/store/unit-row.ts';

type Prepared = (sql: string) => StatementSync;

/** A key and its cosine. */
export type Nearness = readonly [key: string, cosine: number];

const MISSING = 'FROM units LEFT JOIN vectors ON vectors.key = units.key WHERE vectors.key IS NULL';
const STALE = 'DELETE FROM vectors WHERE key NOT IN (SELECT key FROM units)';

interface Matrix {
  readonly revision: string;
  readonly dimensions: number;
  readonly rows: ReadonlyMap<string, number>;
  readonly numbers: Float32Array;
}

/** Whatever writes runs within a transaction. */
export class Vectors {
  readonly #prepared: Prepared;
  #matrix: Matrix | undefined;

  constructor(prepared: Prepared) {
    this.#prepared = prepared;
  }

  dimensions(embedder: string): number | undefined {
    const row = this.#row('SELECT dimensions FROM embedder WHERE name = ?', embedder);
    return row && numberIn(row, 'dimensions');
  }

  unembedded({ embedder, limit }: MeshUnembeddedParams): MeshUnembedded {
    const isKnown = this.dimensions(embedder) !== undefined;
    const missing = isKnown ? MISSING : 'FROM units';
    const count = numberIn(this.#row(`SELECT count(*) AS count ${missing}`), 'count');
    const rows = this.#prepared(
      `SELECT units.key, units.file ${missing} ORDER BY units.file, units.at LIMIT ?`,
    ).all(limit);
    return {
      count,
      places: rows.map((row) => ({ file: columnText(row, 'file'), key: columnText(row, 'key') })),
    };
  }

  put(embedder: string, vectors: ReadonlyMap<string, Float32Array>): void {
    const [first] = vectors.values();
    if (first === undefined) return;
    if (this.dimensions(embedder) !== first.length) {
      this.#prepared('DELETE FROM vectors').run();
      this.#prepared('DELETE FROM embedder').run();
      this.#prepared('INSERT INTO embedder VALUES (?, ?)').run(embedder, first.length);
    }
    for (const [key, vector] of vectors)
      this.#prepared(
        'INSERT INTO vectors SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM units WHERE key = ?1) ON CONFLICT (key) DO UPDATE SET vector = ?2',
      ).run(key, new Uint8Array(vector.buffer));
  }

  /** Those of units that are gone. */
  removeStale(): void {
    this.#prepared(STALE).run();
  }

  nearest(vector: Float32Array, limit: number, revision: string): readonly Nearness[] {
    const { rows, numbers, dimensions } = this.#at(revision);
    if (dimensions !== vector.length) return [];
    const best: Nearness[] = [];
    for (const [key, row] of rows) {
      const cosine = dot(numbers, row * dimensions, vector);
      if (best.length === limit && cosine <= (best.at(-1)?.[1] ?? 0)) continue;
      let at = best.length;
      while (at > 0 && (best[at - 1]?.[1] ?? 0) < cosine) at -= 1;
      best.splice(at, 0, [key, cosine]);
      if (best.length > limit) best.pop();
    }
    return best;
  }

  cosines(
    vector: Float32Array,
    keys: readonly string[],
    revision: string,
  ): ReadonlyMap<string, number> {
    const { rows, numbers, dimensions } = this.#at(revision);
    if (dimensions !== vector.length) return new Map();
    return new Map(
      keys.flatMap((key): readonly Nearness[] => {
        const row = rows.get(key);
        return row === undefined ? [] : [[key, dot(numbers, row * dimensions, vector)]];
      }),
    );
  }

  #at(revision: string): Matrix {
    if (this.#matrix?.revision === revision) return this.#matrix;
    const dimensions = numberIn(this.#row('SELECT dimensions FROM embedder'), 'dimensions');
    const width = dimensions * Float32Array.BYTES_PER_ELEMENT;
    const rows = new Map<string, number>();
    const all = this.#prepared('SELECT key, vector FROM vectors ORDER BY key').all();
    const numbers = new Float32Array(all.length * dimensions);
    const bytes = new Uint8Array(numbers.buffer);
    for (const row of all) {
      const { vector } = row;
      if (!(vector instanceof Uint8Array) || vector.length !== width) continue;
      bytes.set(vector, rows.size * width);
      rows.set(columnText(row, 'key'), rows.size);
    }
    this.#matrix = { revision, dimensions, rows, numbers };
    return this.#matrix;
  }

  #row(sql: string, ...values: readonly SQLInputValue[]): StoreRow | undefined {
    return this.#prepared(sql).get(...values);
  }
}

const dot = (numbers: Float32Array, from: number, vector: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < vector.length; at += 1)
    sum += (numbers[from + at] ?? 0) * (vector[at] ?? 0);
  return sum;
};
