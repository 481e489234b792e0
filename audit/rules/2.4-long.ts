import { INJECTED_MAX_CHARS } from '#lib/spec/limits.ts';
import { MEMORY_FILE, ofMemory } from '#audit/facts/memory.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.4/long',
  title: 'MEMORY.md is short enough to be read whole',
  section: '§2.4',
  level: 'advisory',
  tier: 'none',
  why: `MEMORY.md is curated and grows slowly (§5.3). Widespread hosts cut it above ${INJECTED_MAX_CHARS} characters without a word, and its newest entries often stand last.`,
  remedy:
    'Strike out what is no longer true or no longer matters, and join entries that say the same.',
  fix: 'none',
  requirements: ['Y102'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a memory of exactly the limit',
        files: { 'MEMORY.md': `# Memory\n${'x'.repeat(INJECTED_MAX_CHARS - 9)}` },
      },
    ],
    bad: [
      {
        shows: 'one character too many',
        files: { 'MEMORY.md': `# Memory\n${'x'.repeat(INJECTED_MAX_CHARS - 8)}` },
        at: ['MEMORY.md'],
      },
    ],
  }),
  check: ofMemory(({ text }) =>
    text.length <= INJECTED_MAX_CHARS
      ? []
      : [
          {
            file: MEMORY_FILE,
            found: `${text.length} characters`,
            expected: `at most ${INJECTED_MAX_CHARS}`,
          },
        ],
  ),
});
