import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planScan, WordScan } from '#lib/text/word-scan.ts';
import { inRuns } from '#test/support/property.ts';

/** The same, word by word. */
const nextSlowly = (words: readonly string[], text: string, from: number): number => {
  for (let end = from + 1; end <= text.length; end += 1)
    if (words.some((word) => text.slice(from, end).toLowerCase().endsWith(word))) return end;
  return -1;
};

const letters = fc.constantFrom('a', 'b', 'c');
const word = fc.array(letters, { minLength: 1, maxLength: 5 }).map((all) => all.join(''));
const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'A', 'B', ' '), { maxLength: 30 })
  .map((all) => all.join(''));

describe('a scan for words', () => {
  it('ends behind the first of them, as a search for each does', () => {
    inRuns(2000)(
      fc.array(word, { minLength: 1, maxLength: 6 }),
      text,
      fc.nat(5),
      (words, line, from) => {
        expect(new WordScan(planScan(words)).next(line, from)).toBe(nextSlowly(words, line, from));
      },
    );
  });

  it('sees a word in another one that breaks off', () => {
    expect(new WordScan(planScan(['abcd', 'bc'])).next('abcx', 0)).toBe(3);
  });

  it('takes a twin for its letter', () => {
    const scan = new WordScan(planScan(['key'], { k: '\u212A' }));
    expect([scan.next('the \u212Aey', 0), scan.next('the ey', 0)]).toEqual([7, -1]);
  });

  it('is the same after it was written as JSON, as the bundle has it', () => {
    const plan = planScan(['pass', 'code']);
    expect(new WordScan(JSON.parse(JSON.stringify(plan))).next('a passcode', 0)).toBe(6);
  });
});
