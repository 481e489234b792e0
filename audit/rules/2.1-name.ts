import { identityOf } from '#audit/facts/identity.ts';
import { withoutDocument } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.1/name',
  title: 'SOUL.md gives the name of the agent',
  section: '§2.1',
  level: 'must',
  tier: 'lite',
  heuristic: true,
  afterFirstBoot: true,
  why: 'An agent without a name takes a new one in every session, or the name of whoever talks to it.',
  remedy: 'Write "You are NAME, a ROLE." or "**Name:** NAME" into SOUL.md.',
  fix: 'none',
  requirements: ['Y17', 'Y21'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a sentence',
        files: { 'SOUL.md': "# Soul\n\nYou are Robin, a pilot. You're not a chatbot.\n" },
      },
      { shows: 'a label', files: { 'SOUL.md': '# Soul\n\n- **Name:** Robin\n' } },
      { shows: 'a table', files: { 'SOUL.md': '# Soul\n\n| Name | Robin |\n|---|---|\n' } },
      { shows: 'front matter', files: { 'SOUL.md': '---\nname: Robin\n---\n\nBe kind.\n' } },
      { shows: 'a title', files: { 'SOUL.md': '# SOUL.md of Robin\n\nBe kind.\n' } },
      { shows: 'a heading', files: { 'SOUL.md': '# Soul\n\n## Name\n\nRobin\n' } },
      { shows: 'Chinese', files: { 'SOUL.md': '# 灵魂\n\n我是小明，一个助手。\n' } },
      { shows: 'Japanese', files: { 'SOUL.md': '# SOUL.md\n\n**名前**：ロビン\n' } },
      { shows: 'Spanish', files: { 'SOUL.md': '# Soul\n\nEres Robin, un piloto.\n' } },
      {
        shows: 'IDENTITY.md beside it',
        files: { 'SOUL.md': '# Soul\n\nBe kind.\n', 'IDENTITY.md': '- **Name:** Robin\n' },
      },
      { shows: 'an empty SOUL.md, which another rule reports', files: { 'SOUL.md': '\n' } },
    ],
    bad: [
      {
        shows: 'values only',
        files: { 'SOUL.md': '# SOUL.md - Who You Are\n\n## Values\n\n- Be kind.\n' },
        at: ['SOUL.md'],
      },
      {
        shows: 'the placeholder of the specification',
        files: { 'SOUL.md': '# Soul\n\nYou are [Name], a [role] for [user/team].\n' },
        at: ['SOUL.md'],
      },
      {
        shows: 'a form that nobody filled in, beside it too',
        files: {
          'SOUL.md': "# Soul\n\n**Name:** TBD\n\nYou're not a chatbot.\n",
          'IDENTITY.md':
            '# IDENTITY.md - Who Am I?\n\n- **Name:**\n  _(pick something you like)_\n',
        },
        at: ['SOUL.md'],
      },
      {
        shows: 'the name of the human only',
        files: { 'SOUL.md': '# Soul\n\n## About your human\n\n- **Name:** Ada\n' },
        at: ['SOUL.md'],
      },
      {
        shows: 'a name in a comment',
        files: { 'SOUL.md': '# Soul\n\n<!-- Name: Robin -->\n\nBe kind.\n' },
        at: ['SOUL.md'],
      },
    ],
  }),
  check: (workspace) => {
    const said = identityOf(workspace);
    if (said === undefined) return withoutDocument(workspace, 'SOUL.md');
    return said.has('name')
      ? []
      : [
          {
            file: 'SOUL.md',
            found: 'no name of the agent',
            expected: 'its name, here or in IDENTITY.md',
          },
        ];
  },
});
