import { judgeSequences } from '#audit/facts/instructions/boot-sequence.ts';
import { bootBlock } from '#audit/rule/boot-example.ts';
import type { BootStep } from '#audit/facts/instructions/boot-sequence.ts';
import { startupReadings, withoutCondition } from '#audit/facts/instructions/memory-readings.ts';
import { defineRule } from '#audit/rule/rule.ts';
import { startupOf } from '#audit/facts/instructions/startup.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** Names under which a step says when it is taken. */
const CONDITIONS: ReadonlySet<string> = new Set(['condition', 'when', 'if', 'only_if']);
/** The file of the root, not one of its name elsewhere. */
const MEMORY = /(?<![\w/-])(?:\.\/)?MEMORY\.md(?![\w-])/u;
const MAIN = /(?<![a-z])main(?![a-z])/i;
const NOT = /!=\s?true|==\s?false|!\s?main|(?<![a-z])not(?![a-z])/i;

const reading = (step: string): Record<string, string> =>
  bootBlock((steps) => [...steps.slice(0, 4), step, ...steps.slice(5)]);

export const rule = defineRule({
  id: '0006-2.3/memory-condition',
  title: 'The step that reads MEMORY.md carries its condition as a value',
  section: 'RFC-0006 §2.3',
  level: 'must',
  tier: 'v3.0',
  why: 'A condition in a comment or in the prose beside the block is not part of the order, and a reader of instructions does not see it.',
  remedy:
    'Write the condition into the step: `step;load_memory;condition;main_session == true;source;MEMORY.md;`.',
  fix: 'none',
  requirements: ['K13', 'K16'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'the step of RFC-0006 §2.2', files: bootBlock() },
      {
        shows: 'the step of RFC-0006 §2.3, which names no file',
        files: reading('priority_1;load_memory; → daily logs, and MEMORY.md (main only)'),
      },
      {
        shows: 'the condition on a line below',
        files: reading('step;load_memory;source;MEMORY.md;\ncondition;session is main;'),
      },
      {
        shows: 'the condition on an indented line below, in other words',
        files: reading('step;load_memory;source;MEMORY.md;\n  only_if;session is main;'),
      },
      {
        shows: 'no condition at all: 2.2/memory-gate says so, and it costs more',
        files: reading('step;load_memory;source;MEMORY.md;'),
      },
    ],
    bad: [
      {
        shows: 'the condition in a comment',
        files: reading('step;load_memory;source;MEMORY.md;   → in main sessions only'),
        at: ['AGENTS.md:8'],
      },
      {
        shows: 'the opposite condition',
        files: reading('step;load_memory;condition;main_session == false;source;MEMORY.md;'),
        at: ['AGENTS.md:8'],
      },
      {
        shows: 'a condition of another kind, beside words about main sessions',
        files: reading(
          'step;load_memory;condition;file exists;source;MEMORY.md;note;private sessions;',
        ),
        at: ['AGENTS.md:8'],
      },
    ],
  }),
  check: (workspace) =>
    judgeSequences(workspace, ({ steps }) => {
      const open = steps.filter((step) => readsMemory(step) && !isForMain(step));
      if (open.length === 0) return [];
      const reported = reportedLines(workspace);
      return open
        .filter(({ line }) => !reported.has(line.line))
        .map(({ line }) => ({
          file: 'AGENTS.md',
          line: line.line,
          found: 'a step that reads MEMORY.md without a condition for it among its values',
          expected: 'condition;main_session == true;',
          anchor: 'MEMORY.md',
        }));
    }),
});

/** Where 2.2/memory-gate finds no condition at all. */
function reportedLines(workspace: AuditedWorkspace): ReadonlySet<number> {
  const startup = startupOf(workspace);
  const ungated = startup === undefined ? [] : withoutCondition(startup, startupReadings(startup));
  return new Set(ungated.map(({ line }) => line));
}

/** Names the file itself: `load_memory` alone may mean the daily logs. */
const readsMemory = ({ fields }: BootStep): boolean => fields.some(({ text }) => MEMORY.test(text));

const isForMain = ({ fields }: BootStep): boolean =>
  fields.some(
    ({ text }, index) =>
      CONDITIONS.has(fields[index - 1]?.text ?? '') && MAIN.test(text) && !NOT.test(text),
  );
