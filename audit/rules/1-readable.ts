import { exampleItem } from '#audit/rule/example-item.ts';
import { layoutItems } from '#audit/facts/layout.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/readable',
  title: 'Files of the layout can be read',
  section: '§1',
  level: 'must',
  tier: 'lite',
  layouts: 'all',
  why: 'A file that cannot be read is missing for the agent, and nobody can say what is in it.',
  remedy:
    'Give yourself the right to read it (chmod u+r), or run the audit as the owner of the workspace.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'files that can be read', files: {} },
      {
        shows: 'a locked file beside the layout',
        files: {},
        items: [exampleItem('vault.md', { content: { is: 'unreadable', errno: 'EACCES' } })],
      },
    ],
    bad: [
      {
        shows: 'a file without the right to read it',
        files: {},
        items: [exampleItem('USER.md', { content: { is: 'unreadable', errno: 'EACCES' } })],
        at: ['USER.md'],
      },
      {
        shows: 'a locked folder of logs',
        files: {},
        items: [
          exampleItem('memory', {
            type: 'directory',
            content: { is: 'unreadable', errno: 'EACCES' },
          }),
        ],
        at: ['memory'],
      },
    ],
  }),
  check: (workspace) =>
    layoutItems(workspace).flatMap(({ name, content }) =>
      content.is === 'unreadable'
        ? [
            {
              file: name,
              found: `something that cannot be read (${content.errno})`,
              expected: 'something that you can read',
            },
          ]
        : [],
    ),
});
