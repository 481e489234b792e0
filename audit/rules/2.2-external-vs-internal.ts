import { requireSection } from '#audit/facts/instructions/required-section.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.2/external-vs-internal',
  title: 'AGENTS.md has the section "External vs Internal"',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  why: 'It says what an agent may do by itself and what it must ask for first. Without it each session guesses.',
  remedy:
    'Add the section, or rename the heading that means it: what is free to do within the workspace, and what needs a yes.',
  fix: 'safe',
  requirements: ['Y28'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'an empty file, of which another rule speaks', files: { 'AGENTS.md': '\n' } },
      {
        shows: 'the heading, spelled so and at level 2',
        files: { 'AGENTS.md': '# Rules\n\n## External vs Internal\n\nWords.\n' },
      },
      {
        shows: 'closing hashes and other line ends',
        files: { 'AGENTS.md': '# Rules\r\n##  External vs Internal ##\r\nWords.\r\n' },
      },
    ],
    bad: [
      {
        shows: 'a word spelled out',
        files: {
          'AGENTS.md': '# Rules\n\n## External versus Internal\n\nAsk before you send anything.\n',
        },
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'the other way round',
        files: {
          'AGENTS.md': '# Rules\n\n## Internal vs External\n\nAsk before you send anything.\n',
        },
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'another language',
        files: { 'AGENTS.md': '# Rules\n\n## 外部 vs 内部\n\n送る前に確認する。\n' },
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'a heading that holds the word',
        files: { 'AGENTS.md': '# Rules\n\n## External Strategy Prompt Context Rule\n\nNone.\n' },
        at: ['AGENTS.md'],
      },
      {
        shows: 'nothing of the kind',
        files: { 'AGENTS.md': '# Rules\n\nBe kind.\n' },
        at: ['AGENTS.md'],
      },
    ],
  }),
  check: (workspace) => requireSection(workspace, 'External vs Internal'),
});
