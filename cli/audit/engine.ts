/** How V8 works while several threads audit, by flags that it looks at again whenever it compiles or collects. */
import process from 'node:process';

const v8 = (): typeof import('node:v8') => process.getBuiltinModule('node:v8');
const set = (flag: string): void => v8().setFlagsFromString(flag);

const GROWTH = '--semi-space-growth-factor';
/** What it is without us. */
const GROWTH_OF_V8 = 2;

/** A thread collects its garbage when it has so much more than the last time; V8 would wait for several times that. */
const GARBAGE_BYTES = 12 * 1024 * 1024;

/** V8 as this process has it, and what it has done. */
class Engine {
  #isHeld = false;
  #hadThreads = false;
  #judged = 0;
  #collect: (() => void) | undefined;
  #heapAfter = 0;

  /** Have several threads audited in this process? */
  get hadThreads(): boolean {
    return this.#hadThreads;
  }

  /** How many files this thread has judged. */
  get judged(): number {
    return this.#judged;
  }

  noteJudged(files: number): void {
    this.#judged += files;
  }

  /**
   * V8 gives new objects twice the room whenever many of them have lasted; here they last as long as one workspace
   * takes, and the room would become a third of all memory: it stays as it is. And its last compiler takes more time
   * from the threads than its code gives back: a fourteenth of a run, of four thousand workspaces as of one.
   *
   * Compiled code is only loaded under the flags that it was kept under: a thread that starts later compiles it again.
   */
  tuneForThreads(): void {
    set(`${GROWTH}=1`);
    set('--no-opt');
    set('--expose-gc');
    this.#isHeld = true;
    this.#hadThreads = true;
  }

  /**
   * For a thread of several, between two workspaces, when nearly all that has lasted so far is garbage: a tenth more of
   * the processors' time for a fifth less memory.
   */
  collectGarbage(): void {
    if (v8().getHeapStatistics().used_heap_size < this.#heapAfter + GARBAGE_BYTES) return;
    // A realm that was made before the flag was set has none.
    this.#collect ??= process.getBuiltinModule('node:vm').runInNewContext('globalThis.gc');
    if (this.#collect === undefined) return;
    this.#collect();
    this.#heapAfter = v8().getHeapStatistics().used_heap_size;
  }

  /** The threads have ended; the report does not need more room than they did. */
  afterThreads(): void {
    if (this.#isHeld) set('--opt');
  }

  /** V8 as it is without us, before compiled code is kept. */
  asBefore(): void {
    if (this.#isHeld) {
      set(`${GROWTH}=${GROWTH_OF_V8}`);
      set('--no-expose-gc');
    }
    this.#isHeld = false;
  }
}

export const ENGINE = new Engine();
