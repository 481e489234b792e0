import { defineRule } from '#audit/rule/rule.ts';
import { INJECTED_MAX_CHARS } from '#lib/spec/limits.ts';
import { longFiles } from '#audit/facts/injected-files.ts';

export const rule = defineRule({
  id: '1/injection-limit',
  title: 'Files that go into every prompt are not longer than hosts allow',
  section: '§1',
  level: 'advisory',
  tier: 'none',
  layouts: ['rfc-0009', 'openclaw'],
  why: `Widespread hosts cut a file above ${INJECTED_MAX_CHARS} characters without a word, so the agent never sees the rest. What it does see is paid for in every session.`,
  remedy: 'Shorten the file; move what is needed now and then into a file of its own.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a file of exactly the limit',
        files: { 'TOOLS.md': 'x'.repeat(INJECTED_MAX_CHARS) },
      },
      {
        shows: 'a long daily log, of which hosts inject none',
        files: { 'memory/2026-03-09.md': 'word '.repeat(INJECTED_MAX_CHARS) },
      },
    ],
    bad: [
      {
        shows: 'one character too many',
        files: { 'TOOLS.md': 'x'.repeat(INJECTED_MAX_CHARS + 1) },
        at: ['TOOLS.md'],
      },
    ],
  }),
  check: (workspace) => longFiles(workspace, INJECTED_MAX_CHARS, Infinity),
});
