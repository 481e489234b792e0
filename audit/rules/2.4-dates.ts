import { MEMORY_FILE, ofMemory, undatedEntries } from '#audit/facts/memory.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.4/dates',
  title: 'Entries of MEMORY.md carry dates',
  section: '§2.4',
  level: 'should',
  tier: 'none',
  pedantic: true,
  why: 'Without a date nobody can tell what is still true, which of two entries is the newer one, or what to strike out.',
  remedy:
    'Begin new entries with the day: `- 2026-03-10: …`. Date the old ones where you still know it.',
  fix: 'none',
  requirements: ['Y53'],
  since: '0.2.0',
  examples: () => ({
    good: [
      ...[
        '2026-03-10: x',
        '(10.3.2026) x',
        'March 1, 2026: x',
        'Since 1 March x',
        'Mars 2026',
        '3月10日 x',
        'Seit dem 5. Mai x',
      ].map((entry) => ({
        shows: 'a date, in whatever form',
        files: { 'MEMORY.md': `# Memory\n\n- ${entry}\n  - with its lamp\n` },
      })),
      {
        shows: 'a date in the heading above',
        files: {
          'MEMORY.md': '# Memory\n\n## 2026-02\n\n- The quay has a lamp.\n\n### Lamps\n\nGreen.\n',
        },
      },
      {
        shows: 'words of a section about what stands below',
        files: { 'MEMORY.md': '# Memory\n\nWhat is worth keeping.\n\n- 2026-03-10: x\n' },
      },
      {
        shows: 'long comments of a template, and headings with nothing below',
        files: { 'MEMORY.md': `# Memory\n\n<!--\n${'hint\n'.repeat(40)}-->\n\n## Lessons\n` },
      },
    ],
    bad: [
      {
        shows: 'one entry without a date among others',
        files: { 'MEMORY.md': '# Memory\n\n- 2026-03-10: x\n- The quay has a lamp.\n' },
        at: ['MEMORY.md:4'],
      },
      {
        shows: 'entries of every kind: one finding, at the first',
        files: {
          'MEMORY.md':
            '# Memory\n\n## Quay\n\nIt has a lamp.\n\n## Ada\n\n* Likes tea.\n1. Prints.\n',
        },
        at: ['MEMORY.md:5'],
      },
      {
        shows: 'numbers that are no dates',
        files: { 'MEMORY.md': '# Memory\n\n- Version 1.2.3, ratio 3/4, port 2026, 10-12 knots\n' },
        at: ['MEMORY.md:3'],
      },
    ],
  }),
  check: ofMemory((memory) => {
    const undated = undatedEntries(memory);
    const [first] = undated;
    if (first === undefined) return [];
    const found =
      undated.length === 1 ? 'an entry without a date' : `${undated.length} entries without a date`;
    return [
      { file: MEMORY_FILE, line: first.line, found, expected: 'entries that begin with their day' },
    ];
  }),
});
