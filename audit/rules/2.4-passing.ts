import { judgePassing } from '#audit/facts/passing-words.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.4/passing',
  title: 'MEMORY.md holds nothing that is stale by the next session',
  section: '§2.4',
  level: 'advisory',
  tier: 'none',
  heuristic: true,
  pedantic: true,
  why: 'MEMORY.md is read in every main session. What held today is read as if it held for good. No program knows what will be stale: this rule points at words that often say so.',
  remedy: 'Move the line to the log of its day, or write down what stays true and since when.',
  fix: 'none',
  requirements: ['Y49'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'what holds for good',
        files: { 'MEMORY.md': '# Memory\n\n- 2026-03-04: Ada prints the tide tables monthly.\n' },
      },
      {
        shows: 'such words in a code block and in a comment',
        files: {
          'MEMORY.md': '# Memory\n\n<!-- currently empty -->\n\n```\ntoday\n```\n',
        },
      },
    ],
    bad: [
      {
        shows: 'what holds this week: one finding, at the first line',
        files: {
          'MEMORY.md':
            '# Memory\n\n- 2026-03-04: The crane is out of order this week.\n- Ada is currently in Emden.\n- 目前在港口\n',
        },
        at: ['MEMORY.md:3'],
      },
    ],
  }),
  check: judgePassing,
});
