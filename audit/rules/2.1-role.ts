import { identityOf } from '#audit/facts/identity.ts';
import { withoutDocument } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.1/role',
  title: 'SOUL.md describes the role of the agent',
  section: '§2.1',
  level: 'must',
  tier: 'lite',
  heuristic: true,
  afterFirstBoot: true,
  why: 'The role tells the agent what is its business and what is not; without one it takes up whatever it is asked.',
  remedy: 'Write "You are NAME, a ROLE." or "**Role:** ROLE" into SOUL.md.',
  fix: 'none',
  requirements: ['Y18', 'Y21'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'a sentence', files: { 'SOUL.md': '# Soul\n\nYou are Robin, a pilot.\n' } },
      { shows: 'a sentence without a name', files: { 'SOUL.md': "# Soul\n\nI'm a pilot.\n" } },
      { shows: 'a label', files: { 'SOUL.md': '# Robin\n\n**Role:** pilot\n' } },
      { shows: 'a heading', files: { 'SOUL.md': '# Robin\n\n## Mission\n\nBring ships in.\n' } },
      { shows: 'Chinese', files: { 'SOUL.md': '# 灵魂\n\n- **角色**：领航员\n' } },
      { shows: 'German', files: { 'SOUL.md': '# Robin\n\nDu bist ein Lotse.\n' } },
      { shows: 'Russian', files: { 'SOUL.md': '# Robin\n\nТы — Робин, лоцман.\n' } },
      {
        shows: 'IDENTITY.md beside it',
        files: { 'SOUL.md': '# Robin\n\nBe kind.\n', 'IDENTITY.md': '- **Creature:** a pilot\n' },
      },
    ],
    bad: [
      {
        shows: 'a name and nothing else',
        files: { 'SOUL.md': '# Soul\n\nYou are Robin. Be kind.\n' },
        at: ['SOUL.md'],
      },
      {
        shows: 'what the agent is not',
        files: {
          'SOUL.md':
            "# Robin\n\n_You're not a chatbot. You're becoming someone._\n\n**Remember you're a client.**\n",
        },
        at: ['SOUL.md'],
      },
      {
        shows: 'the placeholder of the specification',
        files: { 'SOUL.md': '# Soul\n\nYou are Robin, a [role] for [user/team].\n' },
        at: ['SOUL.md'],
      },
      {
        shows: 'a label without a value',
        files: { 'SOUL.md': '# Robin\n\n**Role:**\n\n**Name:** Robin\n' },
        at: ['SOUL.md'],
      },
    ],
  }),
  check: (workspace) => {
    const said = identityOf(workspace);
    if (said === undefined) return withoutDocument(workspace, 'SOUL.md');
    return said.has('role')
      ? []
      : [
          {
            file: 'SOUL.md',
            found: 'no role of the agent',
            expected: 'its role, here or in IDENTITY.md',
          },
        ];
  },
});
