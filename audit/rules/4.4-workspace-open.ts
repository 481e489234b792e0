import { isOpenToAll } from '#audit/facts/permissions.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '4.4/workspace-open',
  title: 'Not everybody on the machine can write the folder of the workspace',
  section: '§4.4',
  level: 'should',
  tier: 'none',
  layouts: 'all',
  why: 'Whoever can write the folder can exchange every file in it, bootstrap instructions and SOUL.md among them, whatever the modes of the files. The kernel refuses to boot there.',
  remedy: 'Run `chmod o-w .` in the workspace.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'a folder that others may read', files: {}, facts: { rootMode: 0o755 } },
      {
        shows: 'a revision of git, which knows no such bits',
        files: {},
        facts: { source: 'revision', rootMode: 0o777 },
      },
    ],
    bad: [
      {
        shows: 'a folder that everyone can write',
        files: {},
        facts: { rootMode: 0o777 },
        at: [''],
      },
      {
        shows: 'the same with a sticky bit, which keeps nobody from adding files',
        files: {},
        facts: { rootMode: 0o1777 },
        at: [''],
      },
    ],
  }),
  check: ({ snapshot }) =>
    isOpenToAll(snapshot)
      ? [
          {
            file: '',
            found:
              'a workspace folder writable by every user of this machine, which no boot accepts',
            expected: 'a folder that only its owner can write',
          },
        ]
      : [],
});
