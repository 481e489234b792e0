import { requireSection } from '#audit/facts/instructions/required-section.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.2/memory',
  title: 'AGENTS.md has the section "Memory"',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  why: 'An agent remembers only what it writes down. Without these rules it keeps nothing, or keeps everything in the wrong file.',
  remedy:
    'Add the section, or rename the heading that means it: what goes into the daily logs, what into MEMORY.md, and when.',
  fix: 'safe',
  requirements: ['Y26'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'an empty file, of which another rule speaks', files: { 'AGENTS.md': '\n' } },
      {
        shows: 'the heading, spelled so and at level 2',
        files: { 'AGENTS.md': '# Rules\n\n## Memory\n\nWords.\n' },
      },
      {
        shows: 'closing hashes and other line ends',
        files: { 'AGENTS.md': '# Rules\r\n##  Memory ##\r\nWords.\r\n' },
      },
    ],
    bad: [
      {
        shows: 'a suffix and an emoji',
        files: {
          'AGENTS.md': '# Rules\n\n## 💾 Memory (Lazy Loading)\n\nThe logs lie in memory/.\n',
        },
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'another language',
        files: { 'AGENTS.md': '# Rules\n\n## 记忆系统\n\n日志写在 memory/ 里。\n' },
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'a heading about something near it',
        files: { 'AGENTS.md': '# Rules\n\n## MEMORY.md Live-Update Rule\n\nUpdate it at once.\n' },
        at: ['AGENTS.md'],
      },
      {
        shows: 'nothing of the kind',
        files: { 'AGENTS.md': '# Rules\n\nBe kind.\n' },
        at: ['AGENTS.md'],
      },
    ],
  }),
  check: (workspace) => requireSection(workspace, 'Memory'),
});
