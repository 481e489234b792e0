import { isDay } from '#lib/text/day.ts';
import { daysFrom } from '#lib/text/days.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { isoDays, MEMORY_FILE, ofMemory } from '#audit/facts/memory.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** §5.3 asks for some curation each week; a month without any is no accident. */
const CURATED_MAX_DAYS = 30;

export const rule = defineRule({
  id: '5.3/curated',
  title: 'MEMORY.md keeps up with the daily logs',
  section: '§5.3',
  level: 'advisory',
  tier: 'none',
  pedantic: true,
  why: 'Where nothing is carried over from the logs, the agent knows next month nothing of this one.',
  remedy:
    'Read the logs of the past week and carry over what will matter, each entry with its day.',
  fix: 'none',
  requirements: ['Y102'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'an entry of thirty days before the newest log',
        files: { 'MEMORY.md': '- 2026-02-08: x\n' },
      },
      {
        shows: 'a memory without dates, of which another rule speaks',
        files: { 'MEMORY.md': '- x\n' },
      },
      {
        shows: 'a plan for a day to come',
        files: { 'MEMORY.md': '- 2026-03-01: the inspection is on 2026-06-15\n' },
      },
    ],
    bad: [
      {
        shows: 'an entry of more than thirty days before the newest log',
        files: { 'MEMORY.md': '- 2026-02-07: x\n- 2025-12-30: y\n' },
        at: ['MEMORY.md'],
      },
      {
        shows: 'a day to come is no entry',
        files: { 'MEMORY.md': '- 2026-01-01: the inspection is on 2026-06-15\n' },
        at: ['MEMORY.md'],
      },
    ],
  }),
  check: ofMemory(({ text }, { dailyLogs, context }) => {
    const newestLog = dailyLogs.findLast(({ day }) => day <= context.today)?.day;
    const past = isoDays(text).filter((day) => day <= context.today && isDay(day));
    const newest = past.reduce((one, other) => (one > other ? one : other), '');
    if (newestLog === undefined || newest === '') return NOT_APPLICABLE;
    const days = daysFrom(newest, newestLog);
    if (days <= CURATED_MAX_DAYS) return [];
    const found = `a newest entry ${days} days older than the newest log`;
    return [{ file: MEMORY_FILE, found, expected: 'entries of the last weeks' }];
  }),
});
