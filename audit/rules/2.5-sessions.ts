import { isEvent } from '#lib/workspace/forgeries.ts';
import type { Line } from '#lib/text/lines.ts';
import { overLogs } from '#audit/facts/daily.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** Brackets may be left out, words may follow. */
const SESSION = /^Session (?:\[(?:[01]\d|2[0-3]):[0-5]\d\]|(?:[01]\d|2[0-3]):[0-5]\d)(?=\s|$)/u;
/** A time after the word, in any spelling. */
const NEAR = /^Session[\s:#[(–—-]{1,5}\d{1,2}[:.h]\d{2}/i;

const EXPECTED = '"## Session [HH:MM]", with two digits each and 24 hours';

export const rule = defineRule({
  id: '2.5/sessions',
  title: 'Each session begins a block in the log, "## Session [HH:MM]"',
  section: '§2.5',
  level: 'advisory',
  tier: 'none',
  pedantic: true,
  why: 'The blocks tell which notes were made together, and when. Without them a day of many sessions is one heap.',
  remedy: 'Put "## Session [HH:MM]" above the notes of each session.',
  fix: 'none',
  requirements: ['Y60'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'times with brackets and without, and other headings beside them',
        files: {
          'memory/2026-03-09.md':
            '# Memory — 2026-03-09\n\n## Session [09:12]\n\n## Session 14:30 by phone\n\n## Session notes\n',
        },
      },
      {
        shows: 'a quiet day: sessions in which nothing was said are a line each',
        files: {
          'memory/2026-03-09.md':
            '# Memory — 2026-03-09\n\n- session;2026-03-09T08:00:00.000Z;2026-03-09T08:01:00.000Z;kind;main;reason;SIGTERM;boot;b1;\n',
        },
      },
    ],
    bad: [
      {
        shows: 'no block at all',
        files: { 'memory/2026-03-09.md': '# Memory — 2026-03-09\n\n## 14:30 Tides\n' },
        at: ['memory/2026-03-09.md'],
      },
      {
        shows: 'times that are none, and a heading of another level',
        files: {
          'memory/2026-03-09.md':
            '## Session [9:12]\n\n## Session [25:00]\n\n### Session [10:00]\n\n## Session [11:00]\n',
        },
        at: [1, 3, 5].map((line) => `memory/2026-03-09.md:${line}`),
      },
    ],
  }),
  check: overLogs(({ name, headings, lines }) => {
    const isBlock = headings.map(({ level, title }) => level === 2 && SESSION.test(title));
    const near = headings.filter(({ title }, at) => isBlock[at] !== true && NEAR.test(title));
    if (near.length === 0 && !isBlock.includes(true)) {
      const isQuiet = lines.some(({ text }) => isEvent(text)) && lines.every(isOfQuietDay);
      if (isQuiet) return [];
      return [{ file: name, found: 'no block of a session', expected: EXPECTED }];
    }
    return near.map(({ line }, at) => ({
      file: name,
      line,
      found: 'a block of a session in another spelling',
      expected: EXPECTED,
      anchor: `spelling ${at + 1}`,
    }));
  }),
});

const isOfQuietDay = (line: Line): boolean =>
  line.text.trim() === '' || isEvent(line.text) || (line.kind === 'heading' && line.level === 1);
