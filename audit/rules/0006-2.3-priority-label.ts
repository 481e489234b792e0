import { judgeSequences, specifiedPriority } from '#audit/facts/instructions/boot-sequence.ts';
import { bootBlock } from '#audit/rule/boot-example.ts';
import type { BootStep, PlacedField } from '#audit/facts/instructions/boot-sequence.ts';
import type { Finding, Fix } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '0006-2.3/priority-label',
  title: 'No step of the boot sequence is labelled with a priority that is not its own',
  section: 'RFC-0006 §2.3',
  level: 'must',
  tier: 'v3.0',
  why: 'The priorities are barriers: a step with the wrong one may run before the check that it depends on.',
  remedy: 'Give the step the priority that RFC-0006 §2.3 gives it, or none.',
  fix: 'safe',
  requirements: ['K16', 'K17'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'no labels, and right ones', files: bootBlock() },
      {
        shows: 'a step of the own, and a priority above the steps that it is for',
        files: bootBlock(([ghost = '', ...rest]) => [
          'priority_0;',
          ghost,
          ...rest.slice(0, 1),
          'priority_1;',
          ...rest.slice(1, 4),
          'priority_2:',
          ...rest.slice(4),
          'step;wave;priority_9;',
        ]),
      },
    ],
    bad: [
      {
        shows: 'a wrong priority above the steps, without a fence',
        files: {
          'AGENTS.md': '## Every Session\n\npriority_1;\nstep;load_soul;\nstep;serve_user;\n',
        },
        at: ['AGENTS.md:5'],
      },
      {
        shows: 'the ghost check with priority 1',
        files: bootBlock((steps) => ['step;ghost_invariant_check;priority_1;', ...steps.slice(1)]),
        at: ['AGENTS.md:4'],
      },
      {
        shows: 'a wrong priority in each form, and two at once',
        files: bootBlock(([ghost = '', deletion = '']) => [
          ghost,
          deletion,
          'priority_0;load_soul;',
          'step;load_user;priority;2;',
          'step;load_memory;priority_1;priority_2;',
          'priority_1;',
          'step;serve_user;',
        ]),
        at: ['AGENTS.md:6', 'AGENTS.md:7', 'AGENTS.md:8', 'AGENTS.md:10'],
      },
    ],
  }),
  check: (workspace) => judgeSequences(workspace, ({ steps }) => steps.flatMap(contradictions)),
});

function contradictions({ name, line, labels }: BootStep): readonly Finding[] {
  const priority = name === undefined ? undefined : specifiedPriority(name);
  if (name === undefined || priority === undefined) return [];
  const expected = `priority ${priority}`;
  return labels
    .filter((label) => label.priority !== priority)
    .map((label): Finding => {
      const { field } = label;
      const found = `${name} with priority ${label.priority}`;
      const finding = { file: 'AGENTS.md', found, expected, anchor: name };
      if (field === undefined) return Object.assign(finding, { line: line.line });
      const fix = relabelled(field, priority);
      return Object.assign(finding, { line: field.line.line, column: field.column, fix });
    });
}

function relabelled({ text, line, column }: PlacedField, priority: number): Fix {
  const start = line.at + column - 1;
  const label = text.replace(/(?<!\d)\d+$/u, String(priority));
  return {
    kind: 'safe',
    title: `Label the step with priority ${priority}`,
    edits: [{ file: 'AGENTS.md', start, end: start + text.length, text: label }],
  };
}
