/** Which files fit a name of a layout, and which rows a file has. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fitsPattern } from '#lib/layout/names.ts';
import { forAll } from '#test/support/property.ts';

const PART = fc.constantFrom('a', 'b', '*', '**', 'a*', '*b', '{agent}', 'x-{today}');
const NAME = fc.array(PART, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
const FILE = fc
  .array(fc.constantFrom('a', 'b', 'ab', '.a', 'x-2026-01-02'), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join('/'));

/** Any folders, each tried. */
const fitsByTrying = (pattern: readonly string[], file: readonly string[]): boolean => {
  const [first, ...rest] = pattern;
  const [name, ...names] = file;
  if (first === undefined) return name === undefined;
  if (first === '**')
    return fitsByTrying(rest, file) || (name !== undefined && fitsByTrying(pattern, names));
  return name !== undefined && fitsPattern(first, name) && fitsByTrying(rest, names);
};

describe('a name of a layout', () => {
  it('fits what a trial of all folders fits', () => {
    forAll(NAME, FILE, (name, file) => {
      const pattern = name.replaceAll(/\{\w+\}/g, '*');
      expect(fitsPattern(pattern, file)).toBe(fitsByTrying(pattern.split('/'), file.split('/')));
    });
  });

  it('of many folders is told from a long path', () => {
    const [pattern, file] = ['**/'.repeat(300), 'a/'.repeat(300)];
    expect([
      fitsPattern(`${pattern}b`, `${file}c`),
      fitsPattern(`${pattern}b`, `${file}b`),
    ]).toEqual([false, true]);
  });
});
