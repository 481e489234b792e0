import { expect, it } from 'vitest';

import { inFormOf } from '#lib/memory/form.ts';

it.each([
  ['a\nb\n', 'a\nc\n', 'a\nc\n'],
  ['a\r\nb\r\n', 'a\nc\n', 'a\r\nc\r\n'],
  ['a\r\nb\r\n', 'a\r\nb\r\nc\n', 'a\r\nb\r\nc\r\n'],
  ['a\r\nb', 'a\nb\nc', 'a\r\nb\r\nc'],
  ['\uFEFFa\n', 'a\nb\n', '\uFEFFa\nb\n'],
  ['\uFEFFa\n', '\uFEFFa\nb\n', '\uFEFFa\nb\n'],
  ['\uFEFFa\r\nb\r\n', 'a\nb\nc\n', '\uFEFFa\r\nb\r\nc\r\n'],
  // Of two kinds: whoever writes it knows which is which.
  ['a\r\nb\n', 'a\r\nb\nc\n', 'a\r\nb\nc\n'],
  ['a\nb\n', 'a\r\nb\r\n', 'a\r\nb\r\n'],
  ['', 'a\n', 'a\n'],
  ['\uFEFF', 'a\n', '\uFEFFa\n'],
  ['one line', 'a\n', 'a\n'],
  ['a\r\n', '', ''],
])('a text in the form of the one that it replaces %j, then %j: %j', (old, text, written) => {
  expect(inFormOf(old, text)).toBe(written);
});
