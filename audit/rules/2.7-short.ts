import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { withoutDocument } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** §2.7: typically under twenty lines. */
const MAX_LINES = 20;

const tasks = (count: number): string =>
  Array.from({ length: count }, (_, index) => `- [ ] Task ${index + 1}\n`).join('');

export const rule = defineRule({
  id: '2.7/short',
  title: 'HEARTBEAT.md has at most twenty lines',
  section: '§2.7',
  level: 'should',
  tier: 'none',
  why: 'It is read at every heartbeat, perhaps a hundred times a day, and each line is paid for each time.',
  remedy:
    'Keep what is to be looked at now. Move instructions to AGENTS.md and notes on tools to TOOLS.md.',
  fix: 'none',
  requirements: ['Y71'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'nineteen tasks below a title',
        files: { 'HEARTBEAT.md': `# Heartbeat\n\n${tasks(19)}` },
      },
      {
        shows: 'comments, blank lines and front matter do not count',
        files: {
          'HEARTBEAT.md': `---\n${'a: b\n'.repeat(9)}---\n\n<!--\n${'A note.\n'.repeat(20)}-->\n${'\n'.repeat(20)}${tasks(20)}`,
        },
      },
    ],
    bad: [
      { shows: 'twenty-one tasks', files: { 'HEARTBEAT.md': tasks(21) }, at: ['HEARTBEAT.md:21'] },
      {
        shows: 'a script below the tasks',
        files: { 'HEARTBEAT.md': `${tasks(10)}\n\`\`\`sh\n${'ls\n'.repeat(12)}\`\`\`\n` },
        at: ['HEARTBEAT.md:22'],
      },
    ],
  }),
  check: (workspace) => {
    const document = workspace.document('HEARTBEAT.md');
    if (document === undefined) return withoutDocument(workspace, 'HEARTBEAT.md');
    if (document.isEmpty) return NOT_APPLICABLE;
    const said = document.lines.filter(
      ({ kind, text }) => kind !== 'comment' && kind !== 'front matter' && text.trim() !== '',
    );
    const first = said[MAX_LINES];
    if (first === undefined) return [];
    return [
      {
        file: 'HEARTBEAT.md',
        line: first.line,
        found: `${said.length} lines that say something`,
        expected: `at most ${MAX_LINES}`,
        anchor: 'length',
      },
    ];
  },
});
