/** Whether the folder that is served is still there: all that is written to one that was removed or moved away is lost. */
import { PRESENCE_LOOK_MS } from '#lib/spec/limits.ts';
import { sameFile } from '#kernel/fs/directory.ts';
import type { Disk, Stat } from '#kernel/fs/disk.ts';
import { watchFolder, type Watching } from '#kernel/process/watch.ts';

/** Calls `gone` once when another folder, or none, stands at `path`; until it is ended. */
export class FolderWatch {
  readonly #watching: Watching | undefined;
  #looking: NodeJS.Timeout | undefined;

  constructor({ disk, path, stat }: { disk: Disk; path: string; stat: Stat }, gone: () => void) {
    const look = (): void => {
      const found = seen(disk, path);
      if (found !== undefined && sameFile(found, stat)) return;
      this.end();
      gone();
    };
    const lookNowAndThen = (): void => {
      this.#looking ??= setInterval(look, PRESENCE_LOOK_MS).unref();
    };
    try {
      this.#watching = watchFolder(path, look, lookNowAndThen);
    } catch {
      lookNowAndThen();
    }
  }

  end(): void {
    clearInterval(this.#looking);
    this.#watching?.close();
  }
}

const seen = (disk: Disk, path: string): Stat | undefined => {
  try {
    return disk.lstat(path);
  } catch {
    return undefined;
  }
};
