import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import type { Change } from '#lib/workspace/snapshot.ts';
import { exampleChange } from '#audit/rule/example-change.ts';
import { brings, judgeHistory, removes, shortId } from '#audit/facts/history.ts';
import { defineRule } from '#audit/rule/rule.ts';

const change = (commit: string, kind: Change['kind']): Change =>
  exampleChange(commit, kind, 'BOOTSTRAP.md');

export const rule = defineRule({
  id: '2.6/bootstrap-readded',
  title: 'Bootstrap instructions were never created again',
  section: '§2.6',
  level: 'advisory',
  tier: 'none',
  needs: 'history',
  why: 'Instructions that come back after the first boot are carried out by whoever starts the agent next. It is the easiest way to give a living agent new instructions unseen.',
  remedy:
    'Find out who brought the file back, with `git show COMMIT -- BOOTSTRAP.md`; delete it if it is still there.',
  fix: 'none',
  requirements: ['Y67'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'instructions that were added, changed and deleted once',
        files: {},
        facts: {
          history: {
            changes: [change('c', 'deleted'), change('b', 'changed'), change('a', 'added')],
            secrets: [],
          },
        },
      },
      {
        shows: 'another file that came back',
        files: {},
        facts: {
          history: {
            changes: [
              { ...change('b', 'added'), file: 'TOOLS.md' },
              { ...change('a', 'deleted'), file: 'TOOLS.md' },
            ],
            secrets: [],
          },
        },
      },
    ],
    bad: [
      {
        shows: 'instructions that were deleted and added again',
        files: {},
        facts: {
          history: {
            changes: [change('c', 'added'), change('b', 'deleted'), change('a', 'added')],
            secrets: [],
          },
        },
        at: ['BOOTSTRAP.md'],
      },
      {
        shows: 'instructions that came back and were deleted again',
        files: {},
        facts: {
          history: {
            changes: [
              change('d', 'deleted'),
              change('c', 'added'),
              change('b', 'deleted'),
              change('a', 'added'),
            ],
            secrets: [],
          },
        },
        at: ['BOOTSTRAP.md'],
      },
      {
        shows: 'instructions that were put aside by a rename and brought back by another',
        files: {},
        facts: {
          history: {
            changes: [
              { ...change('b', 'renamed'), from: 'TOOLS.md' },
              { ...change('a', 'renamed'), file: 'TOOLS.md', from: 'BOOTSTRAP.md' },
            ],
            secrets: [],
          },
        },
        at: ['BOOTSTRAP.md'],
      },
    ],
  }),
  check: ({ snapshot }) =>
    judgeHistory(snapshot.history, ({ changes }) =>
      BOOTSTRAP_FILES.flatMap((file) => {
        // The newest commit comes first.
        const deletion = changes.findLastIndex((one) => removes(one, file));
        const last = changes.slice(0, Math.max(deletion, 0)).find((one) => brings(one, file));
        if (last === undefined) return [];
        const found = `bootstrap instructions that were added again after their deletion, last in commit ${shortId(last)}`;
        return { file, found, expected: 'instructions that are never created again' };
      }),
    ),
});
