/** `npm run size`: what it counts, and that it looked at the whole house. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import { linesOfCode } from '../../scripts/size/code.ts';
import type { Figures } from '../../scripts/size/figures.ts';
import { listsOf, rowsOf } from '../../scripts/size/table.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Far below what is there: only a count that lost its files falls under it. */
const LINES_FLOOR = 20_000;
const RING_0_FLOOR = 1000;

describe('a line of code', () => {
  it.each([
    ['no comment', '/** Says\n * why. */\nconst a = 1; // and how\n\n// End.\n', 1],
    ['what only looks like a comment', "const a = 'http://x'; /* y */\nconst b = `/*\n*/`;\n", 3],
    ['as long as any other', `const a = [${'"a long word", '.repeat(8)}];\n`, 10],
  ])('is %s', async (_what, source, lines) => {
    expect(await linesOfCode('a.ts', source)).toBe(lines);
  });

  it('is also one of JSON', async () => {
    expect(await linesOfCode('a.json', `{"a":[${'"a long word",'.repeat(8)}1]}`)).toBe(13);
  });

  it('is looked for in what can be read', async () => {
    await expect(linesOfCode('a.ts', 'const const = 1;')).rejects.toThrow(/^a\.ts: /u);
  });
});

it('counts the house', async () => {
  const script = resolve(ROOT, 'scripts/size.ts');
  const run = promisify(execFile)(process.execPath, [script, '--json']);
  const figures: Figures = JSON.parse((await run).stdout);
  const { source, sourceLines, testLines, sharedNames, longFiles } = figures;
  expect(Object.keys(source)).toEqual(expect.arrayContaining(['cli', 'kernel', 'lib', 'scripts']));
  expect(Object.keys(source)).not.toContain('test');
  expect(Object.values(source).reduce((all, one) => all + one, 0)).toBe(sourceLines);
  expect(Math.min(sourceLines, testLines)).toBeGreaterThan(LINES_FLOOR);
  expect(figures.ring0Lines).toBeGreaterThan(RING_0_FLOOR);
  expect(figures.ring0LinesWithTables).toBeGreaterThan(figures.ring0Lines);
  expect(figures.ring0LinesWithPorts).toBeGreaterThan(figures.ring0LinesWithTables);
  expect(figures.medianLines).toBeLessThan(figures.p90Lines);
  expect(Object.values(sharedNames).filter((paths) => paths.length < 2)).toEqual([]);
  expect(longFiles.filter(({ lines }) => lines <= 300)).toEqual([]);
  const rows = rowsOf(figures).map(([what]) => what);
  expect(new Set(rows).size).toBe(rows.length);
  expect(listsOf(figures)).toHaveLength(Object.keys(sharedNames).length + longFiles.length);
});
