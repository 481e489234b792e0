import { AGENTS_SECTIONS } from '#lib/spec/files.ts';
import { nearMissHeadings } from '#audit/facts/instructions/near-miss-headings.ts';
import { withoutDocument } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.2/duplicate-section',
  title: 'Each required section of AGENTS.md stands there once',
  section: '§2.2',
  level: 'advisory',
  tier: 'none',
  why: 'Two sections of one name are changed one at a time and then contradict each other; a tool reads the first of them and an agent both.',
  remedy: 'Put what both say under one heading and delete the other.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a deeper heading of the same words, and an alias beside the section',
        files: {
          'AGENTS.md':
            '## Safety\n\nAsk first.\n\n## Red Lines\n\nNever lie.\n\n## Tools\n\n### Safety\n\nMind the crane.\n',
        },
      },
    ],
    bad: [
      {
        shows: 'the same heading three times',
        files: { 'AGENTS.md': '## Memory\n\nA.\n\n## Memory\n\nB.\n\n## Memory\n\nC.\n' },
        at: ['AGENTS.md:5'],
      },
      {
        shows: 'two spellings of one name',
        files: { 'AGENTS.md': '## Safety\n\nA.\n\n## 🛡️ SAFETY\n\nB.\n' },
        at: ['AGENTS.md:5'],
      },
    ],
  }),
  check: (workspace) => {
    const { agents } = workspace;
    if (agents === undefined) return withoutDocument(workspace, 'AGENTS.md');
    return AGENTS_SECTIONS.flatMap((section) => {
      const same = nearMissHeadings(agents.document, section).filter(
        ({ heading, isOwnName }) => heading.level === 2 && isOwnName,
      );
      const second = same[1];
      if (second === undefined) return [];
      return [
        {
          file: 'AGENTS.md',
          line: second.heading.line,
          found: `${same.length} sections "${section}", this being the second`,
          expected: 'one',
          anchor: section,
        },
      ];
    });
  },
});
