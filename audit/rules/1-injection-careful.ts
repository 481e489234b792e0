import { INJECTED_CAREFUL_CHARS, INJECTED_MAX_CHARS } from '#lib/spec/limits.ts';
import { longFiles } from '#audit/facts/injected-files.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/injection-careful',
  title: 'Files that go into every prompt fit into the hosts with the lowest limits',
  section: '§1',
  level: 'advisory',
  tier: 'none',
  layouts: ['rfc-0009', 'openclaw'],
  pedantic: true,
  why: `Some hosts cut a file above ${INJECTED_CAREFUL_CHARS} characters already, without a word.`,
  remedy: 'Shorten the file, or make sure that your host takes it whole.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a file of exactly the lower limit',
        files: { 'TOOLS.md': 'x'.repeat(INJECTED_CAREFUL_CHARS) },
      },
      {
        shows: 'a file above the higher limit, which another rule reports',
        files: { 'TOOLS.md': 'x'.repeat(INJECTED_MAX_CHARS + 1) },
      },
    ],
    bad: [
      {
        shows: 'a file between the two limits',
        files: { 'TOOLS.md': 'x'.repeat(INJECTED_CAREFUL_CHARS + 1) },
        at: ['TOOLS.md'],
      },
    ],
  }),
  check: (workspace) => longFiles(workspace, INJECTED_CAREFUL_CHARS, INJECTED_MAX_CHARS),
});
