/**
 * A table of LanceDB written anew, so that no file holds what was removed: a deletion by itself only marks rows, in files
 * that stay.
 */
import { join } from 'node:path';
import type { Table } from '@lancedb/lancedb';
import { filesBelow, removeFiles } from '#mesh/store/files.ts';
import type { LanceDatabase } from './load.ts';

/** The folders of a table whose files hold texts, terms, vectors or names. */
const CONTENT = ['data', '_deletions', '_indices', '_transactions'];

/** `prepare` makes what belongs to a new table. Throws errors of LanceDB and of the disk. */
export const rewriteTable = async (
  { folder }: LanceDatabase,
  table: Table,
  prepare: () => Promise<void>,
): Promise<void> => {
  const place = join(folder, `${table.name}.lance`);
  const before = CONTENT.flatMap((name) => filesBelow(join(place, name)));
  const rows = await table.query().toArrow();
  if (rows.numRows > 0) await table.add(rows, { mode: 'overwrite' });
  else {
    await table.delete('true');
    for (const { name } of await table.listIndices()) await table.dropIndex(name);
  }
  await prepare();
  await table.optimize({ cleanupOlderThan: new Date(), deleteUnverified: true });
  // It compares times of files with the clock, and leaves those that seem newer, as after a clock was set back.
  removeFiles(before);
};
