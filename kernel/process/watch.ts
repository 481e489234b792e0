/** Being told when something in a folder changes. */
import { type FSWatcher, watch } from 'node:fs';

/** A watched folder; `close` ends it. */
export interface Watching {
  readonly close: () => void;
}

/**
 * Calls `changed` whenever something in the folder itself changes, and `lost` when it can no longer be watched (it was
 * removed, or the system's limit of watches is reached). Throws the error of the first call.
 */
export const watchFolder = (path: string, changed: () => void, lost: () => void): Watching => {
  const watcher: FSWatcher = watch(path, { persistent: true }, changed);
  watcher.on('error', lost);
  return { close: () => watcher.close() };
};
