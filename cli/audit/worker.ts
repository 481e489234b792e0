/** A thread of `yamo audit`: takes workspaces off a common list until it is empty. */
import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Message, Shift } from './crew.ts';

const shift: Shift = workerData;
if (shift.compileCache !== undefined) enableCompileCache(shift.compileCache);
const { work } = await import('./crew.ts');
await work(shift, (outcomes) => {
  const message: Message = { text: JSON.stringify(outcomes), count: outcomes.length };
  parentPort?.postMessage(message);
});
