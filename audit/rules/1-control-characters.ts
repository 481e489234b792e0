import { once } from '#audit/workspace/document.ts';
import type { Finding } from '#audit/workspace/finding.ts';
import { layoutItems } from '#audit/facts/layout.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/control-characters',
  title: 'Files of the layout hold no control characters',
  section: '§1',
  level: 'advisory',
  tier: 'none',
  layouts: 'all',
  why: 'Control characters, such as the colour codes of pasted terminal output, are invisible in a viewer, can change what a terminal shows, and still reach the model.',
  remedy: 'Delete the control characters; paste terminal output without its colours.',
  fix: 'none',
  requirements: ['Y4'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'tabs, form feeds and CRLF', files: { 'TOOLS.md': '# Tools\r\n\f\r\n-\tquay\r\n' } },
      { shows: 'an escape sequence in words', files: { 'TOOLS.md': '# Tools\n\n- `\\x1b[31m`\n' } },
      { shows: 'a file that is not of the layout', files: { 'log.txt': '\u001B[31mred\n' } },
    ],
    bad: [
      {
        shows: 'colours of a terminal',
        files: { 'TOOLS.md': '# Tools\n\n- \u001B[31mred\u001B[0m\n' },
        at: ['TOOLS.md:3'],
      },
      {
        shows: 'a vertical tab on the first line, after a byte order mark',
        files: { 'USER.md': '\uFEFF\u000B**Name:** Ada\n' },
        at: ['USER.md:1'],
      },
      {
        shows: 'the first of many, on a line after a lone CR',
        files: { 'HEARTBEAT.md': '# Heartbeat\r- a\u0007\r- b\u0007\r' },
        at: ['HEARTBEAT.md:2'],
      },
    ],
  }),
  check: (workspace) =>
    layoutItems(workspace).flatMap(({ name }) => {
      const document = workspace.document(name);
      return document === undefined ? [] : findingsIn(document);
    }),
});

const findingsIn = once((document): readonly Finding[] => {
  if (!document.hasSuspects) return [];
  // C0 without NUL, which is no text at all, and without tab, line ends and form feed.
  const control = /[^\P{Cc}\0\t\n\r\f\u007F-\u009F]/gu;
  const first = document.text.search(control);
  if (first < 0) return [];
  let count = 0;
  for (const _ of document.text.matchAll(control)) count += 1;
  const line = document.lines.findLast(({ at }) => at <= first);
  return [
    {
      file: document.name,
      ...(line !== undefined && { line: line.line, column: first - line.at + 1 }),
      found: count === 1 ? 'a control character' : `${count} control characters, the first here`,
      expected: 'text without control characters',
    },
  ];
});
