/** Work in the order in which it came for each key, for many keys at once, and for so many at the same time. */
export class KeyedQueue {
  readonly #most: number;
  readonly #last = new Map<string, Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #size = 0;

  /** `most`: pieces of work that run at the same time. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Pieces of work that have not come to their end. */
  get size(): number {
    return this.#size;
  }

  /** Runs `work`, which never rejects, when all that came before it for this key is done. */
  add(key: string, work: () => Promise<void>): void {
    this.#size += 1;
    const done = (this.#last.get(key) ?? Promise.resolve()).then(() => this.#inTurn(work));
    this.#last.set(key, done);
    void done.then(() => {
      this.#size -= 1;
      if (this.#last.get(key) === done) this.#last.delete(key);
    });
  }

  /** What comes for `to` from here on waits for what came for `from`, too. */
  follow(from: string, to: string): void {
    const before = [this.#last.get(from), this.#last.get(to)].filter((one) => one !== undefined);
    if (before.length > 0)
      this.#last.set(
        to,
        Promise.all(before).then(() => undefined),
      );
  }

  /** Resolves when nothing is left. */
  async emptied(): Promise<void> {
    while (this.#last.size > 0) {
      const all = [...this.#last];
      await Promise.all(all.map(([, done]) => done));
      for (const [key, done] of all) if (this.#last.get(key) === done) this.#last.delete(key);
    }
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    if (this.#running >= this.#most)
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      await work();
    } finally {
      // Its place is handed on.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
