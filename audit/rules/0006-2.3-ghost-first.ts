import { judgeSequences } from '#audit/facts/instructions/boot-sequence.ts';
import { bootBlock } from '#audit/rule/boot-example.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '0006-2.3/ghost-first',
  title: 'The ghost check is the first step of the boot sequence',
  section: 'RFC-0006 §2.3',
  level: 'must',
  tier: 'v3.0',
  why: 'What runs before the check runs on a text that nobody has checked.',
  remedy: 'Move the step ghost_invariant_check above every other step.',
  fix: 'none',
  requirements: ['K16', 'K17'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'the check as the first step', files: bootBlock() },
      {
        shows: 'what a kernel prepares, before the check',
        files: bootBlock((steps) => ['step;open_workspace;', 'step;lease;', ...steps]),
      },
      {
        shows: 'a sequence of another name before it',
        files: bootBlock((steps) => ['step;look;', 'sequence;session;', ...steps], 'evening'),
      },
    ],
    bad: [
      {
        shows: 'the deletion of the bootstrap instructions before it',
        files: bootBlock(([ghost = '', deletion = '', ...rest]) => [deletion, ghost, ...rest]),
        at: ['AGENTS.md:5'],
      },
      {
        shows: 'a step of the own before it',
        files: bootBlock((steps) => ['step;greet;', ...steps]),
        at: ['AGENTS.md:5'],
      },
      {
        shows: 'the check as the last step',
        files: bootBlock(([ghost = '', ...rest]) => [...rest, ghost]),
        at: ['AGENTS.md:9'],
      },
    ],
  }),
  check: (workspace) =>
    judgeSequences(workspace, ({ steps }) => {
      const order = steps.filter(({ rank }) => rank !== -1);
      const at = order.findIndex(({ name }) => name === 'ghost_invariant_check');
      const check = order[at];
      if (check === undefined || at === 0) return [];
      return [
        {
          file: 'AGENTS.md',
          line: check.line.line,
          found: `ghost_invariant_check after ${at === 1 ? 'another step' : `${at} other steps`}`,
          expected: 'ghost_invariant_check as the first step',
          anchor: 'ghost_invariant_check',
        },
      ];
    }),
});
