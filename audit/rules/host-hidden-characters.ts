import { defineRule } from '#audit/rule/rule.ts';
import { hostItemsBesideLayout } from '#audit/facts/host-files.ts';
import { HIDDEN_KINDS, hiddenPlaces, injectionFindings } from '#audit/facts/injected-words.ts';

export const rule = defineRule({
  id: 'host/hidden-characters',
  title: 'What hosts of agents read holds no characters that a reader cannot see',
  section: '§4',
  level: 'should',
  tier: 'none',
  layouts: 'all',
  why: 'CLAUDE.md, rules and skills come with a repository and are read by an agent with rights of yours. What is invisible in an editor and in a review still reaches the model.',
  remedy:
    'Delete the characters with an editor that shows them; find out who put them into the file.',
  fix: 'none',
  requirements: ['Y4'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'emoji with joiners',
        files: { 'CLAUDE.md': '# Rules\n\n- 👩‍🚀 keep calm\n' },
      },
    ],
    bad: [
      {
        shows: 'letters spelled in tags, in instructions and in a skill',
        files: {
          'CLAUDE.md': '# Rules\n\nquay \u{E0068}\u{E0069}\n',
          '.claude/skills/tide/SKILL.md': '# Tide\n\nrope\uFE01\uFE02\n',
        },
        at: ['.claude/skills/tide/SKILL.md:3', 'CLAUDE.md:3'],
      },
    ],
  }),
  check: (workspace) =>
    injectionFindings(
      workspace,
      hiddenPlaces,
      HIDDEN_KINDS,
      'text in which every character can be seen',
      hostItemsBesideLayout(workspace),
    ),
});
