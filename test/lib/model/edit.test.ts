import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { replaceOnce } from '#lib/model/edit.ts';
import { forAll } from '#test/support/property.ts';

const textOf = (...given: Parameters<typeof replaceOnce>): string => {
  const edited = replaceOnce(...given);
  return edited.ok ? edited.text : edited.reason;
};

describe('replaceOnce', () => {
  it('replaces what stands in the text once', () => {
    expect(textOf('one\ntwo\nthree\n', 'two', '2')).toBe('one\n2\nthree\n');
    expect(textOf('one\ntwo\n', '\ntwo', '')).toBe('one\n');
    // Nothing in the new text has a meaning of its own.
    expect(textOf('a', 'a', '$& $1')).toBe('$& $1');
  });

  it('refuses what is not there, what is there twice, and nothing', () => {
    expect(textOf('one', 'two', '')).toMatch(/not in the file/);
    expect(textOf('one one', 'one', '')).toMatch(/more than once/);
    expect(textOf('aaa', 'aa', '')).toMatch(/more than once/);
    expect(textOf('one', '', 'x')).toMatch(/empty/);
  });

  it('changes nothing else', () => {
    const short = fc.string({ minLength: 1, maxLength: 3 });
    forAll(fc.string(), short, short, fc.string(), (head, old, after, tail) => {
      const edited = replaceOnce(head + old + tail, old, after);
      fc.pre(edited.ok);
      expect(edited.ok && edited.text).toBe(head + after + tail);
    });
  });
});
