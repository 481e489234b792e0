import { MEMORY_DIR } from '#lib/spec/files.ts';
import { suffixedNames } from '#audit/facts/daily.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.5/dated-suffix',
  title: 'The notes of a day stand in one log, with nothing but the date in its name',
  section: '§2.5',
  level: 'advisory',
  tier: 'none',
  pedantic: true,
  why: 'The start-up reads memory/YYYY-MM-DD.md and no other name. What stands in 2026-02-06-2012.md is remembered only by an agent that happens to search for it.',
  remedy:
    'Append what matters in them to the log of their day, and turn off the hook that writes them, or move them to memory/archive/ if they are transcripts.',
  fix: 'none',
  requirements: ['Y57'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'dated files in an archive, and dated files that are no Markdown',
        files: { 'memory/archive/2026-02-06-2012.md': 'x\n', 'memory/2026-02-06-tides.png': 'x\n' },
      },
    ],
    bad: [
      {
        shows: 'one finding for all of them: times, topics, words after a blank',
        files: {
          'memory/2026-02-06-2012.md': 'x\n',
          'memory/2026-03-01_retrain_log.md': 'x\n',
          'memory/2026-03-01 tides.md': 'x\n',
          'memory/2026-02-30-1435-SEAL.md': 'x\n',
        },
        at: ['memory'],
      },
    ],
  }),
  check: (workspace) => {
    const names = suffixedNames(workspace);
    const [first] = names;
    if (first === undefined) return [];
    return [
      {
        file: MEMORY_DIR,
        found:
          names.length === 1
            ? `${first.name}, which no start-up reads`
            : `${names.length} dated files that no start-up reads, such as ${first.name}`,
        expected: 'one log per day, named memory/YYYY-MM-DD.md',
        anchor: 'dated files',
      },
    ];
  },
});
