import { requireSection } from '#audit/facts/instructions/required-section.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.2/every-session',
  title: 'AGENTS.md has the section "Every Session"',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  why: 'This section is what makes an agent read who it is and whom it serves before it acts. Every tool that starts a session looks for it by this name.',
  remedy:
    'Add the section, or rename the heading that means it: SOUL.md, USER.md, the daily logs, MEMORY.md in main sessions.',
  fix: 'safe',
  requirements: ['Y25'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'an empty file, of which another rule speaks', files: { 'AGENTS.md': '\n' } },
      {
        shows: 'the heading, spelled so and at level 2',
        files: { 'AGENTS.md': '# Rules\n\n## Every Session\n\nWords.\n' },
      },
      {
        shows: 'closing hashes and other line ends',
        files: { 'AGENTS.md': '# Rules\r\n##  Every Session ##\r\nWords.\r\n' },
      },
    ],
    bad: [
      {
        shows: 'the heading of a widespread template',
        files: {
          'AGENTS.md':
            '# Rules\n\n## Session Startup\n\nUse runtime-provided startup context first.\n',
        },
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'two headings that come near',
        files: {
          'AGENTS.md':
            '# Rules\n\n## FIRST THING EVERY SESSION — before the tide tables\n\nRead SOUL.md.\n\n## FIRST THING EVERY SESSION — before the harbour log\n\nRead USER.md.\n',
        },
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'a deeper heading under another one',
        files: {
          'AGENTS.md': '# Rules\n\n## Boot\n\n### Every Session (Always Load)\n\nRead SOUL.md.\n',
        },
        at: ['AGENTS.md:5'],
      },
      {
        shows: 'another language',
        files: { 'AGENTS.md': '# Rules\n\n## 每次会话\n\n读取 SOUL.md。\n' },
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'a heading that only holds the words',
        files: {
          'AGENTS.md': '# Rules\n\n## Tips for every session of a workshop\n\nBring coffee.\n',
        },
        at: ['AGENTS.md'],
      },
      {
        shows: 'nothing of the kind',
        files: { 'AGENTS.md': '# Rules\n\nBe kind.\n' },
        at: ['AGENTS.md'],
      },
    ],
  }),
  check: (workspace) => requireSection(workspace, 'Every Session'),
});
