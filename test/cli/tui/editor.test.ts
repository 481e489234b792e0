import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOf } from '#lib/text/terminal.ts';

import { Editor } from '#cli/tui/editor.ts';
import { viewInput } from '#cli/tui/input-view.ts';
import { edit, type Key, pasted } from '#cli/tui/keys.ts';
import { inRuns } from '#test/support/property.ts';

const typed = (text: string, ...keys: readonly string[]): Editor => {
  const editor = new Editor();
  editor.set(text);
  for (const key of keys) edit(editor, keyOf(key));
  return editor;
};

/** `C-a`, `M-left`, `backspace`; a single character types itself. */
const keyOf = (name: string): Key => {
  const [, modifier, base = ''] = /^(?:([CM])-)?(.*)$/su.exec(name) ?? [];
  return {
    name: base,
    ctrl: modifier === 'C',
    meta: modifier === 'M',
    sequence: base.length === 1 ? base : '',
  };
};

/** The text, with the cursor as a bar. */
const seen = ({ text, cursor }: Editor): string => `${text.slice(0, cursor)}|${text.slice(cursor)}`;

describe('the editor', () => {
  it.each([
    ['one two', ['C-w'], 'one |'],
    ['one two', ['C-w', 'C-w'], '|'],
    ['one two', ['C-u'], '|'],
    ['one two', ['home', 'C-k'], '|'],
    ['one two', ['C-a', 'M-d'], '| two'],
    ['one two', ['M-b', 'x'], 'one x|two'],
    ['one two', ['C-w', 'home', 'C-y'], 'two|one '],
    ['one two', ['M-backspace'], 'one |'],
    ['ab', ['left', 'backspace'], '|b'],
    ['ab', ['left', 'left', 'delete'], '|b'],
    ['ab', ['left', 'M-return'], 'a\n|b'],
    ['a👩‍👩‍👧b', ['left', 'backspace'], 'a|b'],
    ['e\u0301', ['backspace'], '|'],
    ['one\ntwo', ['home', 'backspace'], 'one|two'],
    ['one\ntwo', ['C-left', 'C-left'], '|one\ntwo'],
    ['one\ntwo', ['end', 'C-right'], 'one\ntwo|'],
  ])('%j after %j', (text, keys, expected) => {
    expect(seen(typed(text, ...keys))).toBe(expected);
  });

  it('goes up and down in a text of several lines, and says where there are no more', () => {
    const editor = typed('long line\nb\nthird');
    expect(editor.up()).toBe(true);
    expect(seen(editor)).toBe('long line\nb|\nthird');
    expect(editor.up()).toBe(true);
    expect(seen(editor)).toBe('l|ong line\nb\nthird');
    expect(editor.up()).toBe(false);
    expect([editor.down(), editor.down(), editor.down()]).toEqual([true, true, false]);
  });

  it('never cuts a character, whatever is pressed', () => {
    const keys = fc.constantFrom(
      'left',
      'right',
      'C-left',
      'C-right',
      'backspace',
      'delete',
      'C-w',
      'C-u',
      'C-k',
      'C-y',
      'home',
      'end',
      'M-d',
      '漢',
    );
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '漢', '🎉', '\n'), maxLength: 15 });
    inRuns(500)(text, fc.array(keys, { maxLength: 30 }), (given, pressed) => {
      const editor = typed(given, ...pressed);
      expect(editor.text.isWellFormed()).toBe(true);
      expect(editor.text.slice(0, editor.cursor).isWellFormed()).toBe(true);
    });
  });

  it('takes no control character from a key', () => {
    const editor = new Editor();
    expect(edit(editor, { sequence: '\u001B[99~' })).toBe(false);
    expect(edit(editor, { name: 'undefined', sequence: '\u0000' })).toBe(false);
    expect(editor.text).toBe('');
  });
});

it('a paste has the line ends of a text, and no control characters', () => {
  expect(pasted('a\rb\r\nc\n\td\u001B[31m\u0007')).toBe('a\nb\nc\n\td[31m');
});

describe('the rows of what is typed', () => {
  it('break where the terminal ends, with the cursor where it is', () => {
    expect(viewInput({ text: 'abcdef', cursor: 4 }, 2, 6, 9)).toEqual({
      rows: ['abcd', 'ef'],
      cursor: { row: 1, column: 2 },
    });
    expect(viewInput({ text: 'abcd', cursor: 4 }, 2, 6, 9)).toEqual({
      rows: ['abcd', ''],
      cursor: { row: 1, column: 2 },
    });
    expect(viewInput({ text: 'a\n漢b', cursor: 3 }, 2, 9, 9)).toEqual({
      rows: ['a', '漢b'],
      cursor: { row: 1, column: 4 },
    });
  });

  it('are those around the cursor, where there are too many', () => {
    const text = Array.from({ length: 50 }, (_, index) => String(index)).join('\n');
    const { rows, cursor } = viewInput({ text, cursor: text.indexOf('25') }, 2, 20, 5);
    expect(rows).toHaveLength(5);
    expect(rows[cursor.row]).toBe('25');
    expect(viewInput({ text, cursor: 0 }, 2, 20, 5).rows).toEqual(['0', '1', '2', '3', '4']);
    expect(viewInput({ text, cursor: text.length }, 2, 20, 5).rows.at(-1)).toBe('49');
  });

  it('are never wider than the terminal', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '漢', '🎉', '\n', '\t'),
      maxLength: 80,
    });
    inRuns(1000)(text, fc.nat(80), (given, cursor) => {
      const { rows, cursor: place } = viewInput({ text: given, cursor }, 2, 12, 6);
      expect(rows.every((row) => widthOf(row) <= 10)).toBe(true);
      expect(place.column).toBeLessThanOrEqual(12);
      expect(rows[place.row]).toBeDefined();
    });
  });
});
