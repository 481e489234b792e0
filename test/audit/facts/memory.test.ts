import { describe, expect, it } from 'vitest';

import { namesDate } from '#audit/facts/memory.ts';

const named = (text: string): boolean => namesDate({ kind: 'text', line: 1, at: 0, text });

const MONTHS =
  'jan feb mar apr may jun jul aug sep oct nov dec mär mai okt dez janv févr avr juin juil août déc ene abr ago dic fev set out';

/** With the longest endings that are read, of letters of one unit and of two. */
const forms = (month: string): readonly string[] => [
  `On 3 ${month}`,
  `12. ${month.toUpperCase()}`,
  `31st of ${month}`,
  `2nd ${month}ember`,
  `a 7 de ${month}`,
  `${month} 3`,
  `${month}. 2026`,
  `${month}ieleicht. 14`,
  `since ${month}\u{1D5EE}\u{1D5EF}\u{1D5F0}\u{1D5F1}\u{1D5F2}\u{1D5F3}\u{1D5F4}\u{1D5F5}. 14`,
];

describe('dates that name a month', () => {
  it.each(MONTHS.split(' '))('are known by %s, in all the ways to write them', (month) => {
    for (const text of forms(month)) expect([text, named(text)]).toEqual([text, true]);
  });

  it.each([
    'a market for 12 boats',
    'no number in march',
    '12 boats out of order',
    'xmay 3',
    'may 20261',
  ])('are not: %s', (text) => {
    expect(named(text)).toBe(false);
  });
});
