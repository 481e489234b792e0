/** SECURITY.md: each guarantee is a line, and names tests that are there. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const text = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
const [, holds = ''] = /^## What holds$([^]*?)^## /mu.exec(text) ?? [];

const guarantees = holds.split('\n').filter((line) => line.startsWith('- '));
const linksOf = (line: string): readonly string[] =>
  [...line.matchAll(/\]\(([^)#]+)/gu)].map(([, to = '']) => to);
const isTest = (to: string): boolean => /^test\/(?:attack|.+\.test\.ts)$/u.test(to);

it('names a test for each guarantee', () => {
  expect(guarantees.length).toBeGreaterThan(50);
  expect(guarantees.filter((line) => !linksOf(line).some(isTest))).toEqual([]);
});

it('links to what is there', () => {
  const links = linksOf(text);
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter((to) => !existsSync(join(ROOT, to)))).toEqual([]);
});

it('says each guarantee in a line, and all of it in 20 KiB', () => {
  expect(holds.split('\n').filter((line) => /^\s/u.test(line))).toEqual([]);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_480);
});
