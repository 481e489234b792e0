import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { at, expiryBeside, textAtPointer } from '#kernel/credentials/json.ts';
import { jwt } from '#test/support/credential-home.ts';

describe('a pointer into JSON', () => {
  it('follows names, also those with a slash or a tilde', () => {
    expect(at({ a: { 'b/c': { '~': 1 } } }, '/a/b~1c/~0')).toBe(1);
    expect(at({ a: ['x', 'y'] }, '/a/1')).toBe('y');
  });

  it('leads nowhere but into what is there', () => {
    expect(at({}, '/constructor')).toBeUndefined();
    expect(at({ a: 'text' }, '/a/length')).toBeUndefined();
    expect(at(null, '/a')).toBeUndefined();
    expect(textAtPointer({ a: 7 }, '/a')).toBeUndefined();
    expect(textAtPointer({ a: ' ' }, '/a')).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, pointer) => {
        expect(() => [at(value, `/${pointer}`), expiryBeside(value, `/${pointer}`)]).not.toThrow();
      }),
    );
  });
});

describe('when a token expires', () => {
  const AT = 1_800_000_000_000;

  it.each([
    ['milliseconds', { t: 'x', expiresAt: AT }],
    ['seconds', { t: 'x', expires_at: AT / 1000 }],
    ['the name that Qwen has', { t: 'x', expiry_date: AT }],
    ['a date', { t: 'x', expires_at: new Date(AT).toISOString() }],
    ['the token itself', { t: jwt(AT / 1000) }],
  ])('is told by %s', (_what, json) => {
    expect(expiryBeside(json, '/t')).toBe(AT);
    expect(expiryBeside({ in: json }, '/in/t')).toBe(AT);
  });

  it.each([
    [{ t: 'x' }],
    [{ t: 'x', expiresAt: 'soon' }],
    [{ t: 'x', expiresAt: 1e300 }],
    [{ t: 'a.b.c' }],
    [{ t: jwt(Number.NaN) }],
  ])('is not told by %j', (json) => {
    expect(expiryBeside(json, '/t')).toBeUndefined();
  });
});
