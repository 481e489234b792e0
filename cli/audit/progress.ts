/** One line that says how far long work is, on a terminal only; it leaves nothing behind. */
import { isWatched, printError } from '../terminal.ts';

const EVERY_MS = 100;
/** Work that is done by then needs no words. */
const QUIET_MS = 400;

export class Progress {
  readonly #isShown = isWatched();
  readonly #begin = performance.now();
  #last = 0;
  #isOnScreen = false;

  /** Shows `text` in place of what was there, not more often than the eye can follow. */
  show(text: string): void {
    const now = performance.now();
    if (!this.#isShown || now - this.#begin < QUIET_MS || now - this.#last < EVERY_MS) return;
    this.#last = now;
    this.#isOnScreen = true;
    printError(`\r\u001B[K${text}`);
  }

  done(): void {
    if (this.#isOnScreen) printError('\r\u001B[K');
    this.#isOnScreen = false;
  }
}
