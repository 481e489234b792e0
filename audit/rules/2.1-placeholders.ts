import { placeholdersIn } from '#audit/facts/placeholders.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.1/placeholders',
  title: 'SOUL.md is filled in',
  section: '§2.1',
  level: 'advisory',
  tier: 'none',
  afterFirstBoot: true,
  why: 'A placeholder that stays is read to the agent in every session as if it were its name.',
  remedy: 'Write in place of each placeholder what it stands for, or delete the line.',
  fix: 'none',
  requirements: ['Y17', 'Y18'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'other words in brackets, and a link',
        files: { 'SOUL.md': 'You are Robin [he/him], see [Name](https://example.org).\n\n[x]\n' },
      },
      {
        shows: 'a placeholder as an example, in code',
        files: { 'SOUL.md': 'Sign with `{{name}}`.\n\n```\nDear [Name],\n{{greeting}}\n```\n' },
      },
    ],
    bad: [
      {
        shows: 'the example of the specification as it is',
        files: { 'SOUL.md': '# Soul\n\nYou are [Name], a [role] for [user/team].\n' },
        at: ['SOUL.md:3'],
      },
      {
        shows: 'a template that nobody filled in',
        files: { 'SOUL.md': '# Soul\n\nBe kind.\n\n**Name:** {{name}}\n**Role:** {{ role }}\n' },
        at: ['SOUL.md:5'],
      },
    ],
  }),
  check: (workspace) => {
    const soul = workspace.document('SOUL.md');
    return soul === undefined ? [] : placeholdersIn(soul);
  },
});
