import { MEMORY_FILE } from '#audit/facts/memory.ts';
import { copiesOf, isMemoryCopyName } from '#audit/facts/memory-copies.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '4.1/memory-copy-name',
  title: 'No file is called like a copy of MEMORY.md',
  section: '§4.1',
  level: 'advisory',
  tier: 'none',
  layouts: 'all',
  why: 'An older or longer form of MEMORY.md among the daily logs holds the same private things, and the rule that keeps shared sessions from MEMORY.md does not know it.',
  remedy:
    'Take over what still matters into MEMORY.md and delete the file, or keep it outside of the workspace.',
  fix: 'none',
  requirements: ['Y94'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'files about something else',
        files: {
          'memory/MEMORY-SYSTEM.md': 'x\n',
          'memory/memory-summary.md': 'x\n',
          'memory/MEMORY-golden-rules.md': 'x\n',
          'MEMORYLANE-2026.md': 'x\n',
        },
      },
      {
        shows: 'a file with the very text of MEMORY.md, of which another rule speaks',
        files: { 'MEMORY.md': '# Memory\n\n- x\n', 'memory/MEMORY.md': '# Memory\n\n- x\n' },
      },
    ],
    bad: [
      'memory/MEMORY.md',
      'memory/MEMORY-FULL-2026-02-24.md',
      'MEMORY.md.bak',
      'MEMORY_old.md',
      'MEMORY copy.md',
      'MEMORY (1).md',
      'MEMORY-2025.md',
    ].map((name) => ({ shows: name, files: { [name]: 'x\n' }, at: [name] })),
  }),
  check: (workspace) => {
    const names = workspace.names.filter(isMemoryCopyName);
    if (names.length === 0) return [];
    const known = new Set(copiesOf(workspace, MEMORY_FILE).map(({ name }) => name));
    return names
      .filter((name) => !known.has(name))
      .map((file) => ({
        file,
        found: 'a name like that of a copy of MEMORY.md',
        expected: 'one MEMORY.md, in the root of the workspace',
      }));
  },
});
