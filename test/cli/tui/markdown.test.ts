import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOf } from '#lib/text/terminal.ts';

import { inline } from '#cli/tui/inline.ts';
import { Markdown } from '#cli/tui/markdown.ts';
import { paint, type Row, rowWidth } from '#cli/tui/spans.ts';
import { inRuns } from '#test/support/property.ts';

const ESCAPES = /\p{Cc}\[\d+m/gu;

const wordsIn = (text: string): number => text.split('a').length;

const textOf = (row: Row): string => row.map(({ text }) => text).join('');

/** Rows without their styles, of a text that comes in pieces of so many characters. */
const shown = (
  text: string,
  { width = 40, coloured = true, piece = 5 } = {},
): readonly string[] => {
  const markdown = new Markdown(() => ({ width, coloured }));
  const rows: Row[] = [];
  for (let at = 0; at < text.length; at += piece)
    rows.push(...markdown.push(text.slice(at, at + piece)));
  return [...rows, ...markdown.end()].map((row) => textOf(row).trimEnd());
};

/** A line with its styles: `<bold>x</>`. */
const styles = (line: string): string =>
  inline(line)
    .map(({ text, style }) => (style === undefined ? text : `<${style.join('+')}>${text}</>`))
    .join('');

describe('a line of Markdown', () => {
  it.each([
    ['plain words', 'plain words'],
    ['**strong** and *soft*', '<bold>strong</> and <italic>soft</>'],
    ['__strong__ and _soft_', '<bold>strong</> and <italic>soft</>'],
    ['***both***', '<italic+bold>both</>'],
    ['**a *b* c**', '<bold>a </><italic+bold>b</><bold> c</>'],
    ['~~gone~~', '<strikethrough>gone</>'],
    ['`a * b` * c', '<cyan>a * b</> * c'],
    ['`` a ` b ``', '<cyan>a ` b</>'],
    ['an open ` tick', 'an open ` tick'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['**never closed', '**never closed'],
    [String.raw`\*not\* \_this\_`, '*not* _this_'],
    ['[text](https://a.example)', '<underline>text</><dim> (https://a.example)</>'],
    ['[https://a.example](https://a.example)', '<underline>https://a.example</>'],
    ['[see](https://a.example) (it)', '<underline>see</><dim> (https://a.example)</> (it)'],
    ['[see](https://a.example "and more")', '[see](<underline>https://a.example</> "and more")'],
    ['[a] and [b](c', '[a] and [b](c'],
    ['![picture](a.png)', '<underline>picture</><dim> (a.png)</>'],
    ['<https://a.example>', '<underline>https://a.example</>'],
    ['at https://a.example/b_c_d.', 'at <underline>https://a.example/b_c_d</>.'],
    ['a < b > c', 'a < b > c'],
  ])('%s', (line, expected) => {
    expect(styles(line)).toBe(expected);
  });

  it('loses no word, whatever its marks', () => {
    const hostile = fc.string({
      unit: fc.constantFrom(
        '*',
        '_',
        '`',
        '[',
        ']',
        '(',
        ')',
        '~',
        '\\',
        ' ',
        'a',
        '<',
        'https://',
      ),
      maxLength: 60,
    });
    inRuns(2000)(hostile, (line) => {
      expect(wordsIn(textOf(inline(line)))).toBe(wordsIn(line));
    });
  });
});

describe('Markdown that streams in', () => {
  it('is broken between words, and hangs below its bullet', () => {
    expect(shown('- one two three four five six seven\n', { width: 20 })).toEqual([
      '• one two three four',
      '  five six seven',
    ]);
  });

  it.each([
    ['# Title #\n', ['Title']],
    ['#hashtag\n', ['#hashtag']],
    ['- [ ] open\n- [x] done\n', ['☐ open', '☑ done']],
    ['2. two\n   10) ten\n', ['2. two', '   10) ten']],
    ['> said\n> > and again\n', ['│ said', '│ │ and again']],
    ['a\n\n\n\nb\n', ['a', '', 'b']],
    ['---\n', ['─'.repeat(40)]],
    ['```\n**raw** `x`  y\n- a\n```\nafter\n', ['```', '**raw** `x`  y', '- a', '```', 'after']],
    ['~~~~\n```\n~~~\n~~~~\nafter **b**\n', ['~~~~', '```', '~~~', '~~~~', 'after b']],
    ['```never closed\ncode', ['```never closed', 'code']],
    ['no line end', ['no line end']],
    ['one\r\ntwo\r\n', ['one', 'two']],
    ['a | b is no table\nc\n', ['a | b is no table', 'c']],
  ])('%j', (text, expected) => {
    expect(shown(text)).toEqual(expected);
  });

  it('keeps code in one piece, however long its line', () => {
    const line = 'x'.repeat(300);
    expect(shown(`\`\`\`\n${line}\n\`\`\`\n`)[1]).toBe(line);
  });

  it('lays a table out in columns, wide characters too', () => {
    const table =
      '| a | long head | n |\n|---|:-:|--:|\n| 漢字 | x | 1 |\n| b | y \\| z | 22 |\nend\n';
    expect(shown(table)).toEqual([
      'a    │ long head │  n',
      '─────┼───────────┼───',
      '漢字 │     x     │  1',
      'b    │   y | z   │ 22',
      'end',
    ]);
  });

  it('breaks the cells of a table that is too wide', () => {
    const rows = shown(
      '| a | b |\n|---|---|\n| one two three four five | six seven eight nine ten |\n',
      { width: 30 },
    );
    expect(rows.every((row) => widthOf(row) <= 30)).toBe(true);
    expect(rows.length).toBeGreaterThan(3);
    const words = rows
      .join(' ')
      .split(/[\s│─┼]+/)
      .filter((word) => word !== '');
    expect(words.toSorted()).toEqual(
      [
        'a',
        'b',
        'one',
        'two',
        'three',
        'four',
        'five',
        'six',
        'seven',
        'eight',
        'nine',
        'ten',
      ].toSorted(),
    );
  });

  it('shows what is not complete as it is, until it is', () => {
    const markdown = new Markdown(() => ({ width: 40, coloured: true }));
    expect(markdown.push('some **wor')).toEqual([]);
    expect(markdown.pending.map(textOf)).toEqual(['some **wor']);
    expect(markdown.push('ds**\n| a |').map(textOf)).toEqual(['some words']);
    expect(markdown.pending.map(textOf)).toEqual(['| a |']);
    expect(markdown.end().map(textOf)).toEqual(['| a |']);
    expect(markdown.pending).toEqual([]);
  });

  it('keeps its marks where there are no styles', () => {
    const text = '# Title\n- **a** `b`\n| a | b |\n|---|---|\n| c | d |\n';
    expect(shown(text, { coloured: false })).toEqual(text.trimEnd().split('\n'));
  });

  it('is the same in pieces of any size, and never wider than it may be', () => {
    const lines = fc.string({
      unit: fc.constantFrom(
        '# ',
        '- ',
        '1. ',
        '> ',
        '```\n',
        '| a ',
        '|---|',
        '**',
        '`',
        'word ',
        '漢字',
        '🎉',
        '\n',
        '\n\n',
        '  ',
      ),
      maxLength: 40,
    });
    inRuns(500)(lines, fc.integer({ min: 1, max: 9 }), (text, piece) => {
      const whole = shown(text, { piece: 1000 });
      expect(shown(text, { piece })).toEqual(whole);
      const isCode = text.includes('```');
      expect(isCode || whole.every((row) => widthOf(row) <= 40)).toBe(true);
    });
  });

  it.each(['', '\n'])('shows every part of a line that is too long for one (%j)', (end) => {
    for (const piece of [100, 100_000]) {
      const rows = shown('word '.repeat(4000) + end, { width: 79, piece });
      expect(rows.join(' ').match(/\bword\b/g)).toHaveLength(4000);
    }
  });
});

it('a row is painted with styles that end where it ends, or without any', () => {
  const row: Row = [{ text: 'a', style: ['bold', 'cyan'] }, { text: 'b' }];
  expect(paint(row, true).replaceAll(ESCAPES, '')).toBe('ab');
  expect(paint(row, true)).toMatch(ESCAPES);
  expect(paint(row, false)).toBe('ab');
  expect(rowWidth(row)).toBe(2);
});
