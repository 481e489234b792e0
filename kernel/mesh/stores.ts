/** Which store keeps an index, and why: SQLite, unless the owner chose LanceDB. */
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
  if (chosen !== 'lancedb')
    return { store: 'sqlite', why: chosen === undefined ? COMES_WITH : CHOSEN, native: [] };
  if (found === undefined) throw new Refusal('MESH_STORE_MISSING', {});
  const { entry, tree, version } = found;
  return { store: 'lancedb', why: `${CHOSEN}, version ${version}`, lancedb: entry, native: [tree] };
};

const COMES_WITH = 'it comes with Node';
const CHOSEN = 'you chose it';
