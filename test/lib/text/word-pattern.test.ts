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
describe('a table of words', () => {
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

  it('of no words finds nothing', () => {
    expect(wordPattern([]).test('group')).toBe(false);
    expect(everyWord([])('group')).toEqual([]);
  });

  it('takes time in proportion to a long line', () => {
    const line = 'group on 1 à '.repeat(200_000);
    expect(everyWord(WORDS)(line)).toHaveLength(200_000);
    expect(wordPattern(WORDS).test(line)).toBe(true);
  });
});
