import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { SearchResult } from '#lib/protocol/protocol.ts';
import { SEARCH_LINE_MAX_CHARS, SEARCH_TERMS_MAX } from '#lib/spec/limits.ts';
import { Search, queryTerms } from '#lib/workspace/search.ts';

type Texts = Readonly<Record<string, string>>;

/** A search of all texts, in their order. */
const searched = (query: string, texts: Texts, limit = 20): SearchResult => {
  const terms = queryTerms(query);
  if (terms === undefined) throw new Error(`no word in ${JSON.stringify(query)}`);
  const search = new Search(terms, limit);
  for (const [file, text] of Object.entries(texts)) search.look(file, text);
  return search.result();
};

/** The lines that were found in one text, best first. */
const linesFound = (query: string, text: string): readonly number[] =>
  searched(query, { 'a.md': text }).hits.map(({ line }) => line);

const PLAN = `# Notes

The *berth* plan.
Nothing here.
Berths are full.
The plan of the plans.
`;

it('finds no event of the kernel', () => {
  const event = '- session_closed;2026-02-21T09:10:00.000Z;reason;end;boot;b1;';
  expect(linesFound('session_closed reason', `${event}\n- the reason was said\n`)).toEqual([2]);
});

describe('words', () => {
  it.each([
    ['in any case', 'BERTH', [3, 5]],
    ['at the beginning of words', 'plan', [3, 6]],
    ['inside of emphasis', 'berth plan', [3, 5, 6]],
    ['not at their end', 'erth', []],
    ['as a phrase', '"berth plan"', [3]],
    ['as a phrase, to the end of its words', '"the plan of the plan"', []],
    ['as two phrases', '"berth plan" "nothing here"', [3, 4]],
    ['of any quotation marks', '„nothing here“', [4]],
    ['with a quotation mark that is not closed', '"nothing here', [4]],
  ])('are found %s', (_how, query, lines) => {
    expect(linesFound(query, PLAN)).toEqual(lines);
  });

  it.each([
    ['accents', 'cafe', 'Das Café am Hafen'],
    ['missing accents', 'Müller', 'Frau Muller'],
    ['small letters of another kind', 'STRASSE', 'an der Straße'],
    ['full-width letters', 'plan', 'ｐｌａｎ'],
    ['invisible characters', 'plan', 'p​l​an'],
    ['no blanks between words', '東京', '明日は東京へ行く'],
    ['punctuation', 'e-mail', 'by e-mail, please'],
  ])('are found despite %s', (_what, query, line) => {
    expect(linesFound(query, `${line}\n`)).toEqual([1]);
  });

  it.each(['', '   ', '"', '""', '—*!?', '​'])('are wanted: %j holds none', (query) => {
    expect(queryTerms(query)).toBeUndefined();
  });

  it('are not counted beyond a number', () => {
    const many = Array.from({ length: SEARCH_TERMS_MAX + 5 }, (_, index) => `word${index}x`);
    expect(queryTerms(many.join(' '))).toHaveLength(SEARCH_TERMS_MAX);
    expect(linesFound(many.join(' '), `${many.join(' ')}\n`)).toEqual([1]);
  });

  it('count once', () => {
    expect(queryTerms('plan PLAN plán')).toEqual([' plan']);
  });
});

describe('hits', () => {
  it('with all words come first, then those near each other, then the others', () => {
    const text = `# One

- the berth
- far away
- far away
- far away
- far away

# Two

- the plan
- a berth

# Three

- berth and plan
`;
    expect(linesFound('berth plan', text)).toEqual([16, 11, 12, 3]);
  });

  it('are near to the heading above them', () => {
    const text = `# Berth\n\n- a\n- b\n- c\n- d\n- e\n- the plan\n\n# Other\n\n- the plan\n`;
    expect(linesFound('berth plan', text)).toEqual([8, 1, 12]);
  });

  it('stay in the order of the files where they answer equally well', () => {
    const texts = { 'new.md': 'berth\n', 'old.md': 'berth\nplan and berth\n' };
    expect(searched('berth plan', texts).hits.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'old.md:2',
      'old.md:1',
      'new.md:1',
    ]);
    expect(searched('berth', texts).hits.map(({ file }) => file)).toEqual([
      'new.md',
      'old.md',
      'old.md',
    ]);
  });

  it('show the line without the blanks around it', () => {
    expect(searched('berth', { 'a.md': '  - berth 4  \r\n' }).hits).toEqual([
      { file: 'a.md', line: 1, text: '- berth 4' },
    ]);
  });

  it('are limited, and the rest is counted', () => {
    const { hits, more } = searched('berth', { 'a.md': 'berth\n'.repeat(50) }, 3);
    expect(hits.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(more).toBe(47);
  });

  it('show of a long line the part that matters', () => {
    const long = `${'far away '.repeat(100)}the berth 🚢 plan ${'and more '.repeat(100)}`;
    const [hit] = searched('berth plan', { 'a.md': long }).hits;
    expect(hit?.text).toMatch(/^….*the berth 🚢 plan.*…$/u);
    expect(hit?.text.length).toBeLessThanOrEqual(SEARCH_LINE_MAX_CHARS + 2);
  });

  it('cut no character', () => {
    for (let lead = 0; lead < 3; lead += 1) {
      const long = `berth ${'x'.repeat(lead)}${'🚢'.repeat(1000)}`;
      expect(searched('berth', { 'a.md': long }).hits[0]?.text.isWellFormed()).toBe(true);
    }
  });

  it('are lines that stand there, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', 'B', 'é', ' ', '\n', '#', '"', '\u200B', '京', '🚢'),
        }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'e', ' ', '"', '京') }),
        (text, query) => {
          if (queryTerms(query) === undefined) return;
          const lines = text.split('\n');
          for (const { line, text: shown } of searched(query, { 'a.md': text }).hits)
            expect(lines[line - 1]?.trim()).toBe(shown);
        },
      ),
    );
  });
});
