import { openFence } from '#audit/facts/open-fence.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/open-fence',
  title: 'Each code block in AGENTS.md, SOUL.md, USER.md and MEMORY.md is closed',
  section: '§1',
  level: 'should',
  tier: 'none',
  layouts: 'all',
  why: 'What stands behind a code block that was never closed is code: its headings are no headings, and its rules are an example.',
  remedy: 'Close the block with a line of the same marks; the sections behind it are there again.',
  fix: 'none',
  requirements: ['Y3'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'a block that is closed', files: { 'TOOLS.md': '# Tools\n\n```sh\nls\n```\n' } },
      {
        shows: 'a longer block that shows another',
        files: { 'USER.md': '# User\n\n````markdown\n```sh\nls\n```\n````\n' },
      },
    ],
    bad: [
      {
        shows: 'a block up to the end of the file',
        files: { 'MEMORY.md': '# Memory\n\n```sh\nls\n\n## Tides\n\n- 2026-03-01: low at nine\n' },
        at: ['MEMORY.md:3'],
      },
      {
        shows: 'a block up to the end of the next one',
        files: { 'USER.md': '# User\n\n```sh\nls\n\n## Tides\n\n```yamo\nx;\n```\n' },
        at: ['USER.md:3'],
      },
    ],
  }),
  check: (workspace) =>
    ['AGENTS.md', 'SOUL.md', 'USER.md', 'MEMORY.md', 'CLAUDE.md'].flatMap((file) => {
      const document = workspace.document(file);
      const line = document && openFence(document);
      return line === undefined
        ? []
        : [{ file, line, found: 'a code block that is never closed', expected: 'its end' }];
    }),
});
