/** Heights of rows of which most were never shown: those that were are known, the others are taken for as high as the mean. */

/** Sums of a Fenwick tree: a height is changed, and an offset found, in as many steps as the number of rows has digits. */
export class Heights {
  #tree: number[] = [0];
  #heights: number[] = [];

  /** `heights`: of every row, in pixels. */
  constructor(heights: readonly number[] = []) {
    this.#heights = [...heights];
    this.#tree = [0, ...heights];
    for (let at = 1; at < this.#tree.length; at += 1) {
      const above = at + (at & -at);
      if (above < this.#tree.length) this.#tree[above] = this.#at(above) + this.#at(at);
    }
  }

  get length(): number {
    return this.#heights.length;
  }

  /** Of all rows. */
  get total(): number {
    return this.offsetOf(this.length);
  }

  /** Of the rows before the one at `index`. */
  offsetOf(index: number): number {
    let sum = 0;
    for (let at = Math.min(index, this.length); at > 0; at -= at & -at) sum += this.#at(at);
    return sum;
  }

  /** Which row is at `offset`. */
  indexAt(offset: number): number {
    let [index, left] = [0, offset];
    let step = 1;
    while (step * 2 <= this.length) step *= 2;
    for (; step > 0; step = Math.floor(step / 2)) {
      const next = index + step;
      if (next > this.length || this.#at(next) > left) continue;
      index = next;
      left -= this.#at(next);
    }
    return Math.min(index, Math.max(0, this.length - 1));
  }

  set(index: number, height: number): void {
    const change = height - (this.#heights[index] ?? 0);
    if (change === 0 || index >= this.length) return;
    this.#heights[index] = height;
    for (let at = index + 1; at < this.#tree.length; at += at & -at)
      this.#tree[at] = this.#at(at) + change;
  }

  #at(at: number): number {
    return this.#tree[at] ?? 0;
  }
}
