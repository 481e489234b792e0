import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import {
  forbiddenReadings,
  startupReadings,
  withoutCondition,
} from '#audit/facts/instructions/memory-readings.ts';
import { withoutDocument } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';
import { startupOf } from '#audit/facts/instructions/startup.ts';

const everySession = (...lines: readonly string[]): Record<string, string> => ({
  'AGENTS.md': `# Rules\n\n## Every Session\n\n${lines.join('\n')}\n`,
});

export const rule = defineRule({
  id: '2.2/memory-gate',
  title: 'MEMORY.md is read in main sessions only, and the step that reads it says so',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  why: 'MEMORY.md holds what a human told in confidence. An agent that reads it in a group has it in its context, and whoever asks well enough gets it out.',
  remedy:
    'Put the condition into the step that reads it: "In a main session only, read MEMORY.md". Take back what has it read always, or in groups.',
  fix: 'none',
  requirements: ['Y37'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'the condition on the line',
        files: everySession(
          '1. Read `SOUL.md`',
          '2. **If in MAIN SESSION** (direct chat with your human): Also read `MEMORY.md`',
        ),
      },
      {
        shows: 'the condition in the item around it',
        files: everySession('1. In a direct chat:', '   - Read MEMORY.md'),
      },
      {
        shows: 'the condition on the line that leads to the list',
        files: everySession('Main session only:', '', '- MEMORY.md'),
      },
      {
        shows: 'the condition below the step',
        files: everySession(
          '1. Read SOUL.md',
          '2. Read MEMORY.md',
          '   - Skip this in group chats',
        ),
      },
      {
        shows: 'the condition in a line of the same step',
        files: everySession(
          '```yamo',
          'sequence;boot;',
          '  step;load_memory;',
          '  condition;main_session == true;',
          '  source;MEMORY.md;',
          '```',
        ),
      },
      {
        shows: 'the steps of RFC-0006',
        files: everySession(
          '```',
          'sequence;boot;',
          '  step;load_user;source;USER.md;',
          '  step;load_memory;condition;main_session == true;source;MEMORY.md;',
          '```',
        ),
      },
      {
        shows: 'a step whose name is all it says',
        files: everySession('priority_1;load_user;', 'priority_1;load_memory;'),
      },
      {
        shows: 'the sequence of RFC-0009',
        files: everySession(
          '```',
          '4. Read memory/YYYY-MM-DD.md for today and yesterday',
          '5. IF main_session == true → Read MEMORY.md',
          '```',
        ),
      },
      {
        shows: 'the condition in other languages',
        files: everySession(
          '1. 仅在主会话中读取 MEMORY.md',
          '2. メインセッションでのみ MEMORY.md を読む',
          '3. Nur in der Hauptsitzung: MEMORY.md lesen',
          '4. Somente na sessão principal: leia MEMORY.md',
          '5. Seulement en session privée : lis MEMORY.md',
          '6. Solo en la sesión principal, lee MEMORY.md',
          '7. Только в личном чате читай MEMORY.md',
        ),
      },
      {
        shows: 'writing it is no reading',
        files: everySession('1. Read SOUL.md', '2. Before the end, update MEMORY.md'),
      },
      {
        shows: 'a rule against reading it elsewhere',
        files: {
          'AGENTS.md':
            '# Rules\n\n## Memory\n\nNever load MEMORY.md in group chats. Always read MEMORY.md before you edit it.\n',
        },
      },
      {
        shows: 'another file of the same name',
        files: everySession('1. Read projects/tide/MEMORY.md'),
      },
    ],
    bad: [
      {
        shows: 'a step without a condition',
        files: everySession('1. Read SOUL.md', '2. Read MEMORY.md'),
        at: ['AGENTS.md:6'],
      },
      {
        shows: 'a list of names to read',
        files: everySession('Read these files:', '', '- SOUL.md', '- `MEMORY.md`: what you keep'),
        at: ['AGENTS.md:8'],
      },
      {
        shows: 'a sentence that names them all',
        files: everySession('Read SOUL.md, USER.md and MEMORY.md first.'),
        at: ['AGENTS.md:5'],
      },
      {
        shows: 'a step of a semicolon block',
        files: everySession(
          '```yamo',
          'sequence;boot;',
          '  step;load_user;source;USER.md;',
          '  step;load_memory;source;MEMORY.md;',
          '```',
        ),
        at: ['AGENTS.md:8'],
      },
      {
        shows: 'the condition of another step',
        files: everySession('1. In a direct chat, greet your human', '2. Read MEMORY.md'),
        at: ['AGENTS.md:6'],
      },
      {
        shows: 'a command',
        files: everySession('```bash', 'cat SOUL.md USER.md', 'cat MEMORY.md', '```'),
        at: ['AGENTS.md:7'],
      },
      {
        shows: 'other languages',
        files: everySession('1. 读取 MEMORY.md', '2. MEMORY.md を読む', '3. MEMORY.md lesen'),
        at: ['AGENTS.md:5', 'AGENTS.md:6', 'AGENTS.md:7'],
      },
      {
        shows: 'always, in another section',
        files: { 'AGENTS.md': '# Rules\n\n## Memory\n\nAlways load MEMORY.md.\n' },
        at: ['AGENTS.md:5'],
      },
      {
        shows: 'in groups',
        files: {
          'AGENTS.md':
            '# Rules\n\n## Group Chats\n\nRead MEMORY.md for context.\n\n## Memory\n\nLoad MEMORY.md in group chats too.\n',
        },
        at: ['AGENTS.md:5', 'AGENTS.md:9'],
      },
      {
        shows: 'in both kinds of session',
        files: {
          'AGENTS.md': '# Rules\n\n## Memory\n\nLoad MEMORY.md in direct and group chats.\n',
        },
        at: ['AGENTS.md:5'],
      },
    ],
  }),
  check: (workspace) => {
    const { agents } = workspace;
    if (agents === undefined) return withoutDocument(workspace, 'AGENTS.md');
    const startup = startupOf(workspace);
    const steps = startup === undefined ? [] : startupReadings(startup);
    const elsewhere = forbiddenReadings(agents.document);
    if (steps.length === 0 && elsewhere.length === 0) return NOT_APPLICABLE;
    const ungated = startup === undefined ? [] : withoutCondition(startup, steps);
    const lines = new Map([
      ...ungated.map(({ line }) => [line, 'MEMORY.md read without a condition'] as const),
      ...elsewhere,
    ]);
    return [...lines].map(([line, found]) => ({
      file: 'AGENTS.md',
      line,
      found,
      expected: 'a condition beside it: in a main session only',
      anchor: found,
    }));
  },
});
