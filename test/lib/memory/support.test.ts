/** What is proposed for MEMORY.md stands in the line that it cites, or is marked: on honest and on forged proposals. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isReplacedBy, isSupported } from '#lib/memory/support.ts';
import { type Cited, FORGED, HONEST } from '#test/support/proposals.ts';
import { forAll } from '#test/support/property.ts';

const marked = (all: readonly Cited[]): readonly Cited[] =>
  all.filter(([line, entry]) => !isSupported(entry, `${line} ; 2026-03-10`));

describe('an entry', () => {
  it('that is forged is never taken for what its line says', () => {
    expect(FORGED).toHaveLength(100);
    expect(FORGED.filter((one) => !marked(FORGED).includes(one))).toEqual([]);
  });

  it('that is honest is marked in at most a fifth of all cases', () => {
    expect(HONEST).toHaveLength(100);
    expect(marked(HONEST).length).toBeLessThanOrEqual(20);
  });

  it('of no words is not supported, and no text ends the judge', () => {
    expect(isSupported('', 'a line')).toBe(false);
    expect(isSupported('— …', '— …')).toBe(false);
    forAll(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, cited) => {
      expect(typeof isSupported(text, cited)).toBe('boolean');
    });
  });
});

describe('a line that is taken out', () => {
  it.each([
    ['- 2026-03-09: the crane of Emden rests', 'the crane of Emden works again'],
    ['- 2026-01-01: tea', '- 2026-01-01: tea'],
    ['- Ada lives in Kiel', 'Ada lives in Hamburg'],
    ['- 艾达住在基尔', '艾达住在汉堡'],
  ])('has something in its place: %s', (line, other) => {
    expect(isReplacedBy(line, other)).toBe(true);
  });

  it.each([
    ['- 2026-03-09: Ada never pays strangers', '- 2026-03-09: fog'],
    ['- Ada is allergic to walnuts', 'Ada drinks tea'],
    ['- 2026-03-09: x', '- 2026-03-09: y'],
    ['', 'anything'],
  ])('has nothing in its place: %s', (line, other) => {
    expect(isReplacedBy(line, other)).toBe(false);
  });
});
