/** A writer of an index of its own process, started by tests: puts the logs of `days` days in turn, and tells of each one. */
import process from 'node:process';

import { syncInto } from '#mesh/index-scope.ts';
import { openStore } from '#mesh/open-store.ts';

import { logOf } from './mesh-logs.ts';

const [folder = '', store = '', lancedb = '', days = '0', from = '0'] = process.argv.slice(2);
const count = Number(days);
const index = await openStore({ folder, store: store === 'sqlite' ? store : 'lancedb', lancedb });
process.stdout.write('open\n');
for (let at = 0; at < count; at += 1) {
  const { file, text } = logOf((Number(from) + at) % count);
  await syncInto(index, { texts: [{ file, text, stamp: 'one', secretLines: [] }], gone: [] });
  process.stdout.write(`${file}\n`);
}
await index.close();
