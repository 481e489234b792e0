import { isDay } from '#lib/text/day.ts';
import { isDateName, memoryStems } from '#audit/facts/daily.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.5/day-name',
  title: 'A log with a date for its name is named after a day of the calendar',
  section: '§2.5',
  level: 'must',
  tier: 'lite',
  why: 'The start-up reads the logs of today and yesterday by their names. A log under any other spelling of the date is never read.',
  remedy: 'Rename the file to the day that it speaks of: memory/YYYY-MM-DD.md.',
  fix: 'none',
  requirements: ['Y57'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'the 29th of February of a leap year', files: { 'memory/2024-02-29.md': 'x\n' } },
      {
        shows: 'notes that are no logs: a topic, a month, a week, a version, a number',
        files: {
          'memory/tides.md': 'x\n',
          'memory/2026-03.md': 'x\n',
          'memory/2026-W10.md': 'x\n',
          'memory/1.2.3.md': 'x\n',
          'memory/20261399.md': 'x\n',
          'memory/YYYY-MM-DD.md': 'x\n',
        },
      },
      {
        shows: 'dates that go on, dates in folders, and files that are no Markdown',
        files: {
          'memory/2026-02-06-2012.md': 'x\n',
          'memory/archive/2026-2-6.md': 'x\n',
          'memory/2026-02-30.png': 'x\n',
          '2026-02-30.md': 'x\n',
        },
      },
    ],
    bad: [
      {
        shows: 'days that the calendar does not have',
        files: { 'memory/2026-02-30.md': 'x\n', 'memory/2025-02-29.md': 'x\n' },
        at: ['memory/2025-02-29.md', 'memory/2026-02-30.md'],
      },
      {
        shows: 'days in another spelling',
        files: {
          'memory/26-1-2.md': 'x\n',
          'memory/2026-3-9.md': 'x\n',
          'memory/09-03-2026.md': 'x\n',
          'memory/2026_03_09.md': 'x\n',
          'memory/2026.03.09.md': 'x\n',
          'memory/20260309.md': 'x\n',
        },
        at: [
          'memory/09-03-2026.md',
          'memory/2026-3-9.md',
          'memory/2026.03.09.md',
          'memory/20260309.md',
          'memory/2026_03_09.md',
          'memory/26-1-2.md',
        ],
      },
    ],
  }),
  check: (workspace) => {
    const stems = memoryStems(workspace);
    if (stems.length === 0) return NOT_APPLICABLE;
    return stems
      .filter(({ stem }) => isDateName(stem) && !isDay(stem))
      .map(({ name, stem }) => ({
        file: name,
        found: /^\d{4}-\d{2}-\d{2}$/u.test(stem)
          ? 'a date that the calendar does not have'
          : 'a date in another spelling',
        expected: 'a day of the calendar, written YYYY-MM-DD',
      }));
  },
});
