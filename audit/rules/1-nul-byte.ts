import { exampleItem } from '#audit/rule/example-item.ts';
import { layoutItems } from '#audit/facts/layout.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/nul-byte',
  title: 'Files of the layout hold no NUL byte',
  section: '§1',
  level: 'must',
  tier: 'lite',
  layouts: 'all',
  why: 'A NUL byte makes a file binary: many viewers and tools show nothing after it, or refuse the file, as the kernel does.',
  remedy:
    'Delete the NUL bytes. If the file is UTF-16, save it as UTF-8; if it is no text at all, move it away.',
  fix: 'none',
  requirements: ['Y4'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'text',
        files: { 'memory/2026-03-09.md': '# Memory — 2026-03-09\n\n- \\0 in words\n' },
      },
      {
        shows: 'a picture beside the files of the layout',
        files: {},
        items: [
          exampleItem('chart.png', {
            content: { is: 'not text', fault: 'a NUL byte', line: 1, offset: 8, text: '' },
          }),
        ],
      },
    ],
    bad: [
      {
        shows: 'terminal output in a daily log',
        files: {},
        items: [
          exampleItem('memory/2026-03-09.md', {
            content: { is: 'not text', fault: 'a NUL byte', line: 7, offset: 154, text: '' },
          }),
        ],
        at: ['memory/2026-03-09.md:7'],
      },
    ],
  }),
  check: (workspace) =>
    layoutItems(workspace).flatMap(({ name, content }) =>
      content.is === 'not text' && content.fault === 'a NUL byte'
        ? [
            {
              file: name,
              line: content.line,
              found: `a NUL byte at offset ${content.offset}`,
              expected: 'text that any Markdown viewer can show',
            },
          ]
        : [],
    ),
});
