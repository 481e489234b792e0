/** Counts what loops over texts look at, whatever the machine: a measure of their work that is no time. */

/** Methods that look at one character, and those that walk from a place to where they find something. */
const STEPS = ['charAt', 'charCodeAt', 'codePointAt'] as const;
const SEARCHES = ['indexOf', 'includes'] as const;

/** Counts of characters; those that expressions visit do not count. */
export interface Visits {
  /** One by one, by a loop. */
  readonly walked: number;
  /** By searches for a literal, each of which takes a tenth of the time of a step of a loop. */
  readonly searched: number;
}

/** What `look` visits. */
export const visitsOf = (look: () => unknown): Visits => {
  const own = String.prototype;
  const kept = Object.getOwnPropertyDescriptors(own);
  let walked = 0;
  let searched = 0;
  const replace = (
    name: (typeof STEPS | typeof SEARCHES)[number],
    count: (text: string, parts: readonly unknown[]) => void,
  ): void => {
    const original: unknown = kept[name].value;
    if (typeof original !== 'function') throw new TypeError(`texts have no ${name}`);
    Object.defineProperty(own, name, {
      ...kept[name],
      value(this: string, ...parts: readonly unknown[]) {
        count(this, parts);
        return Reflect.apply(original, this, parts);
      },
    });
  };
  for (const name of STEPS) replace(name, () => (walked += 1));
  for (const name of SEARCHES)
    replace(name, (text, [wanted, from = 0]) => {
      // The parts of a text are counted by a method that is not.
      const [before = ''] = text.slice(Number(from)).split(String(wanted), 1);
      searched += before.length + 1;
    });
  try {
    look();
  } finally {
    Object.defineProperties(own, kept);
  }
  return { walked, searched };
};
