import { placeholdersIn } from '#audit/facts/placeholders.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/placeholders-left',
  title: 'No file of the workspace has places of its template left to fill in',
  section: '§1',
  level: 'advisory',
  tier: 'none',
  pedantic: true,
  layouts: ['rfc-0009', 'openclaw'],
  afterFirstBoot: true,
  why: 'What a template left open is read to the agent in every session as if it were so. Of SOUL.md the rule 2.1/placeholders speaks.',
  remedy: 'Write in place of each placeholder what it stands for, or delete the line.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'places to fill in as an example, in code',
        files: { 'TOOLS.md': '# Tools\n\nSign letters with `{{name}}`.\n' },
      },
    ],
    bad: [
      {
        shows: 'a form that nobody filled in: one finding for the file',
        files: { 'USER.md': '# User\n\nThis is {{name}}, a [role] on the quay.\n' },
        at: ['USER.md:3'],
      },
    ],
  }),
  check: (workspace) =>
    workspace.rootDocuments
      .filter(({ name }) => name !== 'SOUL.md' && name !== 'BOOTSTRAP.md')
      .flatMap(placeholdersIn),
});
