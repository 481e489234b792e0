import { dayAt, logChanges, type LogChange } from '#audit/facts/daily.ts';
import { judgeHistory, shortId } from '#audit/facts/history.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** While this is not over after midnight UTC, the day before is still today somewhere on earth. */
const LAST_ZONE_SECONDS = 12 * 60 * 60;

const change = (file: string, time: string, linesAdded: number, linesRemoved: number) =>
  ({
    commit: '4f2a9c1be7d03a5586f1',
    time: Date.parse(time) / 1000,
    file,
    kind: 'changed',
    linesAdded,
    linesRemoved,
  }) as const;

export const rule = defineRule({
  id: '5.2/rewritten',
  title: 'Lines of a log are not changed or removed once its day is over',
  section: '§5.2',
  level: 'advisory',
  tier: 'none',
  needs: 'history',
  why: 'A log is the raw record of a day and only ever grows. If the agent may rewrite yesterday, nobody can find out later what it did.',
  remedy:
    'Look at the commit: `git show COMMIT -- FILE`. Put corrections under the session in which they were made; a credential that had to go is the exception.',
  fix: 'none',
  requirements: ['Y58'],
  since: '0.2.0',
  examples: () => {
    const file = 'memory/2026-03-08.md';
    const history = (...changes: readonly ReturnType<typeof change>[]) => ({
      history: { changes, secrets: [] },
    });
    return {
      good: [
        {
          shows: 'lines changed on the same day, and in the evening of it far in the west',
          files: {},
          facts: history(
            change(file, '2026-03-08T20:00:00Z', 3, 3),
            change(file, '2026-03-09T08:00:00Z', 3, 3),
          ),
        },
        {
          shows: 'lines added later, also after a last line without a line end',
          files: {},
          facts: history(
            change(file, '2026-03-12T08:00:00Z', 3, 0),
            change(file, '2026-03-12T09:00:00Z', 4, 1),
          ),
        },
        {
          shows: 'other files',
          files: {},
          facts: history(change('MEMORY.md', '2026-03-12T08:00:00Z', 0, 40)),
        },
      ],
      bad: [
        {
          shows: 'lines removed later, in two commits',
          files: {},
          facts: history(
            change(file, '2026-03-12T08:00:00Z', 0, 2),
            change(file, '2026-03-11T08:00:00Z', 9, 7),
          ),
          at: [file],
        },
        {
          shows: 'one line changed',
          files: {},
          facts: history(change(file, '2026-03-10T08:00:00Z', 1, 1)),
          at: [file],
        },
      ],
    };
  },
  check: ({ snapshot }) =>
    judgeHistory(snapshot.history, (history) =>
      [...logChanges(history)].flatMap(([file, changes]) => {
        const rewrites = changes.filter(removesLater);
        const [last] = rewrites;
        if (last === undefined) return [];
        const commit = shortId(last);
        const where =
          rewrites.length === 1
            ? `commit ${commit}`
            : `${rewrites.length} commits, ${commit} the last`;
        return [
          {
            file,
            found: `lines changed or removed after the day of the log, in ${where}`,
            expected: 'a log that only grows',
            anchor: commit,
          },
        ];
      }),
    ),
});

const removesLater = ({ kind, day, time, linesAdded, linesRemoved }: LogChange): boolean => {
  if (kind !== 'changed' || dayAt(time - LAST_ZONE_SECONDS) <= day) return false;
  // To git, lines added after a last line without a line end also change that line.
  return linesRemoved > 1 || (linesRemoved === 1 && linesAdded <= 1);
};
