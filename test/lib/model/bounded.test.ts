import { describe, expect, it } from 'vitest';

import { bounded, oneLine } from '#lib/model/bounded.ts';

describe('bounded', () => {
  it('leaves a short text as it is', () => {
    expect(bounded('one\ntwo', 7, '')).toBe('one\ntwo');
  });

  it('says what is missing, and how to get at it', () => {
    expect(bounded('first line\nsecond line\n', 15, 'Read on.')).toBe(
      'first line\n[cut: 13 of 23 characters are not shown. Read on.]',
    );
    // No line ends near enough, and no character is cut.
    expect(bounded('ab🦊🦊🦊', 5, 'x')).toBe('ab🦊\n[cut: 4 of 8 characters are not shown. x]');
  });
});

it('oneLine is one line, in which nothing is hidden', () => {
  expect(oneLine('  Read\n\tthis \u202Efile ', 80)).toBe('Read this \\u{202E}file');
  expect(oneLine('\u001B[31mred', 80)).not.toContain('\u001B');
  expect(oneLine('a very long title', 8)).toBe('a very …');
  expect(oneLine('abc🦊🦊', 5)).toBe('abc…');
});
