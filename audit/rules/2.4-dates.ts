import { entryLines, MEMORY_FILE, namesDate, ofMemory } from '../memory.ts';
import { defineRule } from '../rule.ts';

/** Fewer can be the beginnings of a memory. */
const UNDATED_MAX_LINES = 20;

const entries = (count: number, more = ''): string =>
  `# Memory\n\n${Array.from({ length: count }, (_, at) => `- The quay has a lamp, number ${at}.\n`).join('')}${more}`;

export const rule = defineRule({
  id: '2.4/dates',
  title: 'Entries of MEMORY.md carry dates',
  section: '§2.4',
  level: 'should',
  tier: 'none',
  why: 'Without a date nobody can tell what is still true, which of two entries is the newer one, or what to strike out.',
  remedy:
    'Begin new entries with the day: `- 2026-03-10: …`. Date the old ones where you still know it.',
  fix: 'none',
  requirements: ['Y53'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'a short memory without a date', files: { 'MEMORY.md': entries(20) } },
      ...[
        '2026-03-10: x',
        '(10.3.2026) x',
        'March 1, 2026: x',
        'Since 1 March x',
        'Mars 2026',
        '3月10日 x',
        'Seit dem 5. Mai x',
      ].map((entry) => ({
        shows: 'a date somewhere, in whatever form',
        files: { 'MEMORY.md': entries(40, `- ${entry}\n`) },
      })),
      {
        shows: 'dates in headings',
        files: { 'MEMORY.md': entries(40, '\n## 2026-02\n') },
      },
      {
        shows: 'long comments of a template',
        files: { 'MEMORY.md': `# Memory\n\n<!--\n${'hint\n'.repeat(40)}-->\n` },
      },
    ],
    bad: [
      {
        shows: 'many entries and not one date',
        files: { 'MEMORY.md': entries(21) },
        at: ['MEMORY.md'],
      },
      {
        shows: 'numbers that are no dates',
        files: { 'MEMORY.md': entries(21, '- Version 1.2.3, ratio 3/4, port 2026, 10-12 knots\n') },
        at: ['MEMORY.md'],
      },
    ],
  }),
  check: ofMemory((memory) => {
    const lines = entryLines(memory);
    if (lines.length <= UNDATED_MAX_LINES) return [];
    if (lines.some(namesDate) || memory.headings.some(namesDate)) return [];
    const found = `${lines.length} lines without one date`;
    return [{ file: MEMORY_FILE, found, expected: 'entries that begin with their day' }];
  }),
});
