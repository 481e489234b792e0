import { oddNames } from '#audit/facts/layout.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/case-twins',
  title: 'No two names differ in nothing but case',
  section: '§1',
  level: 'must',
  tier: 'lite',
  layouts: 'all',
  why: 'On macOS and Windows both names mean one file, so a checkout there silently loses one of them; everywhere else the agent may read the wrong one.',
  remedy: 'Merge the two files into the one that is spelled as in §1, and delete the other.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'one file of each name',
        files: { 'memory.txt': 'Not a file of the layout.\n' },
      },
      {
        shows: 'a single odd spelling, which another rule reports',
        files: { 'TOOLS.md': null, 'tools.md': '# Tools\n' },
      },
      {
        shows: 'twins among files that are not of the layout',
        files: { 'notes.md': 'One.\n', 'Notes.md': 'Two.\n' },
      },
    ],
    bad: [
      {
        shows: 'memory.md beside MEMORY.md',
        files: { 'memory.md': '# Memory\n' },
        at: ['memory.md'],
      },
      {
        shows: 'two odd spellings and no right one',
        files: { 'SOUL.md': null, 'Soul.md': '# Soul\n', 'soul.md': '# Soul\n' },
        at: ['Soul.md', 'soul.md'],
      },
      {
        shows: 'twins inside memory/',
        files: { 'memory/2026-03-10.MD': '# Memory\n' },
        at: ['memory/2026-03-10.MD'],
      },
      {
        shows: 'Memory/ beside memory/: one finding for the folder',
        files: { 'Memory/2026-03-08.md': '# Memory — 2026-03-08\n' },
        at: ['Memory'],
      },
    ],
  }),
  check: (workspace) =>
    [...oddNames(workspace)].flatMap(([name, twins]) => {
      const isThere = workspace.has(name);
      if (!isThere && twins.length === 1) return [];
      return twins.map((twin) => ({
        file: twin,
        found: isThere
          ? `a name that differs from ${name} only in case`
          : `one of ${twins.length} names that differ only in case`,
        expected: `one name only, ${name}`,
      }));
    }),
});
