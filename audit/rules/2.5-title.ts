import type { Document } from '#audit/workspace/document.ts';
import { overLogs } from '#audit/facts/daily.ts';
import { defineRule } from '#audit/rule/rule.ts';

const ANY_DASH = /^Memory[ \t]*[-‐‑‒–—―−]{1,3}[ \t]*\d{4}-\d{2}-\d{2}$/u;
const TITLE = /^Memory — \d{4}-\d{2}-\d{2}$/u;

export const rule = defineRule({
  id: '2.5/title',
  title: 'A log begins with its title, "# Memory — YYYY-MM-DD"',
  section: '§2.5',
  level: 'advisory',
  tier: 'none',
  pedantic: true,
  why: 'The title tells which day a log is of where its file name is lost, as in a search result or a prompt.',
  remedy: 'Begin the log with "# Memory — " and the date of its name; the dash is U+2014.',
  fix: 'none',
  requirements: ['Y59'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'the title after a comment',
        files: { 'memory/2026-03-09.md': '<!-- raw -->\n\n# Memory — 2026-03-09\n' },
      },
      {
        shows: 'the title of another day: 2.5/title-date speaks of it',
        files: { 'memory/2026-03-09.md': '# Memory — 2026-03-08\n' },
      },
    ],
    bad: [
      {
        shows: 'a hyphen for the dash',
        files: { 'memory/2026-03-09.md': '\n# Memory - 2026-03-09\n' },
        at: ['memory/2026-03-09.md:2'],
      },
      {
        shows: 'no title, other titles, and nothing at all',
        files: {
          'memory/2026-03-06.md': 'Sent the tides.\n\n# Memory — 2026-03-06\n',
          'memory/2026-03-07.md': '# 2026-03-07 - Daily Memory\n',
          'memory/2026-03-08.md': '## Memory — 2026-03-08\n',
          'memory/2026-03-09.md': '',
        },
        at: [
          'memory/2026-03-06.md:1',
          'memory/2026-03-07.md:1',
          'memory/2026-03-08.md:1',
          'memory/2026-03-09.md',
        ],
      },
    ],
  }),
  check: overLogs((document, day) => {
    const { found, line } = opening(document);
    if (found === undefined) return [];
    const expected = `"# Memory — ${day}"`;
    return [{ file: document.name, ...(line !== undefined && { line }), found, expected }];
  }),
});

/** How a log begins, in words; nothing where it begins with its title. */
const opening = ({ lines }: Document): { readonly found?: string; readonly line?: number } => {
  const first = lines.find(
    ({ kind, text }) => kind !== 'comment' && kind !== 'front matter' && text.trim() !== '',
  );
  if (first === undefined) return { found: 'no title' };
  const { line } = first;
  if (first.kind !== 'heading' || first.level !== 1) return { found: 'no title', line };
  if (TITLE.test(first.title)) return {};
  return {
    found: ANY_DASH.test(first.title) ? 'another dash in the title' : 'another title',
    line,
  };
};
