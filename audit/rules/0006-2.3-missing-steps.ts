import type { StepName } from '#lib/spec/startup.ts';
import {
  bootSequences,
  isOfEverySession,
  REQUIRED_STEPS,
} from '#audit/facts/instructions/boot-sequence.ts';
import type { BootSequence } from '#audit/facts/instructions/boot-sequence.ts';
import { bootBlock } from '#audit/rule/boot-example.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { judgeSections } from '#audit/facts/instructions/operational.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '0006-2.3/missing-steps',
  title: 'The boot sequence names every step that RFC-0006 asks for',
  section: 'RFC-0006 §2.3',
  level: 'must',
  tier: 'v3.0',
  why: 'A step that is not named is a step that an agent without a kernel does not take.',
  remedy:
    'Add the missing step to the block under "## Every Session", by its exact name: `step;load_soul;source;SOUL.md;`.',
  fix: 'none',
  requirements: ['K13', 'K16'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'the sequence of RFC-0006 §2.2, which has no persona_activation',
        files: bootBlock(),
      },
      {
        shows: 'a sequence of another name, and steps that lack their end',
        files: bootBlock((steps) => steps.map((step) => step.slice(0, -1)), 'my_day'),
      },
      {
        shows: 'steps without the word, and in the form of RFC-0006 §2.3',
        files: bootBlock((steps) =>
          steps
            .map((step, index) => step.replace('step', index > 3 ? 'priority_9' : ''))
            .map((step) => step.replace(/^;/u, '')),
        ),
      },
      {
        shows: 'a section with a Markdown list only: another rule says so',
        files: { 'AGENTS.md': '## Every Session\n\n1. Read SOUL.md\n' },
      },
      {
        shows: 'the sequence in a section of its own',
        files: {
          'AGENTS.md': `## Every Session\n\nrule;order;fixed;\n\n${bootBlock()['AGENTS.md'].replace('Every Session', 'Startup Sequence')}`,
        },
      },
    ],
    bad: [
      {
        shows: 'no load_user and no serve_user',
        files: bootBlock((steps) => steps.filter((step) => !/user;/u.test(step))),
        at: ['AGENTS.md:3', 'AGENTS.md:3'],
      },
      {
        shows: 'steps under other names, without a first line',
        files: {
          'AGENTS.md':
            '## Every Session\n\nstep;ghost_invariant_check;\nstep;bootstrap_deletion;\nstep;read_soul;\nstep;load_user;\nstep;load_memory;\nstep;serve_user;\n',
        },
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'no ghost check in a sequence of another name',
        files: bootBlock(([, ...steps]) => steps, 'my_day'),
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'a step above the head of the sequence, to which it does not belong',
        files: bootBlock(([ghost = '', ...rest]) => [ghost, 'sequence;boot;', ...rest]),
        at: ['AGENTS.md:5'],
      },
      {
        shows: 'semicolon lines and no step at all',
        files: { 'AGENTS.md': '## Every Session\n\nrule;order;fixed;\n' },
        at: Array.from({ length: 6 }, () => 'AGENTS.md:1'),
      },
    ],
  }),
  check: (workspace) =>
    judgeSections(workspace, (sections) => {
      const sequences = bootSequences(sections);
      const section = sections.find((one) => isOfEverySession(one) && one.protocol.length > 0);
      // Where there are several, one of them must be whole: the one that comes nearest is judged.
      const [best] = sequences
        .map((sequence) => ({ sequence, missing: missingFrom(sequence) }))
        .toSorted((a, b) => a.missing.length - b.missing.length);
      const place = best?.sequence.head ?? best?.sequence.steps[0]?.line ?? section?.heading;
      if (place === undefined) return NOT_APPLICABLE;
      return (best?.missing ?? REQUIRED_STEPS).map((step) => ({
        file: 'AGENTS.md',
        line: place.line,
        found: `a boot sequence without ${step}`,
        expected: `the step ${step}`,
        anchor: step,
      }));
    }),
});

function missingFrom({ steps }: BootSequence): readonly StepName[] {
  const named = new Set(steps.map(({ name }) => name));
  return REQUIRED_STEPS.filter((step) => !named.has(step));
}
