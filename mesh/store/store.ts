/** What keeps an index: units to be recalled, and of which files at which state they are. */
import type { Near, RecallStore, StoredUnit } from '#lib/recall/store.ts';
import type {
  MeshCounts,
  MeshSource,
  MeshUnembedded,
  MeshUnembeddedParams,
} from '#lib/protocol/mesh.ts';

/** A unit with the hash of its lines as they were handed over. Its text is not kept: it stands in the file. */
export interface IndexedUnit extends StoredUnit {
  readonly hash: string;
}

/** The hash of a unit that came out of a store. */
export const hashOf = (unit: StoredUnit): string =>
  'hash' in unit && typeof unit.hash === 'string' ? unit.hash : '';

/** A file with all its units. */
export interface IndexedFile extends MeshSource {
  readonly units: readonly IndexedUnit[];
}

/** How many units were written and removed; 0 for what was there already. */
export interface Changed {
  readonly written: number;
  readonly removed: number;
}

/** A store of one scope. Several processes may have it open at once. */
export interface MeshStore extends RecallStore {
  /** Another one whenever anything was changed, by whichever process. */
  revision(): Promise<string> | string;
  sources(): Promise<readonly MeshSource[]> | readonly MeshSource[];
  /** Each file as a whole, or not at all; `gone` are files that are there no more. */
  put(files: readonly IndexedFile[], gone: readonly string[]): Promise<Changed> | Changed;
  /** Makes what was put as quick to search as the rest, where that is not so by itself. */
  tidy?(): Promise<void>;
  /** The unit that people know by this id; `undefined` if there is none. */
  unit(id: string): Promise<IndexedUnit | undefined> | IndexedUnit | undefined;
  counts(): Promise<MeshCounts> | MeshCounts;
  /** Units without a vector of this embedder; vectors of units that are gone go too. */
  unembedded(params: MeshUnembeddedParams): Promise<MeshUnembedded> | MeshUnembedded;
  /** Keeps vectors of length 1, all of one size; those of another embedder or size are thrown away. */
  putVectors(embedder: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void> | void;
  /** The size of the vectors of this embedder; `undefined` where there are none. */
  dimensions(embedder: string): Promise<number | undefined> | number | undefined;
  nearest(vector: Float32Array, limit: number): Promise<readonly Near[]> | readonly Near[];
  cosines(
    vector: Float32Array,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, number>> | ReadonlyMap<string, number>;
  /** Leaves no byte of what was removed. */
  purge(): Promise<void> | void;
  close(): Promise<void> | void;
}

/** The store is no store any more: it is to be moved aside and built again. */
export class StoreBroken extends Error {
  override readonly name = 'StoreBroken';
}
