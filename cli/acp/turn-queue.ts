/** The turns of one session, one after the other, in the order in which they were asked for. */
export class TurnQueue {
  #last: Promise<void> = Promise.resolve();
  readonly #waiting = new Set<AbortController>();

  /** Runs `work` when all turns before it are over; `stopped` is returned where `turn` was stopped by then. */
  async run<Value>(
    turn: AbortController,
    work: () => Promise<Value>,
    stopped: Value,
  ): Promise<Value> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    this.#waiting.add(turn);
    try {
      await before;
      this.#waiting.delete(turn);
      return turn.signal.aborted ? stopped : await work();
    } finally {
      resolve();
    }
  }

  /** Stops the turns that wait; returns whether there were any. */
  stop(): boolean {
    const were = this.#waiting.size > 0;
    for (const turn of this.#waiting) turn.abort();
    return were;
  }
}
