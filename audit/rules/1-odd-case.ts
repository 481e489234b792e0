import { oddNames } from '#audit/facts/layout.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/odd-case',
  title: 'Names are spelled as §1 spells them',
  section: '§1',
  level: 'advisory',
  tier: 'none',
  layouts: 'all',
  why: 'Names are compared letter by letter: under another spelling the file is found on one machine and missing on the next.',
  remedy: 'Rename the file to the spelling of §1.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'names that are no names of the layout in any spelling',
        files: { 'Agents-full.md': 'More rules.\n', 'readme.md': 'Read me.\n' },
      },
      {
        shows: 'bootstrap instructions, which have a rule of their own',
        files: { 'bootstrap.md': 'Be born.\n' },
      },
      { shows: 'a twin, which has a rule of its own', files: { 'Soul.md': '# Soul\n' } },
    ],
    bad: [
      {
        shows: 'soul.md instead of SOUL.md',
        files: { 'SOUL.md': null, 'soul.md': '# Soul\n' },
        at: ['soul.md'],
      },
      {
        shows: 'another ending in memory/',
        files: { 'memory/2026-03-09.md': null, 'memory/2026-03-09.MD': '# Memory\n' },
        at: ['memory/2026-03-09.MD'],
      },
      {
        shows: 'the folder itself',
        files: {
          'memory/2026-03-09.md': null,
          'memory/2026-03-10.md': null,
          'memory/heartbeat-state.json': null,
          'Memory/2026-03-10.md': '# Memory\n',
        },
        at: ['Memory'],
      },
    ],
  }),
  check: (workspace) =>
    [...oddNames(workspace)].flatMap(([name, [odd, twin]]) =>
      odd === undefined || twin !== undefined || workspace.has(name)
        ? []
        : [{ file: odd, found: `another spelling of ${name}`, expected: `the name ${name}` }],
    ),
});
