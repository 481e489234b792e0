/** When a workspace that failed is tried again. */
import { RETRY_SETTLE_MS } from '#lib/spec/limits.ts';
import { watchFolder, type Watching } from '#kernel/process/watch.ts';

/** Tries once more after a time, or at once when something changes in the folder. */
export class Retry {
  #timer: NodeJS.Timeout;
  readonly #again: () => void;
  readonly #watching: Watching | undefined;
  #isOver = false;

  constructor(path: string, waitMs: number, again: () => void) {
    this.#again = () => {
      this.cancel();
      again();
    };
    this.#timer = setTimeout(this.#again, waitMs);
    try {
      this.#watching = watchFolder(
        path,
        () => this.#soon(),
        () => undefined,
      );
    } catch {
      // It is not there to be watched: then the time decides.
    }
  }

  /** Where it still waits. */
  now(): void {
    if (!this.#isOver) this.#again();
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#again, RETRY_SETTLE_MS);
  }

  cancel(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#watching?.close();
  }
}
