/** Where a text may be cut, and what is closed there: for all layouts but OpenClaw's, which cuts as OpenClaw does. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CutPlaces } from '#lib/prompt/cut-places.ts';
import { scanLines } from '#lib/text/lines.ts';
import { statusOf, plan } from '#test/support/prompt.ts';
import { inRuns } from '#test/support/property.ts';

const FENCED = '# R\n\n## A\nintro\n\n```sh\n## billing\nrun\n```\n\n## B\ncat\n';
const LINES = [
  '## A',
  'word word',
  '',
  '```',
  '````sh',
  '~~~',
  '- ```js',
  '  ```',
  '<!--',
  '-->',
  '<!-- a -->',
  '```a`b',
  '- > ~~~ ~',
  'a <!-- b --> c',
  '| a | b |',
  '|-|-|',
  '  in it',
];

const markdown = fc
  .array(fc.constantFrom(...LINES), { maxLength: 30 })
  .map((lines) => lines.join('\n'));

/** Is what stands behind this text shown as text? */
const endsOpen = (text: string): boolean =>
  [...scanLines(`${text}\n\n[The rest`)].at(-1)?.kind !== 'text';

describe('a text', () => {
  it('has sections where headings of level two open them, and none in code, comments and front matter', () => {
    const { sections } = CutPlaces.of(FENCED);
    expect(sections.map((at) => FENCED.slice(at).split('\n')[0])).toEqual(['# R', '## A', '## B']);
    expect(CutPlaces.of('<!--\n## A\n-->\n').sections).toEqual([0]);
    expect(CutPlaces.of('---\n## A\n---\n').sections).toEqual([0]);
    expect(CutPlaces.of('## A\na\n').sections).toEqual([0]);
  });

  it.each([
    [FENCED, 'run', '\n```'],
    [FENCED, '## B', ''],
    ['- ~~~~\n  a\n  b\n', 'a', '\n  ~~~~'],
    ['<!-- a\nb\nc -->\n', 'b', '\n-->'],
    ['<!-- a -->\nb\n', 'b', ''],
  ])('%j is closed behind %j by %j', (text, word, closing) => {
    expect(CutPlaces.of(text).closingAt(text.indexOf(word) + word.length)).toBe(closing);
  });

  it('is not cut within a row of a table, nor in a line that opens or closes code', () => {
    const text = 'a\n| b | c |\n```sh\nd e\n```\n';
    const places = CutPlaces.of(text);
    const ends = Array.from({ length: text.length + 1 }, (_, end) => places.endAt(end));
    expect([...new Set(ends)].map((end) => text.slice(0, end).split('\n').at(-1))).toEqual([
      '',
      'a',
      '',
      '| b | c |',
      '',
      '```sh',
      '',
      'd',
      'd ',
      'd e',
      '',
      '```',
      '',
    ]);
  });

  it('leaves nothing open wherever it is cut', () => {
    expect.hasAssertions();
    inRuns(2000)(markdown, fc.nat({ max: 300 }), (text, at) => {
      const places = CutPlaces.of(text);
      const kept = text.slice(0, places.endAt(Math.min(at, text.length))).trimEnd();
      expect(endsOpen(kept + places.closingAt(kept.length)), JSON.stringify(kept)).toBe(false);
    });
  });
});

describe('a file that is cut', () => {
  it.each([
    ['gsv', 'AGENTS.md', 40, '[The rest'],
    ['aletheia', 'SOUL.md', 600, '... ['],
    ['osa', 'MEMORY.md', 6000, '[...'],
  ] as const)('in %s leaves nothing open before its marker', (layout, file, budget, marker) => {
    let cuts = 0;
    inRuns(60)(markdown, fc.integer({ min: budget, max: 2 * budget }), (text, most) => {
      const long = `${text}\n`.repeat(1 + (20 * budget) / (text.length + 1));
      const made = plan({ layout, files: { [file]: long }, budget: most });
      if (statusOf(made, file)?.fate !== 'cut') return;
      cuts += 1;
      const shown = made.pieces
        .filter(({ source }) => 'file' in source && source.file === file)
        .map((piece) => piece.text)
        .join('');
      expect(endsOpen(shown.slice(0, shown.lastIndexOf(`\n\n${marker}`))), shown).toBe(false);
    });
    expect(cuts).toBeGreaterThan(5);
  });
});
