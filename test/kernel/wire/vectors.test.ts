import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { packVector, unpackVector } from '#kernel/wire/vectors.ts';
import { forAll } from '#test/support/property.ts';

it('hands vectors over at length 1, in their direction', () => {
  const numbers = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), {
    minLength: 1,
    maxLength: 64,
  });
  forAll(numbers, (given) => {
    fc.pre(Math.hypot(...given) > 1e-6);
    const vector = unpackVector(packVector(given)) ?? new Float32Array();
    expect(vector).toHaveLength(given.length);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    const dot = given.reduce((sum, number, at) => sum + number * (vector[at] ?? 0), 0);
    expect(dot / Math.hypot(...given)).toBeCloseTo(1, 5);
  });
});

it('takes nothing else for a vector', () => {
  for (const text of [
    '',
    'AAA=',
    'AAAAAAA=',
    Buffer.from(Float32Array.of(NaN).buffer).toString('base64'),
  ])
    expect(unpackVector(text)).toBeUndefined();
});
