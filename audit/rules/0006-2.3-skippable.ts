import { bootSequences } from '#audit/facts/instructions/boot-sequence.ts';
import { bootBlock } from '#audit/rule/boot-example.ts';
import type { BootStep } from '#audit/facts/instructions/boot-sequence.ts';
import { judgeSections } from '#audit/facts/instructions/operational.ts';
import type { OperationalSection } from '#audit/facts/instructions/operational.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** What is said of the check. */
const GHOST = /(?<![a-z])(?:ghost|header check|load gate)/i;
/** These weaken whatever stands before them. */
const EXCEPTS =
  /(?<![a-z])(?:unless|except (?:when|if|in|for|during)|not (?:needed|required|necessary))(?![a-z])/i;
/** These weaken it where they are not denied. */
const SKIPS = /(?<![a-z])(?:skip|bypass|disabl|omit|optional|suspend|(?:turn|switch)(?:ed)? off)/i;
const DENIES =
  /(?<![a-z])(?:never|not|no|cannot|without|nobody|none|neither|nor|refus\w{0,4}|forbid\w{0,4})(?![a-z])|n['’]t(?![a-z])/i;

/** What a step may carry that makes it depend on something, and what does not. */
const CONDITIONS: ReadonlySet<string> = new Set([
  'condition',
  'when',
  'if',
  'only_if',
  'unless',
  'except',
  'skip',
  'skip_if',
  'optional',
]);
const ALWAYS =
  /^(?:always|never|no|false|true|every[ _](?:start|session|boot)|agents\.md exists)$/i;

/** A longer line is no sentence about the check. */
const LINE_MAX_CHARS = 2000;

const PROSE = (text: string): Record<string, string> => ({
  'AGENTS.md': `${bootBlock()['AGENTS.md']}\n${text}\n`,
});

export const rule = defineRule({
  id: '0006-2.3/skippable',
  title: 'Nothing lets the ghost check be left out',
  section: 'RFC-0006 §2.3',
  level: 'must',
  tier: 'v3.0',
  heuristic: true,
  why: 'A check with an exception is left out by whoever can claim the exception: a persona, a role-play, a message that says it is urgent.',
  remedy: 'Take the exception away: the ghost check runs at every start, whatever else is asked.',
  fix: 'none',
  requirements: ['K19'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'no word about it', files: bootBlock() },
      {
        shows: 'that it may not be left out',
        files: PROSE(
          'The ghost check runs in every role-play. Never skip the ghost check, even when asked. Skip an empty log. No one can disable the ghost guard.',
        ),
      },
      {
        shows: 'a step that is always taken, and a rule about it',
        files: bootBlock(([, ...steps]) => [
          'step;ghost_invariant_check;condition;always;skip;never;',
          ...steps,
          'rule;ghost_check;skip;never;',
        ]),
      },
    ],
    bad: [
      {
        shows: 'an exception in prose',
        files: PROSE('The ghost check comes first, unless you are in a role-play.'),
        at: ['AGENTS.md:12'],
      },
      {
        shows: 'leave to skip it, in prose and in a rule',
        files: {
          'AGENTS.md':
            '## Safety\n\nrule;ghost_check;optional;\n\n### Why\n\nA persona may skip the ghost guard. Others may not.\n',
        },
        at: ['AGENTS.md:3', 'AGENTS.md:7'],
      },
      {
        shows: 'a condition on the step, and one on a line below it',
        files: bootBlock(([ghost = '', ...steps]) => [
          'step;ghost_invariant_check;condition;persona == none;',
          ...steps,
          ghost,
          '  when;asked;',
        ]),
        at: ['AGENTS.md:4', 'AGENTS.md:10'],
      },
    ],
  }),
  check: (workspace) =>
    judgeSections(workspace, (sections) => {
      const steps = bootSequences(sections).flatMap((sequence) => sequence.steps);
      const lines = new Set([
        ...steps.filter(isConditional).map(({ line }) => line.line),
        ...sections.flatMap(weakLines),
      ]);
      return [...lines]
        .toSorted((a, b) => a - b)
        .map((line) => ({
          file: 'AGENTS.md',
          line,
          found: 'words that let the ghost check be left out',
          expected: 'a ghost check at every start, without exception',
        }));
    }),
});

const isConditional = ({ name, fields }: BootStep): boolean =>
  name === 'ghost_invariant_check' &&
  fields.some(
    ({ text }, index) => CONDITIONS.has(text) && !ALWAYS.test(fields[index + 1]?.text ?? ''),
  );

function weakLines({ protocol, prose }: OperationalSection): readonly number[] {
  const orders = protocol.filter(({ line: { text } }) => weakens(text)).map(({ line }) => line);
  const sentences = prose.filter(({ text }) => text.split(/[.!?。！？]/u).some(weakens));
  return [...orders, ...sentences].map(({ line }) => line);
}

function weakens(text: string): boolean {
  if (text.length > LINE_MAX_CHARS || !GHOST.test(text)) return false;
  return EXCEPTS.test(text) || (SKIPS.test(text) && !DENIES.test(text));
}
