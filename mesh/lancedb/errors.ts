/** What goes wrong in LanceDB: another process that came before, a broken index, or the machine. */
import { setTimeout as delay } from 'node:timers/promises';
import { StoreBroken } from '#mesh/store/store.ts';

/** How often a commit is made again that another one came before. */
const TRIES = 8;
const PAUSE_MS = 20;
const CONFLICT =
  /conflict|concurrent|preempted|incompatible transaction|retry|already set|already exists/iu;
/** A table that is being made by another process is half there. */
export const MAKING = new RegExp(`${CONFLICT.source}|was not found`, 'iu');
/** What no new index cures. A file that is missing, is a folder or leads nowhere (2, 20, 21, 40) is the index. */
const MACHINE = /no space|permission|read-only|too many open|os error (?!(?:2|20|21|40)\b)\d/iu;

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Does it again, a moment later, where another process came before. Throws the last error. */
export const again = async <Value>(
  work: () => Promise<Value>,
  racing = CONFLICT,
): Promise<Value> => {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !racing.test(textOf(error))) throw error;
      await delay(Math.random() * PAUSE_MS);
    }
  }
};

/** Runs `work`. Throws StoreBroken where the index is at fault, and its error where the machine or another process is. */
export const asStoreError = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  try {
    return await work();
  } catch (error) {
    const text = textOf(error);
    if (error instanceof StoreBroken || CONFLICT.test(text)) throw error;
    // Behind it stands where in its own sources it came from.
    if (MACHINE.test(text)) throw new Error(text.split(', /')[0], { cause: error });
    // What it says names files of its own and may quote what they hold.
    throw new StoreBroken('LanceDB cannot read it');
  }
};
