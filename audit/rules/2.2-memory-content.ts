import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { intendedSection } from '#audit/facts/instructions/near-miss-headings.ts';
import { defineRule } from '#audit/rule/rule.ts';
import { statementsOf } from '#audit/facts/instructions/statements.ts';

const memory = (text: string): Record<string, string> => ({
  'AGENTS.md': `# Rules\n\n## Memory\n\n${text}\n\n## Safety\n`,
});

export const rule = defineRule({
  id: '2.2/memory-content',
  title: 'Memory speaks of the daily logs or of MEMORY.md',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  heuristic: true,
  why: 'What happened goes into the log of the day, what stays true into MEMORY.md. An agent that knows only one of them loses the one kind or drowns in the other.',
  remedy:
    'Write under "## Memory" what goes into memory/YYYY-MM-DD.md, and what is carried over into MEMORY.md and when.',
  fix: 'none',
  requirements: ['Y31'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'both files',
        files: memory('- **Daily notes:** `memory/YYYY-MM-DD.md`\n- **Long-term:** `MEMORY.md`'),
      },
      {
        shows: 'the logs by another word',
        files: memory('把每天的事写进日志，重要的写进 MEMORY.md。'),
      },
      {
        shows: 'one of the two, which is enough for a young agent',
        files: memory('Write `memory/2026-03-10.md` each day.'),
      },
    ],
    bad: [{ shows: 'neither', files: memory('Remember everything.'), at: ['AGENTS.md:3'] }],
  }),
  check: ({ agents }) => {
    const section = intendedSection(agents, 'Memory');
    if (agents === undefined || section === undefined) return NOT_APPLICABLE;
    const isNamed = statementsOf(agents.document, section).some(({ mentions }) =>
      mentions.some(({ file }) => KINDS.has(file)),
    );
    if (isNamed) return [];
    return [
      {
        file: 'AGENTS.md',
        line: section.heading.line,
        found: 'nothing about the daily logs or MEMORY.md in the section about memory',
        expected: 'the daily logs and MEMORY.md, what goes into each and when',
        anchor: 'Memory',
      },
    ];
  },
});

const KINDS: ReadonlySet<string> = new Set(['the daily logs', 'MEMORY.md']);
