import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyWord, wordPattern } from '#lib/text/word-pattern.ts';

const WORDS = [
  'group',
  'group chat*',
  'on demand',
  'log of today',
  "don't",
  'load_memory',
  'delet*',
  '1 on 1',
  'à la demande',
  'групп*',
  '群',
  '主 session',
];
/** More lines than are searched word by word. */
const MANY_LINES = 100;

const parts = [...WORDS.map((word) => word.replace('*', '')), 'x', 'é', '群', 'ý', '.', '\n', '😀'];
const glue = ['', ' ', '  ', '   ', '-', '_', ' _', "'s "];
const lines = fc
  .array(fc.tuple(fc.constantFrom(...parts), fc.constantFrom(...glue)), { maxLength: 6 })
  .map((pairs) => pairs.flat().join(''))
  .chain((line) => fc.constantFrom(line, line.replaceAll(' ', '_'), line.replaceAll(' ', '--')));

describe('a table of words', () => {
  it('finds in its first lines what its expression finds later', () => {
    const worn = wordPattern(WORDS);
    const wornPlaces = everyWord(WORDS);
    for (let line = 0; line < MANY_LINES; line += 1) {
      worn.test('');
      wornPlaces('');
    }
    let found = 0;
    fc.assert(
      fc.property(lines, (line) => {
        const { index, 0: word } = wordPattern(WORDS).exec(line) ?? {};
        const late = worn.exec(line);
        expect([index, word]).toEqual([late?.index, late?.[0]]);
        expect(wordPattern(WORDS).test(line)).toBe(late !== null);
        expect(everyWord(WORDS)(line)).toEqual(wornPlaces(line));
        if (late !== null) found += 1;
      }),
      { numRuns: 2000 },
    );
    expect(found).toBeGreaterThan(MANY_LINES);
  });

  it.each([
    ['one or two blanks', 'on  demand', [0]],
    ['three blanks', 'on   demand', []],
    ['an underscore before', '_on demand', []],
    ['inside of another word', 'regroup, groups', []],
    ['any ending', 'deleted, undeleted', [0]],
    ['a script without blanks', '在群里', [1]],
    ['a phrase that holds a word', 'group chats and a group', [0, 18]],
  ])('reads %s', (_, line, places) => {
    expect(everyWord(WORDS.toReversed())(line)).toEqual(places);
  });

  it('takes time in proportion to a long line', () => {
    const line = 'group on 1 à '.repeat(200_000);
    expect(everyWord(WORDS)(line)).toHaveLength(200_000);
    expect(wordPattern(WORDS).test(line)).toBe(true);
  });
});
