/** How long a kernel has had, whatever else the machine has to do. */
import { availableParallelism, loadavg } from 'node:os';

import { areBusy } from './processes.ts';

/** So many times as long on a machine that has so many times as much to do as it can. */
const PATIENCE_MAX = 6;

/** The time that a run has had, on a machine that has nothing else to do. */
export class SpentTime {
  ms = 0;
  #last = Date.now();

  /** Whoever waits for nothing but the machine has less of it on a busy one; whoever sleeps has all of it. */
  look(processes: readonly number[]): void {
    const now = Date.now();
    this.ms += (now - this.#last) / (areBusy(processes) ? patience() : 1);
    this.#last = now;
  }
}

const patience = (): number => {
  const [load = 0] = loadavg();
  return Math.min(PATIENCE_MAX, Math.max(1, load / availableParallelism()));
};
