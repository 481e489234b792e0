/** A thread of `yamo audit`: takes workspaces off a common list until it is empty. */
import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Batch } from './worker-pool.ts';

const batch: Batch = workerData;
if (batch.compileCache !== undefined) enableCompileCache(batch.compileCache);
const { work } = await import('./worker-pool.ts');
// One text is copied in a fraction of the time that so many small objects take.
await work(batch, (outcomes) => parentPort?.postMessage(JSON.stringify(outcomes)));
