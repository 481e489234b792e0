import { judgeGuessed } from '#audit/facts/passing-words.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.4/guess',
  title: 'MEMORY.md holds no guesses',
  section: '§2.4',
  level: 'advisory',
  tier: 'none',
  heuristic: true,
  pedantic: true,
  why: 'A guess in MEMORY.md is a fact in the next session. No program knows what was checked: this rule points at words that say that it was not.',
  remedy: 'Check it, and write down what is true and how you know it; or strike it out.',
  fix: 'none',
  requirements: ['Y51'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'what is known, and from whom',
        files: { 'MEMORY.md': '# Memory\n\n- 2026-03-04: Ada said that the office sends UTC.\n' },
      },
    ],
    bad: [
      {
        shows: 'guesses: one finding, at the first line',
        files: {
          'MEMORY.md':
            '# Memory\n\n- 2026-03-04: I think Ada likes tea.\n- Maybe the pier is closed.\n- 也许关门\n',
        },
        at: ['MEMORY.md:3'],
      },
    ],
  }),
  check: judgeGuessed,
});
