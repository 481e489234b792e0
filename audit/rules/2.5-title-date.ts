import { isDay } from '#lib/text/day.ts';
import { overLogs } from '#audit/facts/daily.ts';
import { defineRule } from '#audit/rule/rule.ts';

const ISO_DATE = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/gu;

export const rule = defineRule({
  id: '2.5/title-date',
  title: 'The date in the title of a log is the date of its name',
  section: '§2.5',
  level: 'advisory',
  tier: 'none',
  why: 'One of the two dates is wrong. If it is the name, the log is never read at the start of the day that it speaks of.',
  remedy: 'Find out which of the two is true, and correct the title or rename the file.',
  fix: 'asks',
  requirements: ['Y59'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'titles without a date, with one in words, with one that is none',
        files: {
          'memory/2026-03-07.md': '# Tides\n',
          'memory/2026-03-08.md': '# March 9, 2026\n',
          'memory/2026-03-09.md': '# Part 2026-99-01 of 12026-03-01\n',
        },
      },
      {
        shows: 'another date below the first title, and in a fence before it',
        files: {
          'memory/2026-03-09.md':
            '```\n# 2026-03-01\n```\n\n# Memory — 2026-03-09\n\n# Plan for 2026-03-12\n',
        },
      },
      {
        shows: 'the day of the file among several',
        files: { 'memory/2026-03-09.md': '# Night of 2026-03-08 to 2026-03-09\n' },
      },
    ],
    bad: [
      {
        shows: 'the day before, and the year before',
        files: {
          'memory/2026-03-08.md': '# Memory — 2026-03-07\n',
          'memory/2026-03-09.md': '## Session [09:00]\n\n# Session Notes — 2025-03-09\n',
        },
        at: ['memory/2026-03-08.md:1', 'memory/2026-03-09.md:3'],
      },
    ],
  }),
  check: overLogs((document, day) => {
    const heading = document.title;
    if (heading === undefined) return [];
    const dates = [...heading.text.matchAll(ISO_DATE)].filter(([date]) => isDay(date));
    const [first] = dates;
    if (first === undefined || dates.some(([date]) => date === day)) return [];
    const start = heading.at + first.index;
    const edits = [{ file: document.name, start, end: start + day.length, text: day }];
    return [
      {
        file: document.name,
        line: heading.line,
        column: first.index + 1,
        found: 'a date in the title that is not that of the file',
        expected: `${day}, or a file of the other name`,
        ...(dates.length === 1 && {
          fix: { kind: 'asks', title: `Write ${day} in the title`, edits },
        }),
      },
    ];
  }),
});
