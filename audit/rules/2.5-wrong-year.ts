import { wrongYearLogs } from '#audit/facts/daily.ts';
import { defineRule } from '#audit/rule/rule.ts';

const LOG = 'x\n';

export const rule = defineRule({
  id: '2.5/wrong-year',
  title: 'Logs stand under their own year',
  section: '§2.5',
  level: 'advisory',
  tier: 'none',
  why: 'In January, models go on writing the year before. Such a log is never read at a start: today and yesterday are looked for under the right year.',
  remedy:
    'Compare the log with its neighbours of the next year. If it belongs there, rename it, or append it to the log of the same day.',
  fix: 'none',
  requirements: ['Y57'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'logs around the turn of the year',
        files: { 'memory/2025-12-31.md': LOG, 'memory/2026-01-01.md': LOG },
      },
      {
        shows: 'an old log whose day one year later lies before all others',
        files: { 'memory/2025-01-31.md': LOG },
      },
      {
        shows: 'as many logs before a long pause as after it: that was a pause',
        files: {
          'memory/2025-02-28.md': LOG,
          'memory/2025-03-01.md': LOG,
          'memory/2025-03-09.md': LOG,
          'memory/2026-02-20.md': LOG,
        },
      },
    ],
    bad: [
      {
        shows: 'two logs of last January beside those of this one',
        files: {
          'memory/2025-01-31.md': LOG,
          'memory/2025-02-05.md': LOG,
          'memory/2026-01-31.md': LOG,
          'memory/2026-02-04.md': LOG,
        },
        at: ['memory/2025-01-31.md', 'memory/2025-02-05.md'],
      },
      {
        shows: 'an old log and a wrong one',
        files: {
          'memory/2024-06-01.md': LOG,
          'memory/2025-03-09.md': LOG,
          'memory/2026-01-02.md': LOG,
        },
        at: ['memory/2025-03-09.md'],
      },
    ],
  }),
  check: (workspace) =>
    wrongYearLogs(workspace).map(({ name }) => ({
      file: name,
      found: 'a log a year before the others, on a day among theirs',
      expected: 'the year in which it was written',
    })),
});
