import { MEMORY_DIR } from '#lib/spec/files.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** Logs under other names have rules of their own (§1, §2.5). */
const ANY_LOG = /^memory\/\d{4}-\d{2}-\d{2}/u;

export const rule = defineRule({
  id: '6.2/first-log',
  title: 'There is a daily log',
  section: '§6.2',
  level: 'advisory',
  tier: 'none',
  why: 'A first boot notes its completion in the first log. If there is no log at all, either no session ever took place or the agent does not write down what happens.',
  remedy: 'Boot the workspace and see that the agent writes memory/YYYY-MM-DD.md.',
  fix: 'none',
  requirements: ['Y108'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'one log', files: { 'memory/2026-03-09.md': null } },
      {
        shows: 'logs under longer names, which another rule reports',
        files: {
          'memory/2026-03-09.md': null,
          'memory/2026-03-10.md': null,
          'memory/2026-03-09-1430.md': '# Session\n',
        },
      },
      {
        shows: 'no memory/ at all, which another rule reports',
        files: {
          'memory/2026-03-09.md': null,
          'memory/2026-03-10.md': null,
          'memory/heartbeat-state.json': null,
        },
      },
    ],
    bad: [
      {
        shows: 'memory/ without a log',
        files: { 'memory/2026-03-09.md': null, 'memory/2026-03-10.md': null },
        at: ['memory'],
      },
    ],
  }),
  check: (workspace) => {
    const { state, names } = workspace;
    if (state !== 'initialised' || workspace.item(MEMORY_DIR)?.type !== 'directory') {
      return NOT_APPLICABLE;
    }
    if (names.some((name) => ANY_LOG.test(name))) return [];
    return [
      { file: MEMORY_DIR, found: 'no daily log', expected: 'at least the log of the first boot' },
    ];
  },
});
