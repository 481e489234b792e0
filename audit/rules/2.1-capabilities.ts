import { identityOf } from '#audit/facts/identity.ts';
import { withoutDocument } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.1/capabilities',
  title: 'SOUL.md says what the agent can do',
  section: '§2.1',
  level: 'should',
  tier: 'none',
  heuristic: true,
  pedantic: true,
  afterFirstBoot: true,
  why: 'An agent that knows its tools neither promises what it cannot do nor refuses what it can.',
  remedy: 'Write a section "## Capabilities" into SOUL.md.',
  fix: 'none',
  requirements: ['Y20', 'Y21'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'a section', files: { 'SOUL.md': '# Robin\n\n## What you can do\n\n- Read.\n' } },
      { shows: 'a label', files: { 'SOUL.md': '# Robin\n\n**Skills:** reading\n' } },
    ],
    bad: [
      {
        shows: 'no word of them',
        files: { 'SOUL.md': '# Soul\n\nYou are Robin, a pilot.\n\n## Values\n\n- Kindness.\n' },
        at: ['SOUL.md'],
      },
      {
        shows: 'the placeholder of the specification',
        files: { 'SOUL.md': '# Robin\n\n## Capabilities\n\n[What you can do]\n' },
        at: ['SOUL.md'],
      },
    ],
  }),
  check: (workspace) => {
    const said = identityOf(workspace);
    if (said === undefined) return withoutDocument(workspace, 'SOUL.md');
    return said.has('capabilities')
      ? []
      : [
          {
            file: 'SOUL.md',
            found: 'no word of what the agent can do',
            expected: 'its capabilities',
          },
        ];
  },
});
