import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { DaysTold } from '#lib/memory/told.ts';
import { TOLD_SENTENCES } from '#lib/spec/limits.ts';
import { queryTerms } from '#lib/workspace/search.ts';
import { forAll } from '#test/support/property.ts';

const log = (day: string, ...lines: readonly string[]): string =>
  [
    `# Memory — ${day}`,
    '',
    '## Session [09:05]',
    '',
    `- session_opened;${day}T09:05:00.000Z;kind;main;boot;b1;`,
    ...lines,
    `- session_closed;${day}T09:10:00.000Z;reason;end;boot;b1;`,
    '',
  ].join('\n');

const FILE = 'memory/2026-08-17.md';
const toldOf = (...lines: readonly string[]) => {
  const days = new DaysTold();
  days.add('2026-08-17', FILE, log('2026-08-17', ...lines));
  return days.on('2026-08-17');
};

describe('what a day tells', () => {
  it('is its notes with their lines, without events and code, long ones in sentences', () => {
    const long = `${'The tide came in. '.repeat(6)}Then the boat was let off and Ada took the oars to the second pier of Emden.`;
    const { told, more } = toldOf(
      '- 09:07 Signed for the allotment; Piet lent her a ladder.',
      '  - and a spade',
      '',
      '```',
      'code();',
      '```',
      '',
      'A paragraph that goes',
      'over two lines.',
      '',
      `- ${long}`,
    );
    expect(more).toBe(0);
    expect(told.slice(0, 4).map(({ line, text }) => [line, text])).toEqual([
      [6, '09:07 Signed for the allotment; Piet lent her a ladder.'],
      [7, 'and a spade'],
      [13, 'A paragraph that goes over two lines.'],
      [16, 'The tide came in.'],
    ]);
    expect(told).toHaveLength(10);
    expect(told.at(-1)).toMatchObject({ file: FILE, line: 16 });
  });

  it('is what few days say where there is too much, in its order, and the rest is counted', () => {
    const days = new DaysTold();
    const routine = Array.from({ length: 20 }, (_, at) => `- Watered the bed number ${at}.`);
    for (const day of ['2026-08-15', '2026-08-16', '2026-08-17'])
      days.add(
        day,
        `memory/${day}.md`,
        log(day, ...routine, ...(day === '2026-08-17' ? ['- Kim bought a red kayak.'] : [])),
      );
    const { told, more } = days.on('2026-08-17');
    expect([told.length, more]).toEqual([TOLD_SENTENCES, 9]);
    expect(told.at(-1)?.text).toBe('Kim bought a red kayak.');
    expect(told.map(({ line }) => line)).toEqual(
      told.map(({ line }) => line).toSorted((one, other) => one - other),
    );
    expect(days.on('2026-08-18')).toMatchObject({ told: [], more: 0 });
  });

  it('is found by words, day by day, the oldest first; those with most of them alone', () => {
    const days = new DaysTold();
    days.add('2026-08-17', FILE, log('2026-08-17', '- The red kayak is sold.', '- A red door.'));
    days.add('2026-08-02', 'memory/2026-08-02.md', log('2026-08-02', '- Saw a red kayak.'));
    const about = (words: string) => {
      const terms = queryTerms(words);
      return terms && days.about(terms).map(({ day, told }) => [day, told.map(({ text }) => text)]);
    };
    expect(about('red kayak')).toEqual([
      ['2026-08-02', ['Saw a red kayak.']],
      ['2026-08-17', ['The red kayak is sold.']],
    ]);
    expect(about('session_closed')).toEqual([]);
  });

  it('is in the lines that are named, whatever the text', () => {
    forAll(fc.string({ unit: 'binary' }), (text) => {
      const days = new DaysTold();
      days.add('2026-08-17', FILE, text);
      const lines = text.split(/\r\n|[\r\n]/).length;
      expect(days.on('2026-08-17', 1000).told.every(({ line }) => line >= 1 && line <= lines)).toBe(
        true,
      );
    });
  });
});
