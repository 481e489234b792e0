import { judgeSequences } from '#audit/facts/instructions/boot-sequence.ts';
import { bootBlock } from '#audit/rule/boot-example.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '0006-2.3/deletion-before-load',
  title: 'The bootstrap instructions are deleted before anything is loaded',
  section: 'RFC-0006 §2.3',
  level: 'must',
  tier: 'v3.0',
  why: 'Bootstrap instructions may hold credentials. A boot that stops between the loading and the deletion leaves them on the disk.',
  remedy: 'Move the step bootstrap_deletion above the first step that loads a file.',
  fix: 'none',
  requirements: ['K16', 'K17'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'the deletion as the second step', files: bootBlock() },
      {
        shows: 'the first boot between the deletion and the loading',
        files: bootBlock(([ghost = '', deletion = '', ...rest]) => [
          ghost,
          deletion,
          'step;bootstrap_flow;',
          ...rest,
        ]),
      },
    ],
    bad: [
      {
        shows: 'the deletion after load_soul',
        files: bootBlock(([ghost = '', deletion = '', soul = '', ...rest]) => [
          ghost,
          soul,
          deletion,
          ...rest,
        ]),
        at: ['AGENTS.md:6'],
      },
      {
        shows: 'the deletion after a step of the own that loads',
        files: bootBlock(([ghost = '', ...rest]) => [ghost, 'step;load_notes;', ...rest]),
        at: ['AGENTS.md:6'],
      },
    ],
  }),
  check: (workspace) =>
    judgeSequences(workspace, ({ steps }) => {
      const deletion = steps.findIndex(({ name }) => name === 'bootstrap_deletion');
      const load = steps.findIndex(({ rank = 0 }) => rank > 0);
      const step = steps[deletion];
      if (step === undefined || load < 0 || deletion < load) return [];
      return [
        {
          file: 'AGENTS.md',
          line: step.line.line,
          found: 'bootstrap_deletion after a step of a later priority',
          expected: 'bootstrap_deletion before the first step of priority 1',
          anchor: 'bootstrap_deletion',
        },
      ];
    }),
});
