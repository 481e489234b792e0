import type { StepName } from '#lib/spec/startup.ts';
import { judgeSequences } from '#audit/facts/instructions/boot-sequence.ts';
import { bootBlock } from '#audit/rule/boot-example.ts';
import type { BootStep } from '#audit/facts/instructions/boot-sequence.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** These have rules of their own, so that one step in the wrong place is reported once. */
const ELSEWHERE: ReadonlySet<StepName | undefined> = new Set<StepName>([
  'ghost_invariant_check',
  'bootstrap_deletion',
]);

export const rule = defineRule({
  id: '0006-2.3/priority-order',
  title: 'The steps of the boot sequence stand in the order of their priorities',
  section: 'RFC-0006 §2.3',
  level: 'must',
  tier: 'v3.0',
  why: 'A persona that speaks before it is loaded, or a user who is served before the memory is there, gets an agent that does not know what it knows.',
  remedy:
    'Put the steps in the order of their priorities, 0 before 1 before 2, and serve_user last.',
  fix: 'none',
  requirements: ['K16', 'K17'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'labels on some steps only', files: bootBlock() },
      {
        shows: 'steps of the own with and without a label',
        files: bootBlock((steps) => [
          ...steps.slice(0, 2),
          'step;greet;',
          'step;load_notes;',
          ...steps.slice(2),
          'step;wave;',
        ]),
      },
      {
        shows: 'the other order inside priority 1: §2.2 has a rule for it',
        files: bootBlock(([ghost = '', deletion = '', soul = '', user = '', ...rest]) => [
          ghost,
          deletion,
          user,
          soul,
          ...rest,
        ]),
      },
      {
        shows: 'both blocks of RFC-0006, one after the other',
        files: bootBlock((steps) => [
          ...steps,
          ...['ghost_invariant_check', 'bootstrap_deletion'].map((name) => `priority_0;${name};`),
          ...['load_soul', 'load_user', 'load_memory'].map((name) => `priority_1;${name}; → x`),
          ...['persona_activation', 'serve_user'].map((name) => `priority_2;${name};   → y`),
        ]),
      },
    ],
    bad: [
      {
        shows: 'serve_user before load_memory',
        files: bootBlock((steps) => [...steps.slice(0, 4), ...steps.slice(4).toReversed()]),
        at: ['AGENTS.md:9'],
      },
      {
        shows: 'persona_activation after serve_user',
        files: bootBlock((steps) => [...steps, 'step;persona_activation;']),
        at: ['AGENTS.md:10'],
      },
      {
        shows: 'a step of the own with a lower label, and one under a line of its priority',
        files: bootBlock((steps) => [
          ...steps.slice(0, 3),
          'step;check_disk;priority_0;',
          ...steps.slice(3),
          'sequence;session_start;',
          'priority_2;',
          'step;greet;',
          'priority_1;',
          'step;load_soul;',
        ]),
        at: ['AGENTS.md:7', 'AGENTS.md:15'],
      },
    ],
  }),
  check: (workspace) =>
    judgeSequences(workspace, ({ steps }) => {
      let before: BootStep | undefined;
      for (const step of steps) {
        if (step.rank === undefined || step.rank < 0 || ELSEWHERE.has(step.name)) continue;
        if (before !== undefined && placeOf(step) < placeOf(before)) {
          return [
            {
              file: 'AGENTS.md',
              line: step.line.line,
              found: `${nameOf(step)} after ${nameOf(before)}`,
              expected: 'priority 0 before 1 before 2, and serve_user last',
              anchor: step.name ?? 'own step',
            },
          ];
        }
        before = step;
      }
      return [];
    }),
});

/** To serve comes after everything else of its priority. */
const placeOf = ({ rank = 0, name }: BootStep): number => rank + (name === 'serve_user' ? 0.5 : 0);

const nameOf = ({ name, rank }: BootStep): string => name ?? `a step of priority ${rank}`;
