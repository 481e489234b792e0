import { identityOf } from '#audit/facts/identity.ts';
import { withoutDocument } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.1/values',
  title: 'SOUL.md states values or traits of character',
  section: '§2.1',
  level: 'must',
  tier: 'lite',
  heuristic: true,
  afterFirstBoot: true,
  why: 'Where no rule fits, the agent decides by its values; if it has none, by the last thing that it was told.',
  remedy: 'Write a section "## Values" into SOUL.md with the principles that the agent acts by.',
  fix: 'none',
  requirements: ['Y19', 'Y21'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'a section', files: { 'SOUL.md': '# Robin\n\n## Core Truths\n\n- Kindness.\n' } },
      {
        shows: 'a deeper section',
        files: { 'SOUL.md': '# Robin\n\n## Values\n\n### First\n\nKindness.\n' },
      },
      { shows: 'a label', files: { 'SOUL.md': '# Robin\n\n**Personality:** calm\n' } },
      { shows: 'a label with a list', files: { 'SOUL.md': '# Robin\n\nValues:\n\n- kindness\n' } },
      { shows: 'a sentence', files: { 'SOUL.md': '# Robin\n\nYou are calm and curious.\n' } },
      { shows: 'what comes first', files: { 'SOUL.md': "# Robin\n\nL'exactitude d'abord.\n" } },
      { shows: 'an order', files: { 'SOUL.md': '# Robin\n\n- Be kind.\n' } },
      { shows: 'Chinese', files: { 'SOUL.md': '# 灵魂\n\n## 价值观\n\n诚实。\n' } },
      { shows: 'Portuguese', files: { 'SOUL.md': '# Robin\n\n## Princípios\n\nHonestidade.\n' } },
    ],
    bad: [
      {
        shows: 'name and role only',
        files: { 'SOUL.md': '# Soul\n\nYou are Robin, a pilot.\n' },
        at: ['SOUL.md'],
      },
      {
        shows: 'a heading with nothing under it',
        files: { 'SOUL.md': '# Robin\n\n## Values\n\n## Capabilities\n\n- Read.\n' },
        at: ['SOUL.md'],
      },
      {
        shows: 'the placeholder of the specification',
        files: { 'SOUL.md': '# Robin\n\n## Values\n\n[Core principles you operate by]\n' },
        at: ['SOUL.md'],
      },
    ],
  }),
  check: (workspace) => {
    const said = identityOf(workspace);
    if (said === undefined) return withoutDocument(workspace, 'SOUL.md');
    return said.has('values')
      ? []
      : [
          {
            file: 'SOUL.md',
            found: 'neither values nor traits of character',
            expected: 'at least one of them',
          },
        ];
  },
});
