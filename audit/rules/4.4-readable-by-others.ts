import { exampleItem } from '#audit/rule/example-item.ts';
import { judgePermissions, othersRead } from '#audit/facts/permissions.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '4.4/readable-by-others',
  title: 'Nobody but the owner can read the private files, or write them through the group',
  section: '§4.4',
  level: 'advisory',
  tier: 'none',
  layouts: 'all',
  pedantic: true,
  why: 'On a machine with several users the private files of one are the business of nobody else. Most checkouts and umasks leave them readable, so this is looked at on request only.',
  remedy: 'Run `chmod -R go-rwx .` in the workspace.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'files of the owner alone', files: {} },
      {
        shows: 'a readable log in a folder that lets nobody in',
        files: {},
        items: [
          exampleItem('memory', { type: 'directory', mode: 0o700 }),
          exampleItem('memory/2026-03-10.md', { mode: 0o644 }),
        ],
      },
      {
        shows: 'a readable file that is not private',
        files: {},
        items: [exampleItem('TOOLS.md', { mode: 0o644 })],
      },
    ],
    bad: [
      {
        shows: 'a readable MEMORY.md',
        files: {},
        items: [exampleItem('MEMORY.md', { mode: 0o644 })],
        at: [''],
      },
      {
        shows: 'a log that the group can write, in a folder that lets the group in',
        files: {},
        items: [
          exampleItem('memory', { type: 'directory', mode: 0o710 }),
          exampleItem('memory/2026-03-10.md', { mode: 0o620 }),
        ],
        at: [''],
      },
    ],
  }),
  check: (workspace) =>
    judgePermissions(workspace, othersRead, {
      found: ' readable by other users, or writable by the group',
      expected: 'files that only their owner can open',
    }),
});
