import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';

import {
  either,
  fitting,
  type GuardedBy,
  isAnything,
  isBoolean,
  isInteger,
  isNumber,
  isString,
  jsonAs,
  listOf,
  objectOf,
  oneOf,
  recordOf,
  type TypeGuard,
  wordOf,
} from '#lib/guard.ts';

/** What somebody may have put in the place of a value. */
const HOSTILE = [null, true, 0, -1, 1.5, 2 ** 60, '', 'x', [], {}, [null], { length: 1 }];

const accepted = (of: TypeGuard): readonly unknown[] => HOSTILE.filter((one) => of(one));

describe('a guard of one value', () => {
  it.each<[string, TypeGuard, readonly unknown[]]>([
    ['a text', isString, ['', 'x']],
    ['any word', wordOf('a', 'b'), ['', 'x']],
    ['a number', isNumber, [0, -1, 1.5, 2 ** 60]],
    ['an integer that is exact', isInteger, [0, -1]],
    ['a flag', isBoolean, [true]],
    ['one of several', oneOf('x', 0, null), [null, 0, 'x']],
    ['what either lets through', either(isString, oneOf(null)), [null, '', 'x']],
    ['what fits, too', fitting(isNumber, (one) => one < 0), [-1]],
    ['a list', listOf(oneOf(null)), [[], [null]]],
    ['a record', recordOf(isNumber), [{}, { length: 1 }]],
    ['an object', objectOf({ length: isNumber }), [{ length: 1 }]],
    ['an object that may have something', objectOf({}, { length: isString }), [{}]],
  ])('lets through %s', (_what, of, expected) => {
    expect(accepted(of)).toEqual(expected);
  });
});

describe('a guard of an object', () => {
  const isShape = objectOf(
    { kind: oneOf('a', 'b'), at: isString },
    { tags: listOf(isString), also: objectOf({ n: isInteger }) },
  );
  const whole = { kind: 'a', at: 't', tags: ['x'], also: { n: 1 } };

  it('has the type that it says', () => {
    interface Expected {
      readonly kind: 'a' | 'b';
      readonly at: string;
      readonly tags?: readonly string[];
      readonly also?: { readonly n: number };
    }
    const shape: GuardedBy<typeof isShape> = { kind: 'a', at: 't', tags: ['x'], also: { n: 1 } };
    const expected: Expected = shape;
    expectTypeOf(expected).toExtend<typeof shape>();
    expect(isShape(shape)).toBe(true);
  });

  it.each([
    ['what may be missing', { kind: 'b', at: '' }],
    ['what a later version adds', { ...whole, later: [null] }],
  ])('lets through %s', (_what, value) => {
    expect(isShape(value)).toBe(true);
  });

  it.each([
    ['a member that is missing', { kind: 'a' }],
    ['a member of another type', { ...whole, at: 1 }],
    ['`null` for what may be missing', { ...whole, tags: null }],
    ['something wrong deep inside', { ...whole, also: { n: 1.5 } }],
    ['a list', [whole]],
  ])('refuses %s', (_what, value) => {
    expect(isShape(value)).toBe(false);
  });

  it('takes no member of the prototype for its own', () => {
    expect(objectOf({ constructor: isAnything })({})).toBe(false);
    expect(objectOf({ at: isString })(JSON.parse('{"__proto__":{"at":"t"}}'))).toBe(false);
    expect(recordOf(isString)(JSON.parse('{"__proto__":1}'))).toBe(false);
  });

  it('never throws, whatever it is asked', () => {
    const all = fc.property(fc.anything(), (value) => typeof isShape(value) === 'boolean');
    expect(() => fc.assert(all)).not.toThrow();
  });
});

it('reads JSON, or nothing', () => {
  expect(jsonAs('["a"]', listOf(isString))).toEqual(['a']);
  for (const text of ['["a"', '[1]', '']) expect(jsonAs(text, listOf(isString))).toBeUndefined();
});
