import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { STARTUP_FILES } from '#audit/facts/instructions/mentions.ts';
import { defineRule } from '#audit/rule/rule.ts';
import { startupOf } from '#audit/facts/instructions/startup.ts';

const everySession = (...lines: readonly string[]): Record<string, string> => ({
  'AGENTS.md': `# Rules\n\n## Every Session\n\n${lines.join('\n')}\n`,
});

export const rule = defineRule({
  id: '2.2/startup-complete',
  title: 'Every Session names SOUL.md, USER.md, the daily logs and MEMORY.md',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  heuristic: true,
  why: 'A file that the start-up does not name is not read, and what stands in it is as good as forgotten.',
  remedy: 'Name the missing file among the steps under "## Every Session".',
  fix: 'none',
  requirements: ['Y30'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'all four in running text',
        files: everySession(
          'It may already include `SOUL.md`, `USER.md`, recent daily memory (`memory/YYYY-MM-DD.md`), and `MEMORY.md` (main session only).',
        ),
      },
      {
        shows: 'the logs by another word',
        files: everySession(
          '1. SOUL.md',
          '2. USER.md',
          "3. today's log and yesterday's",
          '4. MEMORY.md in main sessions',
        ),
      },
      {
        shows: 'steps of RFC-0006 by their names',
        files: everySession(
          'priority_1;load_soul;',
          'priority_1;load_user;',
          'priority_1;load_memory;',
        ),
      },
      {
        shows: 'absolute paths',
        files: everySession(
          '1. ~/agent/SOUL.md',
          '2. ~/agent/USER.md',
          '3. ~/agent/memory/YYYY-MM-DD.md',
          '4. ~/agent/MEMORY.md in main sessions',
        ),
      },
    ],
    bad: [
      {
        shows: 'two files only',
        files: everySession('1. Read SOUL.md', '2. Read USER.md'),
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'no daily logs',
        files: everySession('1. SOUL.md', '2. USER.md', '3. MEMORY.md in main sessions'),
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'another MEMORY.md',
        files: everySession(
          '1. SOUL.md',
          '2. USER.md',
          '3. memory/YYYY-MM-DD.md',
          '4. memory/MEMORY.md',
        ),
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'a comment only',
        files: everySession('<!-- SOUL.md, USER.md, memory/YYYY-MM-DD.md, MEMORY.md -->'),
        at: ['AGENTS.md:3'],
      },
    ],
  }),
  check: (workspace) => {
    const startup = startupOf(workspace);
    if (startup === undefined) return NOT_APPLICABLE;
    const missing = STARTUP_FILES.filter((file) => !startup.named.has(file));
    if (missing.length === 0) return [];
    return [
      {
        file: 'AGENTS.md',
        line: startup.section.heading.line,
        found: `no step for ${missing.join(' and ')}`,
        expected: 'a step for each of SOUL.md, USER.md, the daily logs and MEMORY.md',
        anchor: 'startup',
      },
    ];
  },
});
