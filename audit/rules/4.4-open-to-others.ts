import { exampleItem } from '#audit/rule/example-item.ts';
import { everyoneWrites, judgePermissions } from '#audit/facts/permissions.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '4.4/open-to-others',
  title: 'Nobody but the owner and the group can write the private files',
  section: '§4.4',
  level: 'advisory',
  tier: 'none',
  layouts: 'all',
  why: 'What stands in MEMORY.md, USER.md and the logs is what the agent believes. Who can write them can tell it anything, and who can write a file can usually read it.',
  remedy:
    'Run `chmod -R go-w .` in the workspace; `chmod -R go-rwx .` keeps other users out altogether.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'files of the owner alone', files: {} },
      {
        shows: 'the modes of a checkout',
        files: {},
        items: [
          exampleItem('MEMORY.md', { mode: 0o644 }),
          exampleItem('USER.md', { mode: 0o664 }),
          exampleItem('memory', { type: 'directory', mode: 0o775 }),
        ],
      },
      {
        shows: 'a link, whose own bits mean nothing',
        files: {},
        items: [exampleItem('USER.md', { type: 'symlink', mode: 0o777, target: 'inside' })],
      },
      {
        shows: 'a log in a folder that lets nobody else in',
        files: {},
        items: [
          exampleItem('memory', { type: 'directory', mode: 0o700 }),
          exampleItem('memory/2026-03-10.md', { mode: 0o666 }),
        ],
      },
      {
        shows: 'a revision of git, which knows no such bits',
        files: {},
        items: [exampleItem('MEMORY.md', { mode: 0o666 })],
        facts: { source: 'revision' },
      },
    ],
    bad: [
      {
        shows: 'a MEMORY.md that everyone can write',
        files: {},
        items: [exampleItem('MEMORY.md', { mode: 0o666 })],
        at: [''],
      },
      {
        shows: 'everything open to everyone: one finding that counts',
        files: {},
        items: [
          exampleItem('MEMORY.md', { mode: 0o777 }),
          exampleItem('USER.md', { mode: 0o777 }),
          exampleItem('memory', { type: 'directory', mode: 0o777 }),
          exampleItem('memory/2026-03-10.md', { mode: 0o666 }),
        ],
        at: [''],
      },
    ],
  }),
  check: (workspace) =>
    judgePermissions(workspace, everyoneWrites, {
      found: ' writable by every user of this machine',
      expected: 'files that only their owner can write',
    }),
});
