import { requireSection } from '#audit/facts/instructions/required-section.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.2/first-run',
  title: 'AGENTS.md has the section "First Run"',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  why: 'Without it a first session finds bootstrap instructions and no word on what to do with them; instructions that stay on disk are carried out again and may hold credentials.',
  remedy:
    'Add the section, or rename the heading that means it: if BOOTSTRAP.md exists, follow it, then delete it.',
  fix: 'safe',
  requirements: ['Y24'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'an empty file, of which another rule speaks', files: { 'AGENTS.md': '\n' } },
      {
        shows: 'the heading, spelled so and at level 2',
        files: { 'AGENTS.md': '# Rules\n\n## First Run\n\nWords.\n' },
      },
      {
        shows: 'closing hashes and other line ends',
        files: { 'AGENTS.md': '# Rules\r\n##  First Run ##\r\nWords.\r\n' },
      },
    ],
    bad: [
      {
        shows: 'the heading of many templates',
        files: { 'AGENTS.md': '# Rules\n\n## Bootstrap\n\nFollow BOOTSTRAP.md, then delete it.\n' },
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'another level',
        files: {
          'AGENTS.md': '# Rules\n\n### First Run\n\nFollow BOOTSTRAP.md, then delete it.\n',
        },
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'another language',
        files: {
          'AGENTS.md':
            '# Rules\n\n## 初回実行\n\nBOOTSTRAP.md があれば従い、終わったら削除する。\n',
        },
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'the words in running text only',
        files: {
          'AGENTS.md':
            '# Rules\n\nRead this on the first run.\n\n## Notes on the first runner\n\nNone.\n',
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
  check: (workspace) => requireSection(workspace, 'First Run'),
});
