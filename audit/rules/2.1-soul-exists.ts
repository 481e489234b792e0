import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { requireFile } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.1/soul-exists',
  title: 'SOUL.md exists',
  section: '§2.1',
  level: 'must',
  tier: 'lite',
  why: 'SOUL.md says who the agent is. Without it the agent is nobody, and must refuse to work.',
  remedy: 'Run the first boot (yamo boot), or write SOUL.md yourself.',
  fix: 'none',
  requirements: ['Y22'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'SOUL.md', files: {} },
      {
        shows: 'a workspace without bootstrap instructions, whose state says it already',
        files: { 'SOUL.md': null },
      },
    ],
    bad: [
      {
        shows: 'bootstrap instructions, logs of past sessions, and no SOUL.md',
        files: { 'SOUL.md': null, 'BOOTSTRAP.md': 'Be born.\n' },
        at: ['SOUL.md'],
      },
      {
        shows: 'a newborn workspace',
        files: {
          'SOUL.md': null,
          'MEMORY.md': null,
          'memory/2026-03-09.md': null,
          'memory/2026-03-10.md': null,
          'BOOTSTRAP.md': 'Be born.\n',
        },
        at: ['SOUL.md'],
      },
      {
        shows: 'a name in small letters',
        files: { 'SOUL.md': null, 'soul.md': '# Soul\n', 'BOOTSTRAP.md': 'Be born.\n' },
        at: ['SOUL.md'],
      },
    ],
  }),
  check: (workspace) =>
    workspace.state === 'uninitialised' ? NOT_APPLICABLE : requireFile(workspace, 'SOUL.md'),
});
