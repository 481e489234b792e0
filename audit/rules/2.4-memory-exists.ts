import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { ignored } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.4/memory-exists',
  title: 'MEMORY.md exists',
  section: '§2.4',
  level: 'advisory',
  tier: 'none',
  pedantic: true,
  why: 'Without MEMORY.md nothing outlives the two days of logs that a session reads. A young agent has none yet, and no first boot creates it.',
  remedy: 'Let the agent keep in MEMORY.md what it should know for good; it may begin as a title.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'MEMORY.md', files: {} },
      {
        shows: 'a checkout without it, because git ignores it: no answer',
        files: { 'MEMORY.md': null },
        facts: { git: { ignored: new Set(['MEMORY.md']), tracked: new Set() } },
      },
      {
        shows: 'a workspace before its first boot',
        files: {
          'MEMORY.md': null,
          'memory/2026-03-09.md': null,
          'memory/2026-03-10.md': null,
          'BOOTSTRAP.md': 'Be born.\n',
        },
      },
    ],
    bad: [{ shows: 'no MEMORY.md', files: { 'MEMORY.md': null }, at: ['MEMORY.md'] }],
  }),
  check: (workspace) => {
    if (workspace.state !== 'initialised') return NOT_APPLICABLE;
    if (workspace.has('MEMORY.md')) return [];
    if (workspace.isIgnored('MEMORY.md')) return ignored('MEMORY.md');
    return [{ file: 'MEMORY.md', found: 'no MEMORY.md', expected: 'a file for what is to last' }];
  },
});
