import type { Change } from '#lib/workspace/snapshot.ts';
import { exampleChange } from '#audit/rule/example-change.ts';
import { brings, countCommits, judgeHistory, shortId } from '#audit/facts/history.ts';
import { defineRule } from '#audit/rule/rule.ts';

const change = (commit: string, kind: Change['kind']): Change =>
  exampleChange(commit, kind, 'SOUL.md');

export const rule = defineRule({
  id: '2.1/soul-history',
  title: 'SOUL.md has not changed since it was written',
  section: '§2.1',
  level: 'advisory',
  tier: 'none',
  pedantic: true,
  needs: 'history',
  why: 'An agent must not change who it is: SOUL.md is written by a human, or in a session that a human has opened for it. Who made a commit the history does not prove.',
  remedy: 'Look at the changes with `git log -p -- SOUL.md`, and undo what no human has asked for.',
  fix: 'none',
  requirements: ['Y16'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'one commit that added it',
        files: {},
        facts: { history: { changes: [change('a', 'added')], secrets: [] } },
      },
    ],
    bad: [
      {
        shows: 'commits that changed it',
        files: {},
        facts: {
          history: {
            changes: [change('c', 'changed'), change('b', 'changed'), change('a', 'added')],
            secrets: [],
          },
        },
        at: ['SOUL.md'],
      },
    ],
  }),
  check: ({ snapshot }) =>
    judgeHistory(snapshot.history, ({ changes }) => {
      const later = changes.filter((one) => one.file === 'SOUL.md' && !brings(one, 'SOUL.md'));
      const [last] = later;
      if (last === undefined) return [];
      const found = `${countCommits(later)} after the one that added it, last ${shortId(last)}`;
      return [{ file: 'SOUL.md', found, expected: 'changes that a human has asked for' }];
    }),
});
