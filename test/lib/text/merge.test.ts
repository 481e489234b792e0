import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MERGE_MAX_EDITS, MERGE_MAX_LINES } from '#lib/spec/limits.ts';
import { mergeTexts } from '#lib/text/merge.ts';
import { inRuns } from '#test/support/property.ts';

const BASE = '# Memory\n\n- one\n- two\n- three\n- four\n- five\n';

describe('two changes of one text', () => {
  it.each([
    ['far apart', '- one', '- ONE', '- five', '- FIVE'],
    ['one of them taking lines out', '- one\n', '', '- four', '- 4'],
    ['one of them putting lines in', '- one', '- zero\n- one', '- four\n', ''],
  ])('%s are both in the merged one', (_what, from, to, otherFrom, otherTo) => {
    const mine = BASE.replace(from, to);
    const theirs = BASE.replace(otherFrom, otherTo);
    const both = mine.replace(otherFrom, otherTo);
    expect(mergeTexts(BASE, mine, theirs)).toEqual({ merged: both, conflicts: 0 });
  });

  it.each([
    ['of the same line', '- two', '- 2', '- two', '- ii'],
    ['of neighbouring lines', '- two', '- 2', '- three', '- 3'],
    ['one of which removes what the other changed', '- two\n', '', '- two', '- ii'],
    ['both at the end', '- five\n', '- five\n- mine\n', '- five\n', '- five\n- theirs\n'],
  ])('%s meet: there is no merged text', (_what, from, to, otherFrom, otherTo) => {
    const merge = mergeTexts(BASE, BASE.replace(from, to), BASE.replace(otherFrom, otherTo));
    expect(merge).toEqual({ merged: undefined, conflicts: 1 });
  });

  it('that are the same count as one', () => {
    const same = BASE.replace('- two', '- 2');
    expect(mergeTexts(BASE, same, same)).toEqual({ merged: same, conflicts: 0 });
    const more = same.replace('- five', '- 5');
    expect(mergeTexts(BASE, more, same)).toEqual({ merged: more, conflicts: 0 });
  });

  it('are counted place by place where they meet', () => {
    const mine = BASE.replace('- one', '- I').replace('- five', '- V');
    const theirs = BASE.replace('- one', '- 1').replace('- five', '- 5');
    expect(mergeTexts(BASE, mine, theirs)).toEqual({ merged: undefined, conflicts: 2 });
  });

  it('of an empty text meet, unless one of them did nothing', () => {
    expect(mergeTexts('', 'mine\n', 'theirs\n')?.conflicts).toBe(1);
    expect(mergeTexts('', 'mine\n', '')).toEqual({ merged: 'mine\n', conflicts: 0 });
  });

  it('keep line ends as they are', () => {
    const base = 'one\r\ntwo\r\nthree\nfour';
    const merge = mergeTexts(base, base.replace('one', '1'), `${base}\n`);
    expect(merge?.merged).toBe('1\r\ntwo\r\nthree\nfour\n');
  });
});

const many = (line: (index: number) => string, count: number): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

describe('texts that would hold the kernel up', () => {
  it('are not compared', () => {
    const long = many(() => 'x', MERGE_MAX_LINES + 1);
    expect(mergeTexts(long, long, long)).toBeUndefined();
    const one = many((index) => `a${index}`, MERGE_MAX_EDITS);
    const other = many((index) => `b${index}`, MERGE_MAX_EDITS);
    expect(mergeTexts(one, other, one)).toBeUndefined();
    expect(mergeTexts(one, one, other)).toBeUndefined();
  });

  it('are, where they are long and hardly differ', () => {
    const long = many(() => 'x', MERGE_MAX_LINES - 1);
    expect(mergeTexts(long, `${long}\ny`, `z\n${long}`)?.merged).toBe(`z\n${long}\ny`);
  });
});

describe('any three texts', () => {
  const text = fc
    .array(fc.constantFrom('', 'a', 'b', 'c', '__proto__', 'length'), { maxLength: 12 })
    .map((lines) => lines.join('\n'));

  it('merge to theirs if I did nothing, to mine if they did nothing, and the same from both sides', () => {
    inRuns(2000)(text, text, text, (base, mine, theirs) => {
      expect(mergeTexts(base, base, theirs)).toEqual({ merged: theirs, conflicts: 0 });
      expect(mergeTexts(base, mine, base)).toEqual({ merged: mine, conflicts: 0 });
      expect(mergeTexts(base, mine, mine)).toEqual({ merged: mine, conflicts: 0 });
      expect(mergeTexts(base, mine, theirs)).toEqual(mergeTexts(base, theirs, mine));
    });
  });

  it('merge to nothing that neither of us wrote', () => {
    inRuns(2000)(text, text, text, (base, mine, theirs) => {
      const lines = new Set([base, mine, theirs].flatMap((one) => one.split('\n')));
      const merged = mergeTexts(base, mine, theirs)?.merged ?? '';
      expect(merged === '' || merged.split('\n').every((line) => lines.has(line))).toBe(true);
    });
  });
});
