/** What notes are made of: words picked, and values made up, so that no credential stands in a file of this project. */
import { numbersFrom } from '#test/support/random.ts';

const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdef`;
const LOWER = 'abcdefghijkmnopqrstuvwyz';
const PLAIN = `${DIGITS}${LOWER}ABCDEFGHJKLMNPQRSTUVWYZ`;
const MARKS = '#$%&!?@^';

/** Picks and makes up, the same for the same seed. */
export class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = numbersFrom(seed);
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.between(0, values.length - 1)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }

  chars(count: number, alphabet: string): string {
    return Array.from({ length: count }, () => this.pick(Array.from(alphabet))).join('');
  }

  digits(count: number): string {
    return this.chars(count, DIGITS);
  }

  hex(count: number): string {
    return this.chars(count, HEX);
  }

  lower(count: number): string {
    return this.chars(count, LOWER);
  }

  /** Letters of both cases and digits, some of each. */
  plain(count: number): string {
    const all = `${this.digits(2)}${this.lower(2)}${this.lower(2).toUpperCase()}`;
    return this.#mix(`${all}${this.chars(count - all.length, PLAIN)}`);
  }

  /** As a manager of passwords makes them. */
  made(count: number): string {
    return this.#mix(`${this.plain(count - 2)}${this.chars(2, MARKS)}`);
  }

  uuid(): string {
    return [8, 4, 4, 4, 12].map((count) => this.hex(count)).join('-');
  }

  #mix(text: string): string {
    const chars = Array.from(text);
    for (let at = chars.length - 1; at > 0; at -= 1) {
      const other = this.between(0, at);
      [chars[at], chars[other]] = [chars[other] ?? '', chars[at] ?? ''];
    }
    // No token begins with a mark of emphasis or a place to fill in.
    const whole = chars.join('');
    return /^[a-z0-9]/i.test(whole) ? whole : `k${whole.slice(1)}`;
  }
}
