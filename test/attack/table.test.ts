/** docs/attacks.md says what is tried, all of it and nothing else. */
import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { THEMES, WAYS } from '#test/support/agents/hostile/ways.ts';
import { plain, regionOf, tablesOf } from '#test/support/markdown-tables.ts';

import { type Ground, waysOn } from './judge.ts';
import { COUNTS_HEADER, countsOf, HEADER, PAGE, rowOf } from './table.ts';
import { THROUGH_HOOK } from './through-hook.ts';

const GROUNDS: readonly Ground[] = [
  { kind: 'main', sandbox: 'bubblewrap', shell: true },
  { kind: 'shared', sandbox: 'bubblewrap', shell: true },
  { kind: 'main', sandbox: 'landlock', shell: false },
  { kind: 'shared', sandbox: 'landlock', shell: false },
];

describe('the ways of the hostile agent', () => {
  it('are those of the page, theme by theme and row by row; `node test/attack/table.ts` writes them', () => {
    const region = regionOf(readFileSync(PAGE, 'utf8'), 'attacks') ?? '';
    const headings = region.split('\n').filter((line) => line.startsWith('#'));
    expect(headings).toEqual(THEMES.map(({ theme }) => `### ${theme}`));
    expect(tablesOf(region)).toEqual(
      THEMES.map(({ ways }) => ({
        header: HEADER,
        rows: ways.map((way) => rowOf(way).map(plain)),
      })),
    );
  });

  it('are counted there by what became of them', () => {
    const [table] = tablesOf(regionOf(readFileSync(PAGE, 'utf8'), 'counts') ?? '');
    expect(table?.header).toEqual(COUNTS_HEADER);
    expect(table?.rows).toEqual(countsOf());
  });

  it('are numbered without a gap, at least 260, and each tries something, in a session or through a hook', () => {
    expect(WAYS.map(({ id }) => id)).toEqual(
      WAYS.map((_, index) => `A${String(index + 1).padStart(2, '0')}`),
    );
    expect(WAYS.length).toBeGreaterThanOrEqual(260);
    const untried = WAYS.filter(({ tries }) => Object.keys(tries).length === 0);
    expect(untried.filter(({ id }) => !(id in THROUGH_HOOK))).toEqual([]);
    expect(
      untried.filter(({ main, shared }) => main !== undefined || shared !== undefined),
    ).toEqual([]);
    expect(new Set(WAYS.map(({ way }) => way)).size).toBe(WAYS.length);
  });

  it('are all walked: in main and in shared sessions, wherever they have a meaning', () => {
    for (const kind of ['main', 'shared'] as const) {
      const walked = GROUNDS.filter((ground) => ground.kind === kind).flatMap(waysOn);
      const meant = WAYS.filter(
        (way) => way[kind] !== undefined && way.needs !== 'birth' && way.needs !== 'heartbeat',
      );
      expect(meant.filter((way) => !walked.includes(way))).toEqual([]);
      expect(new Set(walked).size).toBeGreaterThanOrEqual(80);
    }
  });
});
