import { MEMORY_DIR } from '#lib/spec/files.ts';
import { LOG_REVIEW_DAYS } from '#lib/spec/limits.ts';
import { daysFrom } from '#lib/text/days.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '5.2/unreviewed',
  title: 'Logs older than thirty days have been reviewed and put away',
  section: '§5.2',
  level: 'advisory',
  tier: 'none',
  pedantic: true,
  why: 'What matters in an old log is lost where nobody reads it: a start-up reads two days only. Once it is in MEMORY.md the raw log is not needed.',
  remedy:
    'Take over into MEMORY.md what will last (`yamo memory review` shows what is missing there), then put the logs away (`yamo memory archive`) or remove them (`yamo memory retain`). An audit cannot see whether that was done: a log that is to stay may stay.',
  fix: 'none',
  requirements: ['Y99', 'Y100'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'a log of thirty days ago', files: { 'memory/2026-02-08.md': 'x\n' } },
      {
        shows: 'an old log in the archive',
        files: { 'memory/archive/2025-02-08.md': 'x\n', 'memory/archive/2025-02-09.md.gz': 'x' },
      },
    ],
    bad: [
      {
        shows: 'one finding for all of them',
        files: { 'memory/2026-02-07.md': 'x\n', 'memory/2025-02-07.md': 'x\n' },
        at: ['memory'],
      },
    ],
  }),
  check: ({ dailyLogs, context }) => {
    if (dailyLogs.length === 0) return NOT_APPLICABLE;
    const old = dailyLogs.filter(({ day }) => daysFrom(day, context.today) > LOG_REVIEW_DAYS);
    if (old.length === 0) return [];
    return [
      {
        file: MEMORY_DIR,
        found: `${old.length === 1 ? 'a log' : `${old.length} logs`} older than ${LOG_REVIEW_DAYS} days`,
        expected: 'what matters in MEMORY.md, and the logs put away',
        anchor: 'old logs',
      },
    ];
  },
});
