/** Which store keeps an index, and why: what the owner chose, else the best that is there. */
import type { StoreKind } from '#lib/protocol/mesh.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { NativePackage } from '#kernel/process/native-package.ts';

/** A store, and what its process needs to see of the machine. */
export interface ChosenStore {
  readonly store: StoreKind;
  /** Why this one, in words. */
  readonly why: string;
  /** The file that is imported, where the store is LanceDB. */
  readonly lancedb?: string;
  readonly native: readonly string[];
}

/** `found`: LanceDB, where it is. Throws MESH_STORE_MISSING. */
export const chooseStore = (
  chosen: StoreKind | undefined,
  found: NativePackage | undefined,
): ChosenStore => {
  if (chosen === 'sqlite') return { store: 'sqlite', why: 'you chose it', native: [] };
  if (found === undefined) {
    if (chosen === 'lancedb') throw new Refusal('MESH_STORE_MISSING', {});
    return { store: 'sqlite', why: 'LanceDB is not installed (yamo mesh install)', native: [] };
  }
  const { entry, tree, version } = found;
  const why = `${chosen === 'lancedb' ? 'you chose it' : 'it is installed'}, version ${version}`;
  return { store: 'lancedb', why, lancedb: entry, native: [tree] };
};
