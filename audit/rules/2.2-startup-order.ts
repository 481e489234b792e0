import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { STARTUP_FILES } from '#audit/facts/instructions/mentions.ts';
import type { StartupFile } from '#audit/facts/instructions/mentions.ts';
import { defineRule } from '#audit/rule/rule.ts';
import { filesOfStep, startupOf } from '#audit/facts/instructions/startup.ts';
import type { Startup } from '#audit/facts/instructions/startup.ts';

const everySession = (...lines: readonly string[]): Record<string, string> => ({
  'AGENTS.md': `# Rules\n\n## Every Session\n\n${lines.join('\n')}\n`,
});

export const rule = defineRule({
  id: '2.2/startup-order',
  title: 'The start-up steps read SOUL.md, USER.md, the daily logs and MEMORY.md in this order',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  why: 'An agent that reads its memory before it knows who it is and whom it serves takes what it reads there for its instructions.',
  remedy: 'Put the steps into this order: SOUL.md, USER.md, memory/YYYY-MM-DD.md, MEMORY.md.',
  fix: 'none',
  requirements: ['Y30'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'the order',
        files: everySession(
          '1. Read SOUL.md',
          '2. Read USER.md',
          '3. Read memory/YYYY-MM-DD.md',
          '4. In a main session, read MEMORY.md',
        ),
      },
      {
        shows: 'a step left out',
        files: everySession('1. Read SOUL.md', '2. In a main session, read MEMORY.md'),
      },
      {
        shows: 'names in passing, outside of the list',
        files: everySession(
          'MEMORY.md and USER.md are explained below.',
          '',
          '1. Read SOUL.md',
          '2. Read USER.md',
        ),
      },
      {
        shows: 'names in brackets and asides',
        files: everySession(
          '1. Before MEMORY.md or anything else, read SOUL.md (not MEMORY.md)',
          '2. Read USER.md',
          "3. Read today's log (`memory/YYYY-MM-DD.md`)",
        ),
      },
      {
        shows: 'a log kept below another folder',
        files: everySession('1. Read SOUL.md', '2. Read archive/MEMORY.md', '3. Read USER.md'),
      },
      {
        shows: 'a second list about something else',
        files: everySession(
          '1. Read SOUL.md',
          '2. Read USER.md',
          '',
          'At the end:',
          '',
          '1. Update MEMORY.md',
          '2. Update USER.md',
        ),
      },
      {
        shows: 'steps of RFC-0006 by their names',
        files: everySession(
          '```',
          'priority_0;ghost_invariant_check; → first',
          'priority_1;load_soul; → who',
          'priority_1;load_user; → whom',
          'priority_1;load_memory; → what',
          '```',
        ),
      },
      {
        shows: 'bullets claim no order',
        files: everySession('- MEMORY.md in main sessions', '- SOUL.md', '- USER.md'),
      },
    ],
    bad: [
      {
        shows: 'the user before the soul',
        files: everySession('1. Read USER.md', '2. Read SOUL.md'),
        at: ['AGENTS.md:6'],
      },
      {
        shows: 'MEMORY.md first',
        files: everySession(
          '1. In a main session, read MEMORY.md',
          '2. Read SOUL.md',
          '3. Read USER.md',
        ),
        at: ['AGENTS.md:6'],
      },
      {
        shows: 'one step in the wrong order',
        files: everySession('1. Read `USER.md`, then `SOUL.md`'),
        at: ['AGENTS.md:5'],
      },
      {
        shows: 'nested items',
        files: everySession(
          '1. Read:',
          '   - SOUL.md',
          '   - memory/YYYY-MM-DD.md',
          '   - USER.md',
        ),
        at: ['AGENTS.md:8'],
      },
      {
        shows: 'a semicolon block',
        files: everySession(
          '```yamo',
          'sequence;boot;',
          '  step;load_user;source;USER.md;',
          '  step;load_soul;source;SOUL.md;',
          '```',
        ),
        at: ['AGENTS.md:8'],
      },
      {
        shows: 'semicolon steps by their names, without a fence',
        files: everySession('sequence;boot;', '  step;load_memory;', '  step;load_soul;'),
        at: ['AGENTS.md:7'],
      },
      {
        shows: 'Chinese numbering',
        files: everySession('1、读取 MEMORY.md（仅主会话）', '2、读取 SOUL.md'),
        at: ['AGENTS.md:6'],
      },
    ],
  }),
  check: (workspace) => {
    const startup = startupOf(workspace);
    if (startup === undefined) return NOT_APPLICABLE;
    const late = firstLate(startup);
    if (late === undefined) return [];
    return [
      {
        file: 'AGENTS.md',
        line: late.line,
        found: `${late.file} after ${late.after}`,
        expected: 'SOUL.md, USER.md, the daily logs, MEMORY.md, in this order',
        anchor: 'order',
      },
    ];
  },
});

interface Late {
  readonly line: number;
  readonly file: StartupFile;
  readonly after: StartupFile;
}

/** The first file that comes too late, in the first ordered list or semicolon block that names any of them. */
const firstLate = ({ statements }: Startup): Late | undefined => {
  const seen = new Set<StartupFile>();
  let block: number | undefined;
  let last = 0;
  for (const { line, lower, block: own, mentions } of statements) {
    if (mentions.length === 0 || own === undefined || (block !== undefined && own !== block))
      continue;
    for (const { file } of filesOfStep(lower)) {
      block = own;
      if (seen.has(file)) continue;
      seen.add(file);
      const rank = STARTUP_FILES.indexOf(file);
      const after = STARTUP_FILES[last];
      if (rank < last && after !== undefined) return { line, file, after };
      last = rank;
    }
  }
  return undefined;
};
