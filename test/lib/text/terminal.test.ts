import * as fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { clustersOf, clusterWidth, isWide, padded, widthOf } from '#lib/text/terminal.ts';
import { forAll, inRuns } from '#test/support/property.ts';

/** What a text in one of many scripts is put together from; what the two count differently stands below. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  latin: ['a', ' ', 'Z', '~', 'é', 'e\u0301', 'ß', '“', '…', '✓', '─', '\u00A0', '\u00AD', '\u200B'],
  'greek and cyrillic': ['α', 'Ω\u0301', 'ж', 'й', 'И\u0306'],
  'hebrew and arabic': ['ש', 'ש\u05C1', 'م', 'م\u064E', '\u200F', '\u0600١', 'ﷺ'],
  devanagari: ['क', 'का', 'कि', 'कु', 'क्', 'अं'],
  'other indic': ['க', 'கோ', 'ক', 'কা', 'മ', 'മാ'],
  'thai and lao': ['ก', 'กี', 'ก่', 'ໄ', 'ລ'],
  han: ['漢', '字', '㐀', '\u{20000}', '。', '「', '\u3000', '\uFF0C', '㉈', '䷀'],
  kana: ['か', 'カ', 'が', 'か\u3099', 'ｶ', 'ｶﾞ', 'ー', 'ㄅ'],
  hangul: ['한', '\u1112\u1161\u11AB', '\u1100\u1161', '\u1100', '\uA960', '가\u11A8', 'ㄱ', '\u3164', '\u115F'],
  emoji: ['😀', '⌚', '⌚\uFE0E', '❤', '❤\uFE0F', '©', '©\uFE0F', '🈚', '㊗\uFE0F', '☝🏽', '👍🏿', '⛹🏽\u200D♀\uFE0F'],
  joined: ['👨\u200D👩\u200D👧\u200D👦', '❤\u200D🔥', '🏳\uFE0F\u200D🌈', '🏴\u200D☠\uFE0F', '👩🏽\u200D🚀', '\u200D'],
  'keys and flags': ['1\uFE0F\u20E3', '#\u20E3', '1\uFE0F', '🇩🇪', '🇯🇵', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
  selectors: ['\uFE0F', '★\uFE0F', 'x\uFE0F', '漢\u{E0100}', '\u034F'],
  controls: ['\0', '\u007F', '\t', '\r\n', '\u2028'],
}; // prettier-ignore

describe('columns of a text', () => {
  it.each(Object.entries(PARTS))('of %s are those of string-width, part by part', (_, parts) => {
    expect(parts.map(widthOf)).toEqual(parts.map((part) => stringWidth(part)));
  });

  it('are those of string-width in any order of scripts', () => {
    // A blank between them: what parts make of each other stands in the parts.
    const text = fc.array(fc.constantFrom(...Object.values(PARTS).flat()), { maxLength: 12 });
    inRuns(500)(text, (parts) => {
      expect(widthOf(parts.join(' '))).toBe(stringWidth(parts.join(' ')));
    });
  });

  /** Vowels and ends of old and new syllables of Hangul, and halves of characters. */
  const OWN = /[\u1160-\u11FF\uD7B0-\uD7FB\p{Cs}]/u;
  it('of each character are those of string-width', () => {
    const others: string[] = [];
    let looked = 0;
    for (let code = 0; code <= 0x3_ff_ff; code += 1) {
      const char = String.fromCodePoint(code);
      // Of the long rows of Han, Hangul and Tangut every fiftieth.
      if (/[\p{Cn}\p{Co}]/u.test(char) || (/\p{Lo}/u.test(char) && code % 50 !== 0)) continue;
      if (OWN.test(char)) continue;
      looked += 1;
      if (widthOf(char) !== stringWidth(char)) others.push(code.toString(16));
    }
    expect(others).toEqual([]);
    expect(looked).toBeGreaterThan(20_000);
  });

  it.each([
    // Most terminals give each letter its own columns; one too many leaves a blank, one too few breaks the row.
    ['letters that are written as one', 'क्ष', 2, 1],
    ['a vowel that stands behind its letter', 'นำ', 2, 1],
    ['a colour of skin behind a letter', 'a🏽', 3, 1],
    ['letters of a region without a flag', '🇦🇦', 2, 1],
    // A terminal draws U+FFFD for it.
    ['half of a character', '\uD800', 1, 0],
    // Terminals put it into the syllable before it, whether there is one or not.
    ['a vowel of Hangul alone', '\u1161', 0, 1],
    ['an end of a syllable of Hangul alone', '\u11A8', 0, 1],
  ])('are our own for %s', (_, text, ours, theirs) => {
    expect([widthOf(text), stringWidth(text)]).toEqual([ours, theirs]);
  });

  it('are the sum over its clusters', () => {
    forAll(fc.string({ unit: 'binary' }), (text) => {
      const clusters = [...clustersOf(text)];
      expect(clusters.join('')).toBe(text);
      expect(clusters.reduce((sum, one) => sum + clusterWidth(one), 0)).toBe(widthOf(text));
    });
  });

  it('are filled up with blanks, and never cut', () => {
    expect([padded('漢字', 6), padded('ab', 2), padded('abc', 2)]).toEqual(['漢字  ', 'ab', 'abc']);
  });
});

it('a line may break behind what fills a square, not within words of a script with blanks', () => {
  expect(['漢', '가', '😀', '❤\uFE0F', '🇩🇪'].map(isWide)).toEqual([true, true, true, true, true]);
  expect(['a', 'का', 'क्ष', 'ก'].map(isWide)).not.toContain(true);
});
