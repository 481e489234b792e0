/** The store that the kernel asks for. */
import type { MeshOpenParams } from '#lib/protocol/mesh.ts';
import { SqliteStore } from './sqlite/store.ts';
import type { MeshStore } from './store/store.ts';

/** Throws StoreBroken, and what the store throws. */
export const openStore = async ({ folder, store, lancedb }: MeshOpenParams): Promise<MeshStore> => {
  if (store === 'sqlite' || lancedb === undefined) return SqliteStore.open(folder);
  const { LanceStore } = await import('./lancedb/store.ts');
  return LanceStore.open(folder, lancedb);
};
