import { exampleItem } from '#audit/rule/example-item.ts';
import { MEMORY_FILE, ofMemory } from '#audit/facts/memory.ts';
import { copiesOf } from '#audit/facts/memory-copies.ts';
import { defineRule } from '#audit/rule/rule.ts';

const MEMORY = '# Memory\n\n- 2026-02-11: Ada is going to sell the boat.\n';

export const rule = defineRule({
  id: '4.1/memory-copy',
  title: 'MEMORY.md is in no second file',
  section: '§4.1',
  level: 'must',
  tier: 'lite',
  layouts: 'all',
  why: 'Shared sessions must never see MEMORY.md, whatever it is called. The rule that keeps them from the file does not keep them from its copy.',
  remedy: 'Delete the copy or the second name; keep backups of MEMORY.md outside of the workspace.',
  fix: 'none',
  requirements: ['Y94'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a log that tells of the same things',
        files: {
          'MEMORY.md': MEMORY,
          'memory/2026-03-10.md': `# Memory — 2026-03-10\n\n${MEMORY}`,
        },
      },
      {
        shows: 'stubs that are equal because they say nothing',
        files: { 'MEMORY.md': '# Memory\n', 'memory/archive.md': '# Memory\n' },
      },
    ],
    bad: [
      {
        shows: 'copies among the daily logs and beside the workspace files',
        files: {
          'MEMORY.md': MEMORY,
          'memory/2026-02.md': MEMORY,
          'NOTES.md': `\uFEFF${MEMORY.replaceAll('\n', '\r\n')}`,
        },
        at: ['NOTES.md', 'memory/2026-02.md'],
      },
      {
        shows: 'a second name of the file',
        files: { 'MEMORY.md': null },
        items: [
          exampleItem('MEMORY.md', {
            links: 2,
            identity: 'one',
            content: { is: 'text', text: MEMORY },
          }),
          exampleItem('memory/notes.md', {
            links: 2,
            identity: 'one',
            content: { is: 'text', text: MEMORY },
          }),
        ],
        at: ['memory/notes.md'],
      },
    ],
  }),
  check: ofMemory((_, workspace) =>
    copiesOf(workspace, MEMORY_FILE).map(({ name, isSameFile }) => ({
      file: name,
      found: isSameFile ? 'a second name of MEMORY.md' : 'the text of MEMORY.md',
      expected: 'nothing that shared sessions may not see',
    })),
  ),
});
