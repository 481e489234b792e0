import { MEMORY_DIR } from '#lib/spec/files.ts';
import { NOT_APPLICABLE, notAuditable } from '#audit/workspace/finding.ts';
import { ignored } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

const NO_MEMORY = {
  'memory/2026-03-09.md': null,
  'memory/2026-03-10.md': null,
  'memory/heartbeat-state.json': null,
};

export const rule = defineRule({
  id: '6.2/memory-directory',
  title: 'There is a folder memory/',
  section: '§6.2',
  level: 'advisory',
  tier: 'none',
  why: 'A first boot creates memory/, and every session writes its log there. Nothing is said of a checkout: git does not keep empty folders.',
  remedy: 'Create the folder memory/, or boot the workspace once: the kernel creates it.',
  fix: 'none',
  requirements: ['Y5', 'Y108'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'memory/', files: {} },
      {
        shows: 'a workspace before its first boot',
        files: { ...NO_MEMORY, 'MEMORY.md': null, 'BOOTSTRAP.md': 'Be born.\n' },
      },
      {
        shows: 'a checkout without memory/, because git ignores it: no answer',
        files: NO_MEMORY,
        facts: { git: { ignored: new Set(['memory']), tracked: new Set() } },
      },
      {
        shows: 'a checkout without memory/, which git does not keep while it is empty: no answer',
        files: NO_MEMORY,
        facts: { git: { ignored: new Set(), tracked: new Set(['SOUL.md']) } },
      },
    ],
    bad: [{ shows: 'no memory/', files: NO_MEMORY, at: ['memory'] }],
  }),
  check: (workspace) => {
    if (workspace.state !== 'initialised') return NOT_APPLICABLE;
    if (workspace.has(MEMORY_DIR)) return [];
    if (workspace.isIgnored(MEMORY_DIR)) return ignored('memory/');
    if (workspace.snapshot.git !== undefined)
      return notAuditable('memory/ is not here, and git keeps no empty folder');
    return [{ file: MEMORY_DIR, found: 'no memory/', expected: 'a folder for the daily logs' }];
  },
});
