/** What of RFC-0009 other layouts can never meet: told from their documents, and true rows of the document. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { LAYOUTS } from '#lib/layout/bundled.ts';
import { LAYOUT_NAMES } from '#lib/spec/layouts.ts';
import { neverMet } from '#lib/layout/never-met.ts';
import { requirementsIn } from '#lib/spec/requirements.ts';

const RFC = readFileSync(resolve(import.meta.dirname, '../../../RFC-0009.md'), 'utf8');
const rowsOf = (layout: (typeof LAYOUT_NAMES)[number]): readonly string[] =>
  neverMet(LAYOUTS[layout]).flatMap(({ requirements }) => requirements);

describe('what a layout can never meet', () => {
  it('are rows of RFC-0009 that must hold, each once', () => {
    const must = new Set(
      requirementsIn(RFC)
        .filter(({ level }) => level !== 'may')
        .map(({ id }) => id),
    );
    for (const name of LAYOUT_NAMES) {
      const rows = rowsOf(name);
      expect(rows.filter((row) => !must.has(row))).toEqual([]);
      expect(new Set(rows).size).toBe(rows.length);
    }
  });

  it('is nothing for RFC-0009, and something for the others', () => {
    expect(LAYOUT_NAMES.filter((name) => rowsOf(name).length === 0)).toEqual(['rfc-0009']);
  });

  it.each([
    ['aletheia', 'Y44'],
    ['aletheia', 'Y24'],
    ['osa', 'Y94'],
    ['gsv', 'Y113'],
    ['gsv', 'Y70'],
    ['gsv', 'Y74'],
    ['nexus', 'Y66'],
    ['nexus', 'Y83'],
    ['openclaw', 'Y55'],
  ] as const)('of %s is %s', (layout, row) => {
    expect(rowsOf(layout)).toContain(row);
  });

  it.each([
    ['gsv', 'Y44'],
    ['gsv', 'Y55'],
    ['openclaw', 'Y23'],
    ['aletheia', 'Y22'],
    ['nexus', 'Y23'],
  ] as const)('of %s is not %s', (layout, row) => {
    expect(rowsOf(layout)).not.toContain(row);
  });
});
