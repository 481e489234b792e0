import { isContent } from '#audit/workspace/document.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.2/external-empty',
  title: 'The section "External vs Internal" says something',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  why: 'An agent that finds the heading and nothing below it decides by itself what needs a yes.',
  remedy:
    'Write under "## External vs Internal" what is free to do, and what must be asked for first.',
  fix: 'none',
  requirements: ['Y33'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'one sentence',
        files: { 'AGENTS.md': '## External vs Internal\n\nAsk before you send anything.\n' },
      },
      {
        shows: 'words below a deeper heading',
        files: { 'AGENTS.md': '## External vs Internal\n\n### Ask first\n\n- Mail\n\n## Memory\n' },
      },
    ],
    bad: [
      {
        shows: 'deeper headings only',
        files: {
          'AGENTS.md': '## External vs Internal\n\n### Ask first\n\n### Free\n\n## Memory\n\nA.\n',
        },
        at: ['AGENTS.md:1'],
      },
      {
        shows: 'nothing up to the end of the file',
        files: { 'AGENTS.md': '# Rules\n\n## External vs Internal' },
        at: ['AGENTS.md:3'],
      },
    ],
  }),
  check: ({ agents }) => {
    const section = agents?.section('External vs Internal');
    if (section === undefined) return NOT_APPLICABLE;
    if (section.lines.some(isContent)) return [];
    return [
      {
        file: 'AGENTS.md',
        line: section.heading.line,
        found: 'no text under "## External vs Internal"',
        expected: 'what is free to do and what needs a yes',
        anchor: 'External vs Internal',
      },
    ];
  },
});
