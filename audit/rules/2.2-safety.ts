import { requireSection } from '#audit/facts/instructions/required-section.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.2/safety',
  title: 'AGENTS.md has the section "Safety"',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  why: 'These are the rules that hold whoever asks. A reader, and the kernel, look for them under this name.',
  remedy:
    'Add the section, or rename the heading that means it, with the rules that hold without exception.',
  fix: 'safe',
  requirements: ['Y27'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'an empty file, of which another rule speaks', files: { 'AGENTS.md': '\n' } },
      {
        shows: 'the heading, spelled so and at level 2',
        files: { 'AGENTS.md': '# Rules\n\n## Safety\n\nWords.\n' },
      },
      {
        shows: 'closing hashes and other line ends',
        files: { 'AGENTS.md': '# Rules\r\n##  Safety ##\r\nWords.\r\n' },
      },
    ],
    bad: [
      {
        shows: 'the heading of a widespread template',
        files: { 'AGENTS.md': '# Rules\n\n## Red Lines\n\nAsk before you delete anything.\n' },
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'a suffix and an emoji',
        files: {
          'AGENTS.md': '# Rules\n\n## 🛡️ Safety & Security\n\nAsk before you delete anything.\n',
        },
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'capitals',
        files: { 'AGENTS.md': '# Rules\n\n## SAFETY\n\nAsk before you delete anything.\n' },
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'another language',
        files: {
          'AGENTS.md':
            '# Rules\n\n## レッドライン（絶対に越えてはいけない線）\n\n消す前に確認する。\n',
        },
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'a heading inside a fence',
        files: { 'AGENTS.md': '# Rules\n\n```md\n## Safety\n```\n' },
        at: ['AGENTS.md'],
      },
      {
        shows: 'a heading that only holds the word',
        files: { 'AGENTS.md': '# Rules\n\n## Hard Rules of Food Safety Audits\n\nNone.\n' },
        at: ['AGENTS.md'],
      },
      {
        shows: 'nothing of the kind',
        files: { 'AGENTS.md': '# Rules\n\nBe kind.\n' },
        at: ['AGENTS.md'],
      },
    ],
  }),
  check: (workspace) => requireSection(workspace, 'Safety'),
});
