import { MEMORY_DIR } from '#lib/spec/files.ts';
import { otherNotes } from '#audit/facts/daily.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.5/other-notes',
  title: 'Markdown in memory/ is a log of a day',
  section: '§2.5',
  level: 'advisory',
  tier: 'none',
  pedantic: true,
  why: 'The start-up reads the logs of today and yesterday, and MEMORY.md. A file of another name in memory/ is not loaded, and is remembered only by an agent that happens to look for it.',
  remedy:
    'Take what matters in them over into MEMORY.md, or leave them where they are, knowing that no session begins with them.',
  fix: 'none',
  requirements: ['Y57'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'logs, folders, and files that are no Markdown',
        files: {
          'memory/2026-03-09.md': '# Memory — 2026-03-09\n',
          'memory/archive/tides.md': 'x\n',
          'memory/tides.csv': 'x\n',
        },
      },
      {
        shows: 'dates in another spelling, and with more behind them: of these other rules speak',
        files: { 'memory/2026-3-9.md': 'x\n', 'memory/2026-03-09-tides.md': 'x\n' },
      },
    ],
    bad: [
      { shows: 'a topic', files: { 'memory/tides.md': 'x\n' }, at: ['memory'] },
      {
        shows: 'one finding for all of them: topics, months, weeks',
        files: {
          'memory/notes.md': 'x\n',
          'memory/2026-03.md': 'x\n',
          'memory/2026-W10.md': 'x\n',
        },
        at: ['memory'],
      },
    ],
  }),
  check: (workspace) => {
    const names = otherNotes(workspace);
    const [first] = names;
    if (first === undefined) return [];
    return [
      {
        file: MEMORY_DIR,
        found:
          names.length === 1
            ? `${first}, which no start-up loads`
            : `${names.length} files that are no log of a day and that no start-up loads, such as ${first}`,
        expected: 'logs named memory/YYYY-MM-DD.md',
        anchor: 'other notes',
      },
    ];
  },
});
