/** The published reports speak of the cases and the documents as they are: what changed since asks for another run. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { prose } from '#audit/report/markdown.ts';
import { readDocument } from '#conform/kernel/document.ts';
import { CASES } from '#conform/suite/cases.ts';
import { ROOT } from '#test/support/conform.ts';

const FOLDER = join(ROOT, 'docs/conformance');
const IDS = CASES.map(({ id }) => id).toSorted();

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** The cases that a page has below each of its headings. */
const casesOf = (page: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    page
      .split(/^## /mu)
      .slice(1)
      .map((section) => {
        const items = [...section.matchAll(/^- ([A-Z]-\d\d(?:, [A-Z]-\d\d)*): /gmu)];
        return [
          section.slice(0, section.indexOf('\n')),
          items.flatMap(([, ids = '']) => ids.split(', ')),
        ];
      }),
  );

describe('the published reports', () => {
  const kernels = readdirSync(FOLDER).map((file) => file.replace(/\.md$/u, ''));

  it.each(kernels)('of %s has each case once, and what its document does not claim', (kernel) => {
    const page = read(`docs/conformance/${kernel}.md`);
    const held = readDocument(read(`conform/kernels/${kernel}.json`));
    if (!('document' in held)) throw new Error(held.fault);
    const { name, version, about = '', notClaimed = {} } = held.document;
    expect(page).toMatch(/^# /u);
    expect(page).toContain(`# ${prose(version === undefined ? name : `${name} ${version}`)}\n`);
    expect(page).toContain(prose(about));
    const cases = casesOf(page);
    expect([...cases.values()].flat().toSorted()).toEqual(IDS);
    expect(cases.has('Could not be told')).toBe(false);
    for (const reason of Object.values(notClaimed)) expect(page).toContain(`: ${prose(reason)}`);
  });

  it('say that yamo passes, and that each fault of the toy is found', () => {
    expect([...casesOf(read('docs/conformance/yamo.md')).keys()]).toEqual(['Passed']);
    expect([...casesOf(read('docs/conformance/toy.md')).keys()]).toEqual(['Failed']);
  });

  it('are linked from the guide', () => {
    const guide = read('docs/conform.md');
    expect(kernels.filter((kernel) => !guide.includes(`(conformance/${kernel}.md)`))).toEqual([]);
    expect(kernels.length).toBe(5);
  });
});
