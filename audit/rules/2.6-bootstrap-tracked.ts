import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

const ORDERS = '# Hello\n\nYou have just been born.\n';

export const rule = defineRule({
  id: '2.6/bootstrap-tracked',
  title: 'Bootstrap instructions are not tracked by git',
  section: '§2.6',
  level: 'should',
  tier: 'none',
  why: 'What was committed stays in the history after the file is deleted: that is an archive of the instructions, and of any credential in them.',
  remedy:
    'Run `git rm --cached BOOTSTRAP.md`, add BOOTSTRAP.md and BOOTSTRAP.yamo to .gitignore, and change any credential that stood in a committed version.',
  fix: 'none',
  requirements: ['Y68'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'other files that git tracks',
        files: {},
        facts: { git: { ignored: new Set(), tracked: new Set(['SOUL.md', 'AGENTS.md']) } },
      },
      { shows: 'instructions outside of any repository', files: { 'BOOTSTRAP.md': ORDERS } },
    ],
    bad: [
      {
        shows: 'instructions that git tracks',
        files: { 'BOOTSTRAP.md': ORDERS },
        facts: { git: { ignored: new Set(), tracked: new Set(['BOOTSTRAP.md']) } },
        at: ['BOOTSTRAP.md'],
      },
      {
        shows: 'instructions that are gone from the disk and still tracked',
        files: {},
        facts: { git: { ignored: new Set(), tracked: new Set(['BOOTSTRAP.yamo']) } },
        at: ['BOOTSTRAP.yamo'],
      },
    ],
  }),
  check: ({ snapshot: { git } }) => {
    if (git === undefined) return NOT_APPLICABLE;
    return BOOTSTRAP_FILES.filter((name) => git.tracked.has(name)).map((file) => ({
      file,
      found: 'bootstrap instructions that git tracks',
      expected: 'instructions that never come into the history',
    }));
  },
});
