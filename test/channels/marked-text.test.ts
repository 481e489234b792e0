/** Markdown as text without its marks, and what its parts are. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { markedText } from '#channels/marks/marked-text.ts';
import { forAll } from '#test/support/property.ts';

/** The text, and what stands where. */
const read = (markdown: string): readonly unknown[] => {
  const { text, marks } = markedText(markdown);
  const parts = marks.map(({ is, from, to, url }) =>
    [is, text.slice(from, to), url].filter((one) => one !== undefined),
  );
  return [text, ...parts];
};

describe('an answer in Markdown', () => {
  it.each([
    [
      '**a** *b* ~~c~~ `d*`',
      'a b c d*',
      ['bold', 'a'],
      ['italic', 'b'],
      ['struck', 'c'],
      ['code', 'd*'],
    ],
    ['# A `b`', 'A b', ['bold', 'A b'], ['code', 'b']],
    ['[a](https://b.example/c)', 'a', ['link', 'a', 'https://b.example/c']],
    ['- a\n  - b\n- [x] c', '• a\n   • b\n• ☑ c'],
    ['3. a\n4. b', '3. a\n4. b'],
    ['> `x`', 'x', ['quote', 'x'], ['code', 'x']],
    ['> a\n> b', 'a\nb', ['quote', 'a\nb']],
    ['```js\na\n```\nb', 'a\n\nb', ['block', 'a']],
    [
      '| a | b |\n|-|-|\n| 1 | 2 |',
      '| a | b |\n|-|-|\n| 1 | 2 |',
      ['block', '| a | b |\n|-|-|\n| 1 | 2 |'],
    ],
  ])('%j is %j', (markdown, ...expected) => {
    expect(read(markdown)).toEqual(expected);
  });

  it.each([
    'https://a.example/b_c_d',
    'snake_case_name, 2 * 3 * 4, a < b > c',
    '<b>a</b> <!-- b -->',
    '[a](tg://user?id=5)',
    '[a](javascript:alert(1))',
    '![a](https://b.example/c.png)',
    'a &amp; b',
  ])('%j stays as it is', (markdown) => {
    expect(read(markdown)).toEqual([markdown]);
  });

  it('has marks that lie within the text, and each within or beside the others', () => {
    expect.hasAssertions();
    const part = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '*',
      '**',
      '_',
      '`',
      '```',
      '> ',
      '- ',
      '[',
      '](http://a.b)',
      '~~',
      '# ',
      '|',
      '🐚',
    );
    forAll(fc.array(part, { maxLength: 40 }), (parts) => {
      const { text, marks } = markedText(parts.join(''));
      for (const [at, { from, to }] of marks.entries()) {
        expect(0 <= from && from < to && to <= text.length).toBe(true);
        for (const inner of marks.slice(at + 1))
          expect(inner.from >= to || inner.to <= to, JSON.stringify([text, marks])).toBe(true);
      }
    });
  });
});
