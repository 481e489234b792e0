import { expect, it } from 'vitest';

import { marksItself } from '#lib/memory/lasting-line.ts';
import { linesOf, WEEKS } from '#test/support/lasting-talks.ts';

const all = WEEKS.flatMap(linesOf);

it('takes what marks itself for lasting, and hardly anything else [§5.3]', () => {
  const taken = all.filter(({ text }) => marksItself(`- 09:10 ${text}`));
  expect(taken.filter(({ lasts }) => !lasts)).toEqual([]);
  expect(taken.length / all.filter(({ lasts }) => lasts).length).toBeGreaterThan(0.75);
});

it.each([
  ['a birth needs its day', 'The birthday of Piet was loud.', 'Piet was born on 3 May.'],
  ['a dose needs its number', 'She takes tablets every morning.', 'Two tablets every morning.'],
  ['medicine is not cream', 'Bought 250 ml of cream.', 'Take 5 ml twice a day.'],
  ['a question is none', 'Remember the key?', 'Remember the key.'],
])('%s', (_, not, lasting) => {
  expect([not, lasting].map(marksItself)).toEqual([false, true]);
});
