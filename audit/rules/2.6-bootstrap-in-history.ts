import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import type { Change } from '#lib/workspace/snapshot.ts';
import { exampleChange } from '#audit/rule/example-change.ts';
import { countCommits, judgeHistory } from '#audit/facts/history.ts';
import { defineRule } from '#audit/rule/rule.ts';

const change = (commit: string, kind: Change['kind'], file = 'BOOTSTRAP.md'): Change =>
  exampleChange(commit, kind, file);

export const rule = defineRule({
  id: '2.6/bootstrap-in-history',
  title: 'No version of bootstrap instructions is in the history of git',
  section: '§2.6',
  level: 'advisory',
  tier: 'none',
  needs: 'history',
  why: 'A deleted file can be read from the history by everyone who has a clone, with every credential that stood in it.',
  remedy:
    'Change every credential that stood in it. If nobody else has a clone, `git filter-repo --invert-paths --path BOOTSTRAP.md --path BOOTSTRAP.yamo` takes it out of the history.',
  fix: 'none',
  requirements: ['Y68'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a history of other files',
        files: {},
        facts: { history: { changes: [change('a', 'added', 'SOUL.md')], secrets: [] } },
      },
    ],
    bad: [
      {
        shows: 'instructions that were committed and deleted',
        files: {},
        facts: {
          history: { changes: [change('b', 'deleted'), change('a', 'added')], secrets: [] },
        },
        at: ['BOOTSTRAP.md'],
      },
      {
        shows: 'a deletion alone, in a history that was cut off before it',
        files: {},
        facts: {
          history: {
            changes: [change('b', 'deleted', 'BOOTSTRAP.yamo')],
            secrets: [],
            partial: 'a shallow clone',
          },
        },
        at: ['BOOTSTRAP.yamo'],
      },
    ],
  }),
  check: ({ snapshot }) =>
    judgeHistory(snapshot.history, ({ changes }) =>
      BOOTSTRAP_FILES.flatMap((file) => {
        const touching = changes.filter((one) => one.file === file || one.from === file);
        if (touching.length === 0) return [];
        const found = `bootstrap instructions in git's history, in ${countCommits(touching)}`;
        return { file, found, expected: 'instructions that were never committed' };
      }),
    ),
});
