/** One line that says how far long work is, on a terminal only; it leaves nothing behind. */
import process from 'node:process';
import { isWatched, printError } from '#cli/io/terminal.ts';

const EVERY_MS = 100;
/** Work that is done by then needs no words. */
const QUIET_MS = 400;

/** Milliseconds. Node takes a millisecond to load `performance`, which an audit needs for nothing else. */
const now = (): number => process.uptime() * 1000;

export class Progress {
  readonly #isShown = isWatched();
  readonly #begin = now();
  #last = 0;
  #isOnScreen = false;

  /** Shows `text` in place of what was there, not more often than the eye can follow. */
  show(text: string): void {
    const time = now();
    if (!this.#isShown || time - this.#begin < QUIET_MS || time - this.#last < EVERY_MS) return;
    this.#last = time;
    this.#isOnScreen = true;
    printError(`\r\u001B[K${text}`);
  }

  done(): void {
    if (this.#isOnScreen) printError('\r\u001B[K');
    this.#isOnScreen = false;
  }
}
