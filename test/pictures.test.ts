/** The pictures of the documentation: small, shown, and taken by `npm run pictures` (test/pictures.deep.test.ts). */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, it } from 'vitest';

import { pagesOf } from '../scripts/pages/list.ts';

const ROOT = resolve(import.meta.dirname, '..');
const PICTURES = join(ROOT, 'docs/pictures');
const PICTURE_MAX_BYTES = 150_000;
const PNG = '\u0089PNG';

const shownIn = (text: string): readonly string[] =>
  [...text.matchAll(/!\[[^\]]{20,}\]\([^)]*\bpictures\/([\w-]+\.png)\)/gu)].map(
    ([, name = '']) => name,
  );

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

it('shows each picture with what it shows in words, two of them in the README', () => {
  const pictures = readdirSync(PICTURES);
  expect(pictures.length).toBeGreaterThan(4);
  expect(new Set(pagesOf(ROOT).flatMap((file) => shownIn(read(file))))).toEqual(new Set(pictures));
  expect(shownIn(read('README.md'))).toHaveLength(2);
});

it.each(readdirSync(PICTURES))('%s is a small one', (name) => {
  const bytes = readFileSync(join(PICTURES, name));
  expect(bytes.subarray(0, 4).toString('latin1')).toBe(PNG);
  expect(bytes.byteLength).toBeLessThan(PICTURE_MAX_BYTES);
});
