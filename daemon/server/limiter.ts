/** How often somebody may ask. */
import { HttpProblem } from '#daemon/methods/problem.ts';

const MINUTE_MS = 60_000;

/** Counts by name, in minutes of this process. */
export class Limiter {
  readonly #most: number;
  #counts = new Map<string, number>();
  #minute = 0;

  /** `most`: in a minute. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Throws a problem with status 429. */
  count(name: string): void {
    const minute = Math.floor(performance.now() / MINUTE_MS);
    if (minute !== this.#minute) this.#counts = new Map();
    this.#minute = minute;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    if (count > this.#most)
      throw new HttpProblem(429, 'TOO_OFTEN', `More than ${this.#most} in a minute.`);
  }
}
