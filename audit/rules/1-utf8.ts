import { exampleItem } from '#audit/rule/example-item.ts';
import { layoutItems } from '#audit/facts/layout.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/utf8',
  title: 'Files of the layout are UTF-8',
  section: '§1',
  level: 'must',
  tier: 'lite',
  layouts: 'all',
  why: 'Bytes that are no UTF-8 are shown differently by every program, and the kernel refuses to read them rather than guess.',
  remedy: 'Save the file as UTF-8; most editors offer it under "Save with encoding".',
  fix: 'none',
  requirements: ['Y3'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'other scripts and a byte order mark',
        files: { 'USER.md': '\uFEFF**Name:** 日本\n' },
      },
      {
        shows: 'a file that is not of the layout',
        files: {},
        items: [
          exampleItem('letter.md', {
            content: { is: 'not text', fault: 'invalid UTF-8', line: 1, offset: 0, text: '' },
          }),
        ],
      },
    ],
    bad: [
      {
        shows: 'Latin-1 in USER.md',
        files: {},
        items: [
          exampleItem('USER.md', {
            content: { is: 'not text', fault: 'invalid UTF-8', line: 3, offset: 27, text: '' },
          }),
        ],
        at: ['USER.md:3'],
      },
      {
        shows: 'a cut character in a daily log',
        files: {},
        items: [
          exampleItem('memory/2026-03-09.md', {
            content: { is: 'not text', fault: 'invalid UTF-8', line: 1, offset: 4, text: '' },
          }),
        ],
        at: ['memory/2026-03-09.md:1'],
      },
    ],
  }),
  check: (workspace) =>
    layoutItems(workspace).flatMap(({ name, content }) =>
      content.is === 'not text' && content.fault === 'invalid UTF-8'
        ? [
            {
              file: name,
              line: content.line,
              found: `bytes that are no UTF-8, the first at offset ${content.offset}`,
              expected: 'UTF-8',
            },
          ]
        : [],
    ),
});
