import { archivedFile } from '#lib/text/days.ts';
import { dayOf } from '#lib/text/day.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

const FILE = 'memory/2026-03-09.md';

export const rule = defineRule({
  id: '5.2/saved-over',
  title: 'No other program saves over what the kernel wrote in a log',
  section: '§5.2',
  level: 'advisory',
  tier: 'none',
  needs: 'logs',
  why: 'An editor or a synchroniser that still holds an older copy of a log saves that copy over the lines which the agent has written since, and nobody hears of it.',
  remedy:
    '`yamo memory undo --dry-run` names the entry and shows the lines, and `yamo memory undo ID` puts them back at the end of the log. Reload the log in the editor before you save it again.',
  fix: 'none',
  requirements: ['Y58'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'logs that begin with what the kernel left', files: {}, facts: { savedOver: [] } },
      {
        shows: 'a log that was put away, compressed',
        files: { 'memory/archive/2026-03-09.md.gz': 'x' },
        facts: { savedOver: [{ file: FILE, gone: 2, isRemoved: true }] },
      },
    ],
    bad: [
      {
        shows: 'lines that are gone',
        files: { [FILE]: '# 2026-03-09\n' },
        facts: { savedOver: [{ file: FILE, gone: 2, isRemoved: false }] },
        at: [FILE],
      },
      {
        shows: 'a log that is gone',
        files: {},
        facts: { savedOver: [{ file: FILE, gone: 2, isRemoved: true }] },
        at: [FILE],
      },
      {
        shows: 'something else in front of the lines',
        files: { [FILE]: '# 2026-03-09\n' },
        facts: { savedOver: [{ file: FILE, gone: 0, isRemoved: false }] },
        at: [FILE],
      },
    ],
  }),
  check: ({ snapshot: { savedOver, items } }) => {
    if (savedOver === undefined) return NOT_APPLICABLE;
    const byFile = new Map(savedOver.toReversed().map((log) => [log.file, log]));
    return [...byFile.values()]
      .filter(({ file, isRemoved }) => !(isRemoved && items.has(archivedFile(dayOf(file) ?? ''))))
      .map(({ file, gone, isRemoved }) => ({
        file,
        found: `${isRemoved ? 'removed' : 'saved over'} by another program; ${goneText(gone)}`,
        expected: 'a log that still begins with what the kernel wrote',
      }));
  },
});

const goneText = (gone: number): string => {
  if (gone === 0) return "the kernel's own lines are all still there";
  return gone === 1 ? "1 line of the kernel's is gone" : `${gone} lines of the kernel's are gone`;
};
