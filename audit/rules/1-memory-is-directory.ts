import { MEMORY_DIR } from '#lib/spec/files.ts';
import { exampleItem } from '#audit/rule/example-item.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

const NO_LOGS = {
  'memory/2026-03-09.md': null,
  'memory/2026-03-10.md': null,
  'memory/heartbeat-state.json': null,
};

export const rule = defineRule({
  id: '1/memory-is-directory',
  title: 'memory/ is a folder of the workspace itself',
  section: '§1',
  level: 'must',
  tier: 'lite',
  why: 'The daily logs live in memory/. If it is a file there can be none; if it is a link they lie somewhere else, outside of the boundary of §4.4.',
  remedy:
    'Move away what stands under the name memory, and make a folder of that name with the logs in it.',
  fix: 'none',
  requirements: ['Y5'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'a folder', files: {} },
      { shows: 'no memory at all, which another rule reports', files: NO_LOGS },
    ],
    bad: [
      { shows: 'a file', files: { ...NO_LOGS, memory: 'I remember.\n' }, at: ['memory'] },
      {
        shows: 'a link, even one that stays inside',
        files: NO_LOGS,
        items: [exampleItem('memory', { type: 'symlink', target: 'inside' })],
        at: ['memory'],
      },
    ],
  }),
  check: (workspace) => {
    const item = workspace.item(MEMORY_DIR);
    if (item === undefined) return NOT_APPLICABLE;
    if (item.type === 'directory') return [];
    const found = item.type === 'symlink' ? 'a symbolic link' : 'no folder';
    return [{ file: MEMORY_DIR, found, expected: 'a folder of this workspace' }];
  },
});
