import { exampleItem } from '#audit/rule/example-item.ts';
import { layoutItems } from '#audit/facts/layout.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/hard-link',
  title: 'Files of the layout have one name each',
  section: '§1',
  level: 'should',
  tier: 'none',
  layouts: 'all',
  why: 'Under a second name the file can be read or changed where no rule of the workspace holds; in shared sessions the kernel refuses such a file (§4.1).',
  remedy: 'Copy the file, delete the original, and give the copy its name.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'one name each', files: {} },
      {
        shows: 'folders, whose number of names means something else',
        files: {},
        items: [exampleItem('memory', { type: 'directory', links: 3 })],
      },
    ],
    bad: [
      {
        shows: 'MEMORY.md with a second name',
        files: {},
        items: [
          exampleItem('MEMORY.md', { links: 2, content: { is: 'text', text: '# Memory\n' } }),
        ],
        at: ['MEMORY.md'],
      },
    ],
  }),
  check: (workspace) =>
    layoutItems(workspace).flatMap(({ name, type, links }) =>
      type === 'file' && links > 1
        ? [{ file: name, found: `a file with ${links} names`, expected: 'a file with one name' }]
        : [],
    ),
});
