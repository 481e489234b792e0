/** Calls of the system that may fail, and nothing is lost if they do. */
import { errnoOf } from '#kernel/fs/disk.ts';

/** What `work` gives; `undefined` where a system call failed. Throws refusals, and what is a bug. */
export const tryCall = <Value>(work: () => Value): Value | undefined => {
  try {
    return work();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
};
