import { FILE_MAX_BYTES } from '#lib/spec/limits.ts';
import { exampleItem } from '#audit/rule/example-item.ts';
import { layoutItems } from '#audit/facts/layout.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/too-large',
  title: 'Files of the layout can be loaded whole',
  section: '§1',
  level: 'should',
  tier: 'none',
  layouts: 'all',
  why: `Nothing above ${FILE_MAX_BYTES / 1024 ** 2} MiB is meant for a prompt; the kernel refuses to load such a file instead of filling the memory of the machine.`,
  remedy: 'Move the bulk of it out of the workspace, and keep what the agent needs.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a file of exactly the limit',
        files: {},
        items: [exampleItem('TOOLS.md', { bytes: FILE_MAX_BYTES })],
      },
      {
        shows: 'a large file beside the layout',
        files: {},
        items: [exampleItem('talk.mp3', { bytes: 10 * FILE_MAX_BYTES })],
      },
    ],
    bad: [
      {
        shows: 'a daily log of one byte more',
        files: {},
        items: [
          exampleItem('memory/2026-03-09.md', {
            bytes: FILE_MAX_BYTES + 1,
            content: { is: 'too large', limitBytes: FILE_MAX_BYTES, labelled: [] },
          }),
        ],
        at: ['memory/2026-03-09.md'],
      },
    ],
  }),
  check: (workspace) =>
    layoutItems(workspace).flatMap(({ name, type, bytes }) =>
      type === 'file' && bytes > FILE_MAX_BYTES
        ? [
            {
              file: name,
              found: `${bytes} bytes`,
              expected: `at most ${FILE_MAX_BYTES}, which is what the kernel loads`,
            },
          ]
        : [],
    ),
});
