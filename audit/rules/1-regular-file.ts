import { MEMORY_DIR } from '#lib/spec/files.ts';
import type { Item } from '#lib/workspace/snapshot.ts';
import { exampleItem } from '#audit/rule/example-item.ts';
import { layoutItems } from '#audit/facts/layout.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/regular-file',
  title: 'Files of the layout are files of this workspace',
  section: '§1',
  level: 'must',
  tier: 'lite',
  layouts: 'all',
  why: 'A link that leads out of the workspace lets the agent read and write elsewhere (§4.4), and a folder or a pipe under the name of a file is no file at all. The kernel refuses all of them.',
  remedy: 'Put the file itself under this name, or remove what is there.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a link that is no name of the layout',
        files: {},
        items: [exampleItem('drive', { type: 'symlink', target: 'outside' })],
      },
      {
        shows: 'a link that stays inside, which another rule reports',
        files: {},
        items: [exampleItem('TOOLS.md', { type: 'symlink', target: 'inside' })],
      },
    ],
    bad: [
      {
        shows: 'a folder named SOUL.md',
        files: {},
        items: [exampleItem('SOUL.md', { type: 'directory' })],
        at: ['SOUL.md'],
      },
      {
        shows: 'a link to a shared drive',
        files: {},
        items: [exampleItem('MEMORY.md', { type: 'symlink', target: 'outside' })],
        at: ['MEMORY.md'],
      },
      {
        shows: 'a pipe among the daily logs',
        files: {},
        items: [exampleItem('memory/2026-03-09.md', { type: 'other' })],
        at: ['memory/2026-03-09.md'],
      },
    ],
  }),
  check: (workspace) =>
    layoutItems(workspace).flatMap((item) => {
      const found = item.name === MEMORY_DIR ? undefined : whatInstead(item);
      return found === undefined
        ? []
        : [{ file: item.name, found, expected: 'a regular file inside the workspace' }];
    }),
});

const whatInstead = ({ type, target }: Item): string | undefined => {
  switch (type) {
    case 'file':
      return undefined;
    case 'directory':
      return 'a folder';
    case 'symlink':
      return target === 'outside' ? 'a link that leads out of the workspace' : undefined;
    case 'other':
      return 'neither file nor folder, but a pipe, socket or device';
  }
};
