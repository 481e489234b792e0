/** What is read of a workspace while no kernel writes to it, without standing still. */
import type { Synchronous } from '#kernel/gate/ports.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { WriteLock } from './write-lock.ts';

/**
 * Runs `work` while no kernel writes to the workspace of this state. Throws WORKSPACE_WRITING, INTERRUPTED, STATE_UNUSABLE, and
 * what `work` throws.
 */
export const inOneMoment = async <Value>(
  home: StateHome,
  signal: AbortSignal,
  work: Synchronous<Value>,
): Promise<Value> => {
  const lock = new WriteLock(home);
  try {
    return await lock.exclusivelyLater(signal, work);
  } finally {
    lock.lock.close();
  }
};
