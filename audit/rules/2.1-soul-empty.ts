import { withoutDocument } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.1/soul-empty',
  title: 'SOUL.md says something',
  section: '§2.1',
  level: 'must',
  tier: 'lite',
  why: 'An empty SOUL.md counts as an initialised agent and gives it neither name nor values.',
  remedy: 'Write into SOUL.md who the agent is: name, role, values.',
  fix: 'none',
  requirements: ['Y17', 'Y18', 'Y19'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'a single line', files: { 'SOUL.md': 'You are Robin.\n' } },
      { shows: 'front matter only', files: { 'SOUL.md': '---\nname: Robin\n---\n' } },
    ],
    bad: [
      { shows: 'no byte', files: { 'SOUL.md': '' }, at: ['SOUL.md'] },
      {
        shows: 'blanks and a byte order mark',
        files: { 'SOUL.md': '\uFEFF\n \t\n' },
        at: ['SOUL.md'],
      },
      {
        shows: 'a comment, which no viewer shows',
        files: { 'SOUL.md': '<!-- Who are you?\nWrite it here. -->\n' },
        at: ['SOUL.md'],
      },
    ],
  }),
  check: (workspace) => {
    const soul = workspace.document('SOUL.md');
    if (soul === undefined) return withoutDocument(workspace, 'SOUL.md');
    return soul.isEmpty ||
      soul.lines.every(({ kind, text }) => kind === 'comment' || text.trim() === '')
      ? [{ file: 'SOUL.md', found: 'no text', expected: 'who the agent is' }]
      : [];
  },
});
