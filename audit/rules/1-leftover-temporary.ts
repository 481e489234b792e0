import { isTemporary } from '#audit/facts/temporaries.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/leftover-temporary',
  title: 'No temporary file of an interrupted program is left',
  section: '§1',
  level: 'advisory',
  tier: 'none',
  layouts: 'all',
  why: 'It is a second copy of a file of the workspace, with all that is private in it, and nobody keeps it up to date.',
  remedy:
    'If no program has the file open, look whether it holds something that the real one lacks, and delete it.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'copies of bootstrap instructions, which have a rule of their own',
        files: { '.BOOTSTRAP.md.swp': 'x', '.BOOTSTRAP.md.0123456789ab.yamo-tmp': 'x' },
      },
      {
        shows: 'temporary files of something else',
        files: { 'notes.md~': 'x', 'draft.tmp': 'x', '#shopping#': 'x' },
      },
    ],
    bad: [
      {
        shows: 'a repair of AGENTS.md that was interrupted',
        files: { 'AGENTS.md.tmp': 'x' },
        at: ['AGENTS.md.tmp'],
      },
      {
        shows: 'temporary files of this kernel',
        files: {
          '.USER.md.0123456789ab.yamo-tmp': 'x',
          '.preflight.0123456789ab.yamo-tmp': 'x',
          'memory/.2026-03-10.md.0123456789ab.yamo-tmp': 'x',
        },
        at: [
          '.USER.md.0123456789ab.yamo-tmp',
          '.preflight.0123456789ab.yamo-tmp',
          'memory/.2026-03-10.md.0123456789ab.yamo-tmp',
        ],
      },
      {
        shows: 'what editors leave',
        files: {
          '#USER.md#': 'x',
          '.#TOOLS.md': 'x',
          '.SOUL.md.swp': 'x',
          'MEMORY.md~': 'x',
          'memory/.2026-03-09.md.swo': 'x',
        },
        at: ['#USER.md#', '.#TOOLS.md', '.SOUL.md.swp', 'MEMORY.md~', 'memory/.2026-03-09.md.swo'],
      },
    ],
  }),
  check: (workspace) =>
    workspace.names.flatMap((file) =>
      isTemporary(workspace, file)
        ? [{ file, found: 'a temporary file', expected: 'nothing, once its program has ended' }]
        : [],
    ),
});
