/** How many there are, in words: `1 rule`, `2 rules`. */
export const plural = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
