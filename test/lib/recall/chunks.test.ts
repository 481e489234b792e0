import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf } from '#lib/recall/chunks.ts';
import { CHUNK_MAX_TOKENS } from '#lib/spec/limits.ts';
import { tokensIn } from '#lib/text/tokens.ts';
import { forAll } from '#test/support/property.ts';

const LONG = 'eight words make one unit that stands alone';
const shown = (text: string): string[] =>
  chunksOf(text).map(({ headings, seq, from, to, text: unit }) =>
    [headings.join(' / '), seq, `${from}-${to}`, unit].join(' | '),
  );

describe('chunksOf [Y103]', () => {
  it('takes list items with their children, paragraphs and fenced blocks', () => {
    const text = `# Memory

${LONG}
and a second line

- item one ${LONG}
  - its child

  and its paragraph
- item two ${LONG}

\`\`\`sh
make one two three four five six seven

echo done
\`\`\`
`;
    expect(shown(text)).toEqual([
      ` | 0 | 3-4 | ${LONG}\nand a second line`,
      ` | 1 | 6-9 | - item one ${LONG}\n  - its child\n\n  and its paragraph`,
      ` | 2 | 10-10 | - item two ${LONG}`,
      ' | 3 | 12-16 | ```sh\nmake one two three four five six seven\n\necho done\n```',
    ]);
  });

  it('keeps the headings, without the title of the file, and counts by session', () => {
    const text = `# Memory — 2026-02-21

## Session [09:05]

- a ${LONG}

### Tide

- b ${LONG}

## Session [14:30]

- c ${LONG}

## Session [14:30]

- d ${LONG}
`;
    expect(shown(text)).toEqual([
      `Session [09:05] | 0 | 5-5 | - a ${LONG}`,
      `Session [09:05] / Tide | 1 | 9-9 | - b ${LONG}`,
      `Session [14:30] | 0 | 13-13 | - c ${LONG}`,
      `Session [14:30] | 0 | 17-17 | - d ${LONG}`,
    ]);
    const chunks = chunksOf(text);
    expect(chunks.map(({ time }) => time)).toEqual(['09:05', '09:05', '14:30', '14:30']);
    expect(new Set(chunks.map(({ session }) => session)).size).toBe(3);
  });

  it('keeps a heading of level one where there are several', () => {
    expect(
      shown(`# One\n\n${LONG}\n\n# Two\n\n${LONG}\n`).map((line) => line.split(' | ')[0]),
    ).toEqual(['One', 'Two']);
  });

  it('lets what is short go with what follows it, under the same headings only', () => {
    expect(
      shown(`## A\n\n- cat: Miso\n- dog: Rex\n- ${LONG}\n- last one\n\n## B\n\n- ${LONG}\n`),
    ).toEqual([
      `A | 0 | 3-5 | - cat: Miso\n- dog: Rex\n- ${LONG}`,
      'A | 1 | 6-6 | - last one',
      `B | 0 | 10-10 | - ${LONG}`,
    ]);
  });

  it.each([
    ['a paragraph two columns in belongs to a numbered item', `1. ${LONG}\n\n  ${LONG}\n`, 1],
    ['a paragraph one column in belongs to no item', `- ${LONG}\n\n ${LONG}\n`, 2],
    ['code at the margin belongs to no item', `- ${LONG}\n~~~\n${LONG}\n~~~\n`, 2],
  ])('%s', (_, text, units) => {
    expect(chunksOf(text)).toHaveLength(units);
  });

  it('lets nothing go with what must stay apart', () => {
    const text = '- cat: Miso\n- dog: Rex\n- bird: Pip\n';
    expect(chunksOf(text).map(({ from, to }) => [from, to])).toEqual([[1, 3]]);
    expect(chunksOf(text, ({ from }) => from === 2).map(({ from, to }) => [from, to])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it('leaves lines of a conversation alone, short or not', () => {
    const text = '## Session [10:00]\n\n- Ada: tea?\n- Bo: yes\n- Ada: with milk?\n- Bo: no\n';
    expect(chunksOf(text).map(({ speaker, seq }) => [speaker, seq])).toEqual([
      ['Ada', 0],
      ['Bo', 1],
      ['Ada', 2],
      ['Bo', 3],
    ]);
  });

  it("leaves out front matter, comments, marks and the kernel's events", () => {
    const text = `---\nname: x\n---\n<!-- not seen -->\n${LONG}\n\n---\n\n- session_opened;2026-02-21T10:00:00.000Z;main;\n`;
    expect(shown(text)).toEqual([` | 0 | 5-5 | ${LONG}`]);
  });

  it('cuts what is long at sentences, and without one at blanks', () => {
    const sentence = 'The tide comes in and the tide goes out again today. ';
    const pieces = chunksOf(sentence.repeat(100));
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.every(({ text }) => text.endsWith('today.'))).toBe(true);
    const words = chunksOf('word '.repeat(2000));
    expect(words.every(({ text }) => text.endsWith('word') && text.startsWith('word'))).toBe(true);
    expect(words.map(({ text }) => text).join(' ')).toBe('word '.repeat(2000).trim());
  });

  const markdown = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '# A',
          '## Session [10:00]',
          '### B',
          '',
          '- item',
          '  - child',
          '```',
          '---',
          '<!--',
          '-->',
        ),
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.constant('模型每周五运行。'.repeat(200)),
        fc.constant('a'.repeat(3000)),
      ),
      { maxLength: 30 },
    )
    .map((lines) => lines.join('\n'));

  it('gives text that stands in the file, in order, in its lines, no longer than allowed', () => {
    forAll(markdown, (text) => {
      const lines = text.split(/\r\n|[\n\r]/u);
      let last = 0;
      for (const { from, to, text: unit } of chunksOf(text)) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThanOrEqual(from);
        expect(tokensIn(unit)).toBeLessThanOrEqual(CHUNK_MAX_TOKENS);
        const whole = lines.slice(from - 1, to).join('\n');
        expect(whole).toContain(unit.replaceAll(/\r\n?/gu, '\n'));
        last = from;
      }
    });
  });

  it('counts the units of a session from 0 without a gap', () => {
    forAll(markdown, (text) => {
      const sessions = Map.groupBy(chunksOf(text), ({ session }) => session);
      for (const all of sessions.values())
        expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index));
    });
  });
});
