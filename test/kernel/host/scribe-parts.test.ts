import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswers, tidyAnswer } from '#lib/workspace/first-answers.ts';
import { listItem, withItem } from '#lib/text/list-item.ts';

it('listItem lets no line of the text begin a line of the file', () => {
  assert(
    property(string({ unit: constantFrom('a', '#', ' ', '\n', '\r', '\u{2028}') }), (text) => {
      const [first, ...more] = listItem('10:00 ', text).split(/\r\n|[\n\r\u{2028}]/u);
      expect(first).toMatch(/^- 10:00 /);
      expect(more.at(-1)).toBe('');
      for (const line of more) expect(line).toMatch(/^$|^ {2}/);
    }),
  );
});

describe('withItem', () => {
  it('keeps what is there, and puts the item last [Y58]', () => {
    assert(
      property(string({ unit: constantFrom('a', '- ', ' ', '\n') }), (text) => {
        const next = withItem(text, '- new\n');
        expect(next.endsWith('\n- new\n')).toBe(true);
        expect(next.startsWith(text.trim() === '' ? '# Memory\n\n' : text)).toBe(true);
      }),
    );
  });

  it.each([
    ['', '# Memory\n\n- new\n'],
    ['# Memory', '# Memory\n\n- new\n'],
    ['# Memory\n\n- old', '# Memory\n\n- old\n- new\n'],
    ['# Memory\n\nA paragraph.\n', '# Memory\n\nA paragraph.\n\n- new\n'],
  ])('after %j', (text, expected) => {
    expect(withItem(text, '- new\n')).toBe(expected);
  });
});

describe('readAnswers', () => {
  it.each([
    ['name: Ada\nRole:  gardener', { name: 'Ada', role: 'gardener' }],
    [
      '- **My name:** Grace\n- **Time zone:** Europe/Berlin',
      { user: 'Grace', timezone: 'Europe/Berlin' },
    ],
    ['Ada.', { name: 'Ada' }],
    ["Jean-Luc O'Neil", { name: "Jean-Luc O'Neil" }],
    ['I would rather not say, thank you', {}],
    ['Ada\nGrace', {}],
    ['password: hunter2', {}],
    ['name:', {}],
    ['', {}],
  ])('%j', (words, answers) => {
    expect(readAnswers(words)).toEqual(answers);
  });

  it('gives one line without control characters, whatever is said', () => {
    assert(
      property(string({ unit: 'binary' }), (text) => {
        for (const answer of [tidyAnswer(text), ...Object.values(readAnswers(text))]) {
          expect(answer ?? 'none').toMatch(/^[^\p{Cc}\p{Cf}]{1,200}$/u);
        }
      }),
    );
  });
});
