import { LOG_KEEP_DAYS } from '#lib/spec/limits.ts';
import { dayAt, logChanges } from '#audit/facts/daily.ts';
import { archivedFile, daysFrom } from '#lib/text/days.ts';
import { judgeHistory, shortId } from '#audit/facts/history.ts';
import { defineRule } from '#audit/rule/rule.ts';

const deletion = (file: string, time: string) =>
  ({
    commit: '4f2a9c1be7d03a5586f1',
    time: Date.parse(time) / 1000,
    file,
    kind: 'deleted',
    linesAdded: 0,
    linesRemoved: 9,
  }) as const;

export const rule = defineRule({
  id: '5.2/young-deleted',
  title: 'No log was deleted in its first seven days',
  section: '§5.2',
  level: 'advisory',
  tier: 'none',
  needs: 'history',
  why: 'A log of the past week holds what nobody has reviewed yet. It may be deleted only with the consent of the human, and a commit does not show whether there was any.',
  remedy:
    'If nobody agreed to it, bring the log back: `git checkout COMMIT^ -- FILE`. Let whatever tidies up keep seven days.',
  fix: 'none',
  requirements: ['Y101'],
  since: '0.2.0',
  examples: () => {
    const history = (...changes: readonly ReturnType<typeof deletion>[]) => ({
      history: { changes, secrets: [] },
    });
    return {
      good: [
        {
          shows: 'a log deleted after seven days',
          files: {},
          facts: history(deletion('memory/2026-02-20.md', '2026-02-27T10:00:00Z')),
        },
        {
          shows: 'a log that is back',
          files: {},
          facts: history(deletion('memory/2026-03-09.md', '2026-03-10T10:00:00Z')),
        },
        {
          shows: 'other files, and dates that no calendar has',
          files: {},
          facts: history(
            deletion('memory/2026-03-08-tides.md', '2026-03-09T10:00:00Z'),
            deletion('memory/2026-02-30.md', '2026-03-01T10:00:00Z'),
            deletion('notes/2026-03-08.md', '2026-03-09T10:00:00Z'),
          ),
        },
        {
          shows: 'a log that was put away, compressed',
          files: { 'memory/archive/2026-03-08.md.gz': 'x' },
          facts: history(deletion('memory/2026-03-08.md', '2026-03-09T10:00:00Z')),
        },
        {
          shows: 'a log moved to the archive',
          files: {},
          facts: {
            history: {
              changes: [
                {
                  ...deletion('memory/archive/2026-03-08.md', '2026-03-09T10:00:00Z'),
                  kind: 'renamed',
                  from: 'memory/2026-03-08.md',
                },
              ],
              secrets: [],
            },
          },
        },
      ],
      bad: [
        {
          shows: 'logs of six days ago, of the same day, and of a day to come',
          files: {},
          facts: history(
            deletion('memory/2026-02-21.md', '2026-02-27T10:00:00Z'),
            deletion('memory/2026-02-27.md', '2026-02-27T10:00:00Z'),
            deletion('memory/2026-03-27.md', '2026-02-27T10:00:00Z'),
          ),
          at: ['memory/2026-02-21.md', 'memory/2026-02-27.md', 'memory/2026-03-27.md'],
        },
      ],
    };
  },
  check: (workspace) =>
    judgeHistory(workspace.snapshot.history, (history) =>
      [...logChanges(history)].flatMap(([file, changes]) => {
        if (workspace.has(file)) return [];
        const young = changes.find(
          ({ kind, time, day }) => kind === 'deleted' && daysFrom(day, dayAt(time)) < LOG_KEEP_DAYS,
        );
        if (young === undefined || workspace.has(archivedFile(young.day))) return [];
        const age = daysFrom(young.day, dayAt(young.time));
        const when =
          age <= 0
            ? 'on its own day or before'
            : `${age} ${age === 1 ? 'day' : 'days'} after its own`;
        const commit = shortId(young);
        return [
          {
            file,
            found: `a log deleted ${when}, in commit ${commit}`,
            expected: `logs kept for ${LOG_KEEP_DAYS} days, unless the human agrees`,
            anchor: commit,
          },
        ];
      }),
    ),
});
