import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.5/future',
  title: 'No log is of a day that has not come yet',
  section: '§2.5',
  level: 'advisory',
  tier: 'none',
  why: 'A log says what happened. One of a later day was filed under a wrong date, or holds plans that nobody will look for there before that day.',
  remedy:
    'Rename it to the day that it speaks of. Plans belong in MEMORY.md or HEARTBEAT.md. If the clock of the machine is wrong, give the right day with --date.',
  fix: 'none',
  requirements: ['Y57'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'a log of today', files: { 'memory/2026-03-10.md': '# Memory — 2026-03-10\n' } },
    ],
    bad: [
      {
        shows: 'a log of tomorrow, and one of next year',
        files: { 'memory/2026-03-11.md': 'x\n', 'memory/2027-03-09.md': 'x\n' },
        at: ['memory/2026-03-11.md', 'memory/2027-03-09.md'],
      },
    ],
  }),
  check: ({ dailyLogs, context }) =>
    dailyLogs
      .filter(({ day }) => day > context.today)
      .map(({ name }) => ({
        file: name,
        found: 'a log of a day that has not come yet',
        expected: 'logs up to today',
      })),
});
