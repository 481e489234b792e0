import { defineRule } from '#audit/rule/rule.ts';

/** Made by the engine, which alone knows what an exception covers. */
export const rule = defineRule({
  id: 'yamo/allow-unknown',
  title: 'Every exception names a rule',
  section: '§2.0',
  level: 'should',
  tier: 'none',
  layouts: 'all',
  why: 'An exception for a rule that does not exist excepts nothing, and its author believes that it does.',
  remedy: 'Write the id of the rule as the report prints it, or delete the comment.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'the id of a rule',
        files: {
          'TOOLS.md':
            '<!-- yamo-allow 4.2/labelled-credential reason="the demo account of the vendor" -->\nPassword: tr0ub4dor-and-3\n',
        },
      },
    ],
    bad: [
      {
        shows: 'an id that no rule has',
        files: {
          'TOOLS.md':
            '<!-- yamo-allow 4.2/labeled-credential reason="the demo account of the vendor" -->\n',
        },
        at: ['TOOLS.md:1'],
      },
    ],
  }),
  check: () => [],
});
