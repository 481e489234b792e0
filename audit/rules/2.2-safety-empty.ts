import { isContent } from '#audit/workspace/document.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.2/safety-empty',
  title: 'The section "Safety" says something',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  why: 'A heading without rules under it looks safe to a reader and tells the agent nothing.',
  remedy: 'Write the rules that hold without exception under "## Safety".',
  fix: 'none',
  requirements: ['Y32'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a rule under the heading',
        files: { 'AGENTS.md': '# Rules\n\n## Safety\n\nAsk before you delete anything.\n' },
      },
    ],
    bad: [
      {
        shows: 'a heading with a comment only',
        files: { 'AGENTS.md': '# Rules\n\n## Safety\n\n<!-- later -->\n\n## Memory\n' },
        at: ['AGENTS.md:3'],
      },
    ],
  }),
  check: ({ agents }) => {
    const section = agents?.section('Safety');
    if (section === undefined) return NOT_APPLICABLE;
    if (section.lines.some(isContent)) return [];
    const { line } = section.heading;
    return [
      {
        file: 'AGENTS.md',
        line,
        found: 'no text under "## Safety"',
        expected: 'at least one rule',
        anchor: 'Safety',
      },
    ];
  },
});
