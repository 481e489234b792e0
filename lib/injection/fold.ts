/**
 * A text as a reader takes it who is not deceived by how its letters look: no accents, no full-width or mathematical
 * letters, no letters of one script that look like those of another, nothing invisible. Places in it lead back.
 */
import { withoutInvisible } from '#lib/text/unseen.ts';

/** A text in which look-alikes are one letter, and the way back to the text as it is. */
export interface Folded {
  readonly folded: string;
  /** The offset in the text of an offset in the folded one. */
  readonly placeOf: (at: number) => number;
}

const NOT_ASCII = /[^\0-\x7F]/gu;

/** Folds letters that look alike, and drops what nobody sees. Linear; never throws. */
export const fold = (text: string): Folded => {
  const shifts = new Shifts();
  const folded = text.replaceAll(NOT_ASCII, (char, at: number) => {
    const plain = plainOf(char);
    shifts.add(at + char.length, char.length - plain.length);
    return plain;
  });
  return { folded, placeOf: (at) => shifts.placeOf(at) };
};

/** How far places behind a change are moved. */
class Shifts {
  /** Offsets in the folded text from which on a shift holds, growing. */
  readonly #from: number[] = [0];
  readonly #by: number[] = [0];

  /** What stands at `at` in the text, and behind it, is `by` further to the left than before. */
  add(at: number, by: number): void {
    if (by === 0) return;
    const last = this.#from.length - 1;
    const sum = (this.#by[last] ?? 0) + by;
    const from = at - sum;
    if (this.#from[last] === from) this.#by[last] = sum;
    else {
      this.#from.push(from);
      this.#by.push(sum);
    }
  }

  placeOf(at: number): number {
    let low = 0;
    let high = this.#from.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#from[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return at + (this.#by[low] ?? 0);
  }
}

/** Small letters of Cyrillic, Greek and others, by the Latin one that they look like. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аαɑ',
    c: 'с',
    d: 'ԁ',
    e: 'е',
    g: 'ɡ',
    h: 'һ',
    i: 'іιı',
    j: 'ј',
    k: 'κ',
    l: 'ӏʟ',
    n: 'ո',
    o: 'оοᴏ',
    p: 'рρ',
    q: 'ԛ',
    s: 'ѕ',
    t: 'τ',
    u: 'υ',
    v: 'ν',
    w: 'ԝ',
    x: 'х',
    y: 'у',
  }).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)),
);

/** Each character is looked up once: the table of Unicode is the limit of this one. */
const known = new Map<string, string>();

const plainOf = (char: string): string => {
  const before = known.get(char);
  if (before !== undefined) return before;
  const letters = withoutInvisible(char.toLowerCase().normalize('NFKD'))
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFC');
  const plain = letters.replaceAll(/\p{L}/gu, (letter) => LOOK_ALIKES.get(letter) ?? letter);
  known.set(char, plain);
  return plain;
};
