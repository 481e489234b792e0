import { lazyReadings } from '#audit/facts/instructions/lazy-readings.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

const everySession = (...lines: readonly string[]): Record<string, string> => ({
  'AGENTS.md': `# Rules\n\n## Every Session\n\n${lines.join('\n')}\n`,
});

export const rule = defineRule({
  id: '2.2/lazy-loading',
  title: 'No file of the start-up is left for later',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  heuristic: true,
  why: 'To save tokens, some files tell the agent to read USER.md or the logs only when they come up. It cannot know what it has not read, so they never do.',
  remedy: 'Read the file at the start of every session. To save tokens, make the file shorter.',
  fix: 'none',
  requirements: ['Y35'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'TOOLS.md on demand, as it should be',
        files: everySession('1. Read SOUL.md and USER.md', '2. Read TOOLS.md when needed'),
      },
      {
        shows: 'a second look',
        files: everySession(
          '1. Read SOUL.md',
          '2. Read USER.md',
          '',
          'Read USER.md again when needed.',
        ),
      },
      {
        shows: 'the condition of MEMORY.md',
        files: everySession('1. Read MEMORY.md only when in a main session'),
      },
      {
        shows: 'old logs on demand',
        files: {
          'AGENTS.md': '# Rules\n\n## Memory\n\nOlder daily logs: search them on demand.\n',
        },
      },
      {
        shows: 'a file that the start-up reads anyway',
        files: {
          'AGENTS.md':
            '# Rules\n\n## Every Session\n\n1. Read USER.md\n\n## Memory\n\nLoad USER.md when the user mentions a project.\n',
        },
      },
    ],
    bad: [
      {
        shows: 'when the user mentions it',
        files: everySession(
          '1. Read SOUL.md',
          '2. Load USER.md when the user mentions preferences',
        ),
        at: ['AGENTS.md:6'],
      },
      {
        shows: 'a list of files on demand',
        files: everySession(
          'Load only SOUL.md.',
          '',
          'Load on demand:',
          '',
          '- USER.md',
          '- memory/YYYY-MM-DD.md',
          '- MEMORY.md (main session only)',
        ),
        at: ['AGENTS.md:9', 'AGENTS.md:10', 'AGENTS.md:11'],
      },
      {
        shows: 'a heading that says so',
        files: {
          'AGENTS.md':
            '# Rules\n\n## 💾 Memory (Lazy Loading)\n\n- Load `MEMORY.md` when past work is mentioned, in direct chats\n',
        },
        at: ['AGENTS.md:5'],
      },
      { shows: 'other languages', files: everySession('1. 按需加载 USER.md'), at: ['AGENTS.md:5'] },
    ],
  }),
  check: (workspace) => {
    const readings = lazyReadings(workspace);
    if (readings === undefined) return NOT_APPLICABLE;
    return readings.map(({ line, file }) => ({
      file: 'AGENTS.md',
      line,
      found: `${file} read only when asked for`,
      expected: 'a place among the steps of every session',
      anchor: file,
    }));
  },
});
