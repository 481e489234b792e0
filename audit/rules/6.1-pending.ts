import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { defineRule } from '#audit/rule/rule.ts';

const NOT_BORN = {
  'MEMORY.md': null,
  'memory/2026-03-09.md': null,
  'memory/2026-03-10.md': null,
};

export const rule = defineRule({
  id: '6.1/pending',
  title: 'No birth is waiting',
  section: '§6.1',
  level: 'advisory',
  tier: 'none',
  why: 'The workspace is complete only when its birth orders have been carried out and deleted.',
  remedy: 'Run yamo boot on the workspace.',
  fix: 'none',
  requirements: ['Y64', 'Y104'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'no birth orders', files: NOT_BORN },
      {
        shows: 'birth orders that are left over, which another rule reports',
        files: { 'BOOTSTRAP.md': 'Be born.\n' },
      },
    ],
    bad: [
      {
        shows: 'birth orders and no session yet',
        files: { ...NOT_BORN, 'SOUL.md': null, 'BOOTSTRAP.md': 'Be born.\n' },
        at: ['BOOTSTRAP.md'],
      },
      {
        shows: 'both kinds of birth orders, beside a SOUL.md that came with them',
        files: { ...NOT_BORN, 'BOOTSTRAP.md': 'Be born.\n', 'BOOTSTRAP.yamo': 'agent: Birth;\n' },
        at: ['BOOTSTRAP.md', 'BOOTSTRAP.yamo'],
      },
    ],
  }),
  check: (workspace) =>
    workspace.state === 'bootstrap-pending'
      ? BOOTSTRAP_FILES.filter((name) => workspace.has(name)).map((file) => ({
          file,
          found: 'birth orders that wait for the first boot',
          expected: 'a first boot, which carries them out and deletes them',
        }))
      : [],
});
