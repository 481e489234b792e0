/** What an agent proposes for MEMORY.md (RFC-0009 §5.3), and what the owner decides after a look at it. */
import { PATCH_MAX_CHARS } from '#lib/spec/limits.ts';
import { answerIn } from './ask-command.ts';
import { anything, count, FLAG, list, optional, shape, textField, word, WORDS } from './field.ts';
import { type Method, method } from './method.ts';
import { changedSince } from './problem.ts';

const MARKS = optional(list(WORDS));

const PROPOSED = {
  add: list(shape({ text: WORDS, source: WORDS, supersedes: optional(count(1)), marks: MARKS })),
  remove: list(shape({ line: count(1), text: WORDS, why: WORDS, marks: MARKS })),
};

const WAITING = shape({ ...PROPOSED, diff: optional(WORDS) });

/** By their names. */
export const CURATION_METHODS: Readonly<Record<string, Method>> = {
  'memory.curation': method(
    'What waits to be added to MEMORY.md and taken out of it, each with its source or reason and its marks, and the change as a patch. With the patch that you have seen it is applied or given up, where it is still that one.',
    {
      decide: optional(word('apply', 'give up')),
      seen: optional(textField(PATCH_MAX_CHARS)),
    },
    shape({ ...PROPOSED, patch: WORDS, isDecided: FLAG }),
    async ({ commands }, { decide, seen }, { workspace }) => {
      const words = (...options: readonly string[]) =>
        ['memory', 'curate', '--json', ...options, '--', workspace.request.path] as const;
      const look = words('--waiting', '--consent', '--dry-run');
      const { diff: patch = '', ...proposal } = await answerIn(commands, look, WAITING);
      const shown = { ...proposal, patch };
      if (decide === undefined) return { ...shown, isDecided: false };
      if (seen !== patch) throw changedSince('What is proposed');
      const decided = JSON.stringify(proposal, withoutMarks);
      const answer = words('--from=-', ...DECISIONS[decide]);
      await answerIn(commands, answer, anything('what was done'), decided);
      return { ...shown, isDecided: true };
    },
    { isLimited: true },
  ),
};

/** Marks are made by whoever looks at a proposal. */
const withoutMarks = (name: string, value: unknown): unknown =>
  name === 'marks' ? undefined : value;

/** Whoever has seen the patch has seen what is marked, and how much goes. */
const DECISIONS = {
  apply: ['--yes', '--marked', '--consent'],
  'give up': ['--give-up'],
} as const;
