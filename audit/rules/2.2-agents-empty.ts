import { allSections } from '#audit/facts/instructions/required-section.ts';
import { withoutDocument } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.2/agents-empty',
  title: 'AGENTS.md says something',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  why: 'An empty AGENTS.md looks like a rule book and holds no rule.',
  remedy: 'Run yamo init on the workspace: it adds the sections that AGENTS.md lacks.',
  fix: 'asks',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'a title, whose sections other rules ask for', files: { 'AGENTS.md': '# Rules\n' } },
    ],
    bad: [
      { shows: 'no byte', files: { 'AGENTS.md': '' }, at: ['AGENTS.md'] },
      { shows: 'blank lines', files: { 'AGENTS.md': '\r\n\r\n' }, at: ['AGENTS.md'] },
    ],
  }),
  check: (workspace) => {
    const agents = workspace.document('AGENTS.md');
    if (agents === undefined) return withoutDocument(workspace, 'AGENTS.md');
    return agents.isEmpty
      ? [
          {
            file: 'AGENTS.md',
            found: 'no text',
            expected: 'the rules of the agent',
            fix: allSections(agents),
          },
        ]
      : [];
  },
});
