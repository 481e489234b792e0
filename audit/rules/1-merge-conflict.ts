import { mergeConflict } from '#lib/memory/foreign-marks.ts';
import { once } from '#audit/workspace/document.ts';
import { defineRule } from '#audit/rule/rule.ts';

const conflictIn = once(({ text }) => mergeConflict(text));

const SIDES = '<<<<<<< HEAD\n- stays\n=======\n- moved\n>>>>>>> laptop\n';

export const rule = defineRule({
  id: '1/merge-conflict',
  title: 'No file holds both sides of a merge that stopped',
  section: '§1',
  level: 'should',
  tier: 'none',
  layouts: 'all',
  why: 'Both sides stand there as if they were true, and the agent reads the marks as text.',
  remedy: 'Settle the conflict: keep what is true, and delete the lines with the marks.',
  fix: 'none',
  requirements: ['Y3'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a heading that is underlined with equals signs',
        files: { 'MEMORY.md': '# Memory\n\nTides\n=======\n\n- 2026-03-01: low at nine\n' },
      },
      {
        shows: 'code that shows a conflict',
        files: { 'TOOLS.md': `# Tools\n\n\`\`\`\n${SIDES}\`\`\`\n` },
      },
    ],
    bad: [
      {
        shows: 'a merge of MEMORY.md',
        files: { 'MEMORY.md': `# Memory\n\n- 2026-03-01: x\n${SIDES}` },
        at: ['MEMORY.md:4'],
      },
      {
        shows: 'a file of a host',
        files: { 'CLAUDE.md': `# Rules\n\n${SIDES}` },
        at: ['CLAUDE.md:3'],
      },
    ],
  }),
  check: (workspace) =>
    workspace.names.flatMap((name) => {
      const document = workspace.document(name);
      const line = document && conflictIn(document);
      return line === undefined
        ? []
        : [{ file: name, line, found: 'a merge conflict', expected: 'one text', anchor: name }];
    }),
});
