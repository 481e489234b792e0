import { defineRule } from '#audit/rule/rule.ts';

/** Made by the engine, which alone knows what an exception covers. */
export const rule = defineRule({
  id: 'yamo/allow-unused',
  title: 'Every exception is needed',
  section: '§2.0',
  level: 'should',
  tier: 'none',
  layouts: 'all',
  why: 'An exception that nothing needs hides the next finding on its line.',
  remedy: 'Delete the yamo-allow comment.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'an exception for something that is there',
        files: {
          'TOOLS.md':
            '<!-- yamo-allow 4.2/labelled-credential reason="the demo account of the vendor" -->\nPassword: tr0ub4dor-and-3\n',
        },
      },
      {
        shows: 'an exception from a rule that was not asked, here for want of --history',
        files: {
          'memory/2026-03-09.md':
            '<!-- yamo-allow 5.2/rewritten reason="a password had to go" -->\n# Memory — 2026-03-09\n',
        },
      },
    ],
    bad: [
      {
        shows: 'an exception above a line that is in order',
        files: {
          'TOOLS.md':
            '<!-- yamo-allow 4.2/labelled-credential reason="it was here once" -->\nThe password is in the safe of the office.\n',
        },
        at: ['TOOLS.md:1'],
      },
    ],
  }),
  check: () => [],
});
