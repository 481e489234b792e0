/** A thread of `yamo audit`: takes workspaces off a common list until it is empty. */
import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Shift } from './crew.ts';

const shift: Shift = workerData;
if (shift.compileCache !== undefined) enableCompileCache(shift.compileCache);
const { work } = await import('./crew.ts');
// One text is copied in a fraction of the time that so many small objects take.
await work(shift, (outcomes) => parentPort?.postMessage(JSON.stringify(outcomes)));
