import { copiedFile } from '#lib/memory/foreign-marks.ts';
import { isMemoryCopyName } from '#audit/facts/memory-copies.ts';
import { isTemporary } from '#audit/facts/temporaries.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/conflict-copy',
  title: 'No other program has put a second version of a file beside it',
  section: '§1',
  level: 'should',
  tier: 'none',
  layouts: 'all',
  why: 'A program that synchronises keeps what two machines wrote in two files, and an editor what was not saved. Lines that stand in the other one alone are read by no session.',
  remedy: 'Take over what stands only there, then delete the copy.',
  fix: 'none',
  requirements: ['Y57'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'notes of a day, and files about something else',
        files: {
          'memory/2026-03-09-1514.md': 'x\n',
          'memory-palaces.md': 'x\n',
          'TOOLS-of-the-trade.md': 'x\n',
        },
      },
    ],
    bad: [
      'SOUL.sync-conflict-20260309-101010-ABCDEFG.md',
      'MEMORY 2.md',
      'USER (conflicted copy 2026-03-09 101010).md',
      'memory/2026-03-09 (1).md',
      'AGENTS-DESKTOP-4QK2A7B.md',
    ].map((name) => ({ shows: name, files: { [name]: 'x\n' }, at: [name] })),
  }),
  check: (workspace) =>
    workspace.names.flatMap((name) => {
      const file = copiedFile(name);
      // Of names that people give to copies of MEMORY.md 4.1/memory-copy-name speaks, of an editor's 1/leftover-temporary.
      if (file === undefined || isMemoryCopyName(name) || isTemporary(workspace, name)) return [];
      const found = `a copy of ${file} that another program made, by its name`;
      return [{ file: name, found, expected: `one ${file}`, anchor: name }];
    }),
});
