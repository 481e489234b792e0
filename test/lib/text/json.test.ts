import { describe, expect, it } from 'vitest';
import { isJsonObject, memberAt, membersOf, textAt } from '#lib/text/json.ts';

const OTHERS = [[], [{ a: 1 }], null, undefined, 'a', 1, true, () => 1];

describe('an object of JSON', () => {
  it('has members under names', () => {
    expect(isJsonObject({})).toBe(true);
    expect(isJsonObject(JSON.parse('{"__proto__":1}'))).toBe(true);
    expect(membersOf({ a: [1] })).toEqual({ a: [1] });
  });

  it.each(OTHERS)('is not %j', (value) => {
    expect(isJsonObject(value)).toBe(false);
    expect(membersOf(value)).toEqual({});
  });
});

describe('a member', () => {
  it('stands under its names, and in no list', () => {
    const value = { a: { b: 'text' }, list: ['x'], length: { b: 1 } };
    expect(memberAt(value, 'a', 'b')).toBe('text');
    expect(memberAt(value)).toBe(value);
    expect(memberAt(value, 'a', 'c', 'd')).toBeUndefined();
    expect(memberAt(value, 'list', '0')).toBeUndefined();
    expect(memberAt(value, 'list', 'length')).toBeUndefined();
    expect(memberAt(value, 'a', 'constructor')).toBeUndefined();
  });

  it('is a text or none', () => {
    expect(textAt({ a: { b: 'text' } }, 'a', 'b')).toBe('text');
    expect(textAt({ a: { b: 1 } }, 'a', 'b')).toBeUndefined();
    expect(textAt('text')).toBe('text');
  });
});
