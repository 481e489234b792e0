import { namesHuman } from '#lib/workspace/identity.ts';
import { withoutDocument } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.3/name',
  title: 'USER.md says what the human is called',
  section: '§2.3',
  level: 'advisory',
  tier: 'none',
  heuristic: true,
  afterFirstBoot: true,
  why: 'An agent that does not know whom it serves cannot tell its human from a client.',
  remedy: 'Write "**Name:** NAME" into USER.md.',
  fix: 'none',
  requirements: ['Y42'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'a label', files: { 'USER.md': '# User Profile\n\n- **Name:** Ada\n' } },
      { shows: 'what to call them', files: { 'USER.md': '- **What to call them:** Ada\n' } },
      { shows: 'a title', files: { 'USER.md': '# About Ada\n\nLikes tea.\n' } },
      { shows: 'Chinese', files: { 'USER.md': '# 用户\n\n- **姓名**：小雅\n' } },
      { shows: 'a value on the next line', files: { 'USER.md': '- **Name:**\n  Ada\n' } },
      { shows: 'a sentence', files: { 'USER.md': 'Your human is Ada.\n' } },
    ],
    bad: [
      {
        shows: 'a label without a value',
        files: { 'USER.md': '# USER.md - About Your Human\n\n- **Name:**\n- **Pronouns:** she\n' },
        at: ['USER.md'],
      },
      {
        shows: 'a stub',
        files: { 'USER.md': '# User Profile\n\n**Name:** not known yet\n' },
        at: ['USER.md'],
      },
      {
        shows: 'preferences only',
        files: { 'USER.md': '- Prefer short answers.\n' },
        at: ['USER.md'],
      },
    ],
  }),
  check: (workspace) => {
    const user = workspace.document('USER.md');
    if (user === undefined) return withoutDocument(workspace, 'USER.md');
    return namesHuman(user.text)
      ? []
      : [
          {
            file: 'USER.md',
            found: 'no name of the human',
            expected: 'what the agent may call them',
          },
        ];
  },
});
