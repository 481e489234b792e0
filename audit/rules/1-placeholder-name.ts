import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/placeholder-name',
  title: 'No file bears the letters YYYY-MM-DD instead of a date',
  section: '§1',
  level: 'advisory',
  tier: 'none',
  why: 'Somebody took the pattern for a name. What is written into this file belongs to no day, and no session ever reads it.',
  remedy: 'Move its lines to the logs of the days that they tell of, and delete the file.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'the pattern inside of a file',
        files: { 'TOOLS.md': '# Tools\n\nLogs are named memory/YYYY-MM-DD.md.\n' },
      },
    ],
    bad: [
      {
        shows: 'the pattern as a name',
        files: { 'memory/YYYY-MM-DD.md': '# Memory\n' },
        at: ['memory/YYYY-MM-DD.md'],
      },
      {
        shows: 'the pattern in small letters',
        files: { 'memory/yyyy-mm-dd.md': '# Memory\n' },
        at: ['memory/yyyy-mm-dd.md'],
      },
    ],
  }),
  check: (workspace) =>
    workspace.names
      .filter((name) => /^memory\/yyyy-mm-dd\.(?:md|yamo)$/i.test(name))
      .map((file) => ({ file, found: 'a pattern as a name', expected: 'the date of a day' })),
});
