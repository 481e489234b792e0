import { layoutNameOf } from '#audit/facts/layout.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** What programs leave that replace a file or have it open; the name of the file is the group. */
const LEFTOVER =
  /^(?:(.+)\.tmp|(.+)~|#(.+)#|\.#(.+)|\.(.+)\.sw[a-z]|(.+)\.(?:save|part|crdownload))$/u;
const OURS = /^\.(.+)\.[0-9a-f]{12}\.yamo-tmp$/u;

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
    workspace.names.flatMap((file) => {
      const slash = file.lastIndexOf('/') + 1;
      const [folder, base] = [file.slice(0, slash), file.slice(slash)];
      const ours = OURS.exec(base)?.[1];
      const original = LEFTOVER.exec(base)
        ?.slice(1)
        .find((name) => name);
      const isLayout =
        original !== undefined && layoutNameOf(workspace, folder + original) !== undefined;
      // A temporary of bootstrap instructions is a copy of them, which §2.6 has a rule for.
      const isOurs = ours !== undefined && !/^bootstrap\./i.test(ours);
      return isOurs || isLayout
        ? [{ file, found: 'a temporary file', expected: 'nothing, once its program has ended' }]
        : [];
    }),
});
