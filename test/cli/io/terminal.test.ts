import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { harmless, HarmlessWords, jsonLine } from '#cli/io/terminal.ts';
import { inRuns } from '#test/support/property.ts';

/** The text told in pieces of these lengths. */
const inPieces = (text: string, lengths: readonly number[]): string => {
  const words = new HarmlessWords();
  let told = '';
  let at = 0;
  for (const length of lengths) {
    told += words.push(text.slice(at, at + length));
    at += length;
  }
  return told + words.push(text.slice(at)) + words.end();
};

describe('text that reaches a terminal', () => {
  it.each([
    ['a\u202Eb\u202C', String.raw`a\u{202E}b\u{202C}`],
    ['\u2066x\u2069', String.raw`\u{2066}x\u{2069}`],
    ['pass\u200Bword', String.raw`pass\u{200B}word`],
    ['hi\u{E0041}\u{E0042}', String.raw`hi\u{E0041}\u{E0042}`],
    ['\u001B]8;;https://a.example\u0007b', '\u{FFFD}]8;;https://a.example\u{FFFD}b'],
    ['\u009B2J', '\u{FFFD}2J'],
    ['one\r\ntwo\rthree', 'one\ntwo\u{FFFD}three'],
  ])('shows what is hidden in %j', (text, shown) => {
    expect(harmless(text)).toBe(shown);
  });

  it.each([
    ['a family and a heart', '👩‍💻 👨‍👩‍👧‍👦 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ 👍🏽'],
    ['Persian', 'می‌خواهم کتاب‌ها را بخوانم'],
    ['Hebrew with a mark', '(שלום)\u200F! C++\u200E שלום'],
    ['Arabic', 'مرحبا بالعالم 123'],
    ['Hindi', 'क्‍ष'],
  ])('leaves %s as it is, wherever it is cut', (_, text) => {
    expect(harmless(text)).toBe(text);
    for (let at = 0; at <= text.length; at += 1) expect(inPieces(text, [at])).toBe(text);
    expect(
      inPieces(
        text,
        Array.from(text, () => 1),
      ),
    ).toBe(text);
  });

  it('is the same in pieces as in one', () => {
    const hidden = '\u202E\u2066\u200B\u200C\u200D\uFE0F\u200E\uFEFF\u{E0067}\u{E007F}';
    const shown = 'aمी👩💻🏴1\u20E3 \r\n\t\u001B\u009B漢';
    const characters = fc.constantFrom(...Array.from(hidden + shown));
    const texts = fc.array(characters, { maxLength: 60 }).map((all) => all.join(''));
    inRuns(2000)(texts, fc.array(fc.nat({ max: 9 })), (text, lengths) => {
      expect(inPieces(text, lengths)).toBe(harmless(text));
    });
  });

  it('waits only behind what may be hidden', () => {
    const words = new HarmlessWords();
    expect(words.push('Good morning, Ada')).toBe('Good morning, Ada');
    expect(words.push('\u{D83D}')).toBe('');
    expect(words.push('\u{DC69}')).toBe('👩');
    expect(words.push('\u200D')).toBe('');
    expect(words.push('💻, and so on and so on, Ada')).toBe('\u200D💻, and so on and so on, Ada');
  });

  it('as JSON says the same, with nothing that a terminal carries out', () => {
    const value = { text: '\u009B2J \u007F \u202E \u{E0041} 👩‍💻 é' };
    const line = jsonLine(value);
    expect(JSON.parse(line)).toEqual(value);
    expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(line).toContain('é');
  });
});
