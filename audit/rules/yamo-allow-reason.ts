import { defineRule } from '#audit/rule/rule.ts';

/** Made by the engine, which alone knows what an exception covers. */
export const rule = defineRule({
  id: 'yamo/allow-reason',
  title: 'Every exception says why',
  section: '§2.0',
  level: 'should',
  tier: 'none',
  layouts: 'all',
  why: 'In a year nobody knows why a finding was waved through, and nobody dares to ask it again.',
  remedy: 'Write the reason into the comment: reason="…". Until then the finding stays.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'an exception with its reason',
        files: {
          'TOOLS.md':
            '<!-- yamo-allow 4.2/labelled-credential reason="the demo account of the vendor" -->\nPassword: tr0ub4dor-and-3\n',
        },
      },
    ],
    bad: [
      {
        shows: 'an exception without a reason',
        files: {
          'TOOLS.md': '<!-- yamo-allow 4.2/labelled-credential -->\nPassword: tr0ub4dor-and-3\n',
        },
        at: ['TOOLS.md:1'],
      },
      {
        shows: 'a reason without a word in it',
        files: {
          'TOOLS.md':
            '<!-- yamo-allow 4.2/labelled-credential reason="..." -->\nPassword: tr0ub4dor-and-3\n',
        },
        at: ['TOOLS.md:1'],
      },
    ],
  }),
  check: () => [],
});
