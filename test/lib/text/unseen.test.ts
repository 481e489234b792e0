import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suspectsIn } from '#lib/injection/characters.ts';
import { escapeJson, escapeUnseen, isSeen, printable, withoutInvisible } from '#lib/text/unseen.ts';
import { forAll } from '#test/support/property.ts';

const UNSEEN: readonly (readonly [string, string])[] = [
  ['a line end', '\n'],
  ['an escape', '\u001B'],
  ['a mark of direction', '\u202E'],
  ['a blank that does not break', '\u00A0'],
  ['an ideographic blank', '\u3000'],
  ['a separator of lines', '\u2028'],
  ['a filler of Hangul', '\u3164'],
  ['a first consonant of Hangul that is none', '\u115F'],
  ['a half-width filler', '\uFFA0'],
  ['a joiner of graphemes', '\u034F'],
  ['a selector', '\uFE0F'],
  ['a tag', '\u{E0041}'],
  ['a blank of Braille', '\u2800'],
  ['private use', '\uE000'],
  ['half of a character', '\uD800'],
  ['what is not assigned', '\u0378'],
];

describe('what nobody sees', () => {
  it.each(UNSEEN)('%s is an escape in a name', (_, char) => {
    const escape = `\\u{${char.codePointAt(0)?.toString(16).toUpperCase()}}`;
    expect(isSeen(`SOUL${char}.md`)).toBe(false);
    expect(escapeUnseen(`SOUL${char}.md`)).toBe(`SOUL${escape}.md`);
    expect(printable(`SOUL${char}.md`)).toBe(`SOUL${escape}.md`);
  });

  it('is none of what people write', () => {
    for (const name of ['a b.md', 'Grüße.md', '漢字.md', 'שלום.md', '😀.md', 'हिन्दी.md', '한글.md'])
      expect(escapeUnseen(name)).toBe(name);
  });

  it('is also whatever a text may hide from a person who looks', () => {
    const chars = Array.from({ length: 0x11_00_00 }, (_, code) => String.fromCodePoint(code));
    const hidden = chars.filter((char) => [...suspectsIn(char)].length > 0);
    expect(hidden.length).toBeGreaterThan(100_000);
    expect(hidden.filter(isSeen)).toEqual([]);
  });

  it('is an escape of JSON that says the same', () => {
    forAll(fc.string({ unit: 'binary' }), fc.constantFrom(0, 2), (text, indent) => {
      const shown = escapeJson(JSON.stringify({ [text]: [text] }, null, indent));
      expect(JSON.parse(shown)).toEqual({ [text]: [text] });
      expect(isSeen(shown.replaceAll('\n', ''))).toBe(true);
    });
    expect(escapeJson(JSON.stringify('\u3164\u{E0041}'))).toBe('"\\u3164\\udb40\\udc41"');
  });
});

it('a name in a message is cut, and never empty', () => {
  expect(printable('')).toBe('.');
  expect(printable('x'.repeat(200))).toBe('x'.repeat(200));
  expect(printable('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
  expect(printable('\u3164'.repeat(201))).toHaveLength(201);
});

it('a text without what is invisible keeps blanks, controls and letters', () => {
  expect(withoutInvisible('a\u00A0b\tc\u200Dd\u3164e\u0301')).toBe('a\u00A0b\tcde\u0301');
});
