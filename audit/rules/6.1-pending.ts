import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { defineRule } from '#audit/rule/rule.ts';

const NOT_BORN = {
  'MEMORY.md': null,
  'memory/2026-03-09.md': null,
  'memory/2026-03-10.md': null,
};

export const rule = defineRule({
  id: '6.1/pending',
  title: 'No first boot is waiting',
  section: '§6.1',
  level: 'advisory',
  tier: 'none',
  why: 'The workspace is complete only when its bootstrap instructions have been carried out and deleted.',
  remedy: 'Run yamo boot on the workspace.',
  fix: 'none',
  requirements: ['Y64', 'Y104'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'no bootstrap instructions', files: NOT_BORN },
      {
        shows: 'bootstrap instructions that are left over, which another rule reports',
        files: { 'BOOTSTRAP.md': 'Be born.\n' },
      },
    ],
    bad: [
      {
        shows: 'bootstrap instructions and no session yet',
        files: { ...NOT_BORN, 'SOUL.md': null, 'BOOTSTRAP.md': 'Be born.\n' },
        at: ['BOOTSTRAP.md'],
      },
      {
        shows: 'both kinds of bootstrap instructions, beside a SOUL.md that came with them',
        files: { ...NOT_BORN, 'BOOTSTRAP.md': 'Be born.\n', 'BOOTSTRAP.yamo': 'agent: Birth;\n' },
        at: ['BOOTSTRAP.md', 'BOOTSTRAP.yamo'],
      },
    ],
  }),
  check: (workspace) =>
    workspace.state === 'bootstrap-pending'
      ? BOOTSTRAP_FILES.filter((name) => workspace.has(name)).map((file) => ({
          file,
          found: 'bootstrap instructions that wait for the first boot',
          expected: 'a first boot, which carries them out and deletes them',
        }))
      : [],
});
