import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { extents, scanLines, splitLines } from '#lib/text/lines.ts';
import { forAll } from '#test/support/property.ts';

const kinds = (text: string): string => [...scanLines(text)].map(({ kind }) => kind).join(' ');

describe('scanLines', () => {
  it('ends lines at LF, CRLF and a lone CR, and drops a byte order mark [R-86]', () => {
    expect([...splitLines('\uFEFFa\r\nb\rc\n\nd')]).toEqual(['a', 'b', 'c', '', 'd']);
  });

  it.each([
    ['at the next line left of the item', '- a\n  ```\n  # b\n# c', 'text fence code heading'],
    ['under a number', '1. a\n   ~~~\n   b\n  c', 'text fence code text'],
    ['behind the marker', '- ```\n  a\n# b', 'fence code heading'],
    ['with a tab', '- a\n\t```\n\tb\nc', 'text fence code text'],
    ['in the second item', '- a\n- b\n\n  ```\n  c\n- d', 'text text text fence code text'],
  ])('a fence in a list item ends with it: %s [R-86]', (_, text, expected) => {
    expect(kinds(text)).toBe(expected);
  });

  it.each([
    [
      'four columns deep',
      '1. a\n\n    ```\n    # b\n    ```\nc',
      'text text fence code fence text',
    ],
    ['two items deep', '- a\n  - b\n    ```\n    c\n    ```', 'text text fence code fence'],
    ['five columns right of the item', '- a\n\n       ```\n', 'text text text'],
    ['under no item', 'a\n\n    ```\n', 'text text text'],
  ])('a fence is measured from its list item: %s [R-86]', (_, text, expected) => {
    expect(kinds(text)).toBe(expected);
  });

  it('a comment in a list item ends with it [R-86]', () => {
    expect(kinds('- a\n  <!-- b\n  # c\n# d')).toBe('text comment comment heading');
    expect(kinds('<!-- a\n# b\n\n--> # c\n# d')).toBe('comment comment comment comment heading');
  });

  it.each([
    ['a thematic break', '* * *\n  ```\n# a\n  ```', 'text fence code fence'],
    ['a number within a paragraph', 'a\n2. ```\n# b', 'text text heading'],
    ['an empty item', 'a\n-\n  ```\n# b\n  ```', 'text text fence code fence'],
    ['a word with a dash before it', '-a\n  ```\n# b\n  ```', 'text fence code fence'],
  ])('%s opens no list item [R-86]', (_, text, expected) => {
    expect(kinds(text)).toBe(expected);
  });

  it('gives every line of any text once, in order, with its place', () => {
    const piece = fc.constantFrom(
      '```',
      '<!--',
      '-->',
      '# a',
      '- ',
      '1. ',
      '---',
      '\n',
      '\r',
      '\t',
      '  ',
      'a',
    );
    forAll(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(piece).map((all) => all.join('')),
      ),
      (text) => {
        const lines = [...scanLines(text)];
        expect(lines.map(({ text: raw }) => raw)).toEqual([...splitLines(text)]);
        expect(lines.map(({ at }) => at)).toEqual([...extents(text)].map(({ from }) => from));
        expect(lines.map(({ line }) => line)).toEqual(lines.map((_, index) => index + 1));
      },
    );
  });
});
