import { LAYOUT_NAMES } from '#lib/spec/layouts.ts';
import { MEMORY_DIR } from '#lib/spec/files.ts';
import { exampleItem } from '#audit/rule/example-item.ts';
import { layoutItems } from '#audit/facts/layout.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/link',
  title: 'Files of the layout are no symbolic links',
  section: '§1',
  level: 'must',
  tier: 'lite',
  layouts: LAYOUT_NAMES,
  why: 'The kernel follows no link, and refuses a boot with one: what it leads to can change between the check and the reading (§4.4). A copy or a checkout on another machine may find nothing there.',
  remedy:
    'Put the file itself there. Whoever keeps such files elsewhere (stow, chezmoi, ConfigMaps) links the whole folder, or names the one that holds the files (..data of Kubernetes).',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'files', files: {} },
      {
        shows: 'a link that is no name of the layout',
        files: {},
        items: [exampleItem('CLAUDE.md', { type: 'symlink', target: 'inside' })],
      },
    ],
    bad: [
      {
        shows: 'a link to another file of the workspace',
        files: {},
        items: [exampleItem('AGENTS.md', { type: 'symlink', target: 'inside' })],
        at: ['AGENTS.md'],
      },
      {
        shows: 'a link that leads nowhere on this machine',
        files: {},
        items: [exampleItem('memory/2026-03-09.md', { type: 'symlink', target: 'dangling' })],
        at: ['memory/2026-03-09.md'],
      },
    ],
  }),
  check: (workspace) =>
    layoutItems(workspace).flatMap(({ name, type, target }) =>
      type !== 'symlink' || target === 'outside' || name === MEMORY_DIR
        ? []
        : [
            {
              file: name,
              found: target === 'dangling' ? 'a link that leads nowhere' : 'a symbolic link',
              expected: 'the file itself',
            },
          ],
    ),
});
