import { injectedFiles } from '#audit/facts/injected-files.ts';
import { INJECTED_TOTAL_CHARS } from '#lib/spec/limits.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** A rough measure, of plain text; `yamo prompt --table` counts. */
const CHARS_PER_TOKEN = 4;

export const rule = defineRule({
  id: '1/injection-total',
  title: 'The files that go into every prompt are together not longer than hosts allow',
  section: '§1',
  level: 'advisory',
  tier: 'none',
  pedantic: true,
  layouts: ['rfc-0009', 'openclaw'],
  why: `Widespread hosts cut what is above ${INJECTED_TOTAL_CHARS} characters of all files together, the last ones first. What is left is paid for in every turn.`,
  remedy: 'Shorten the longest file; yamo prompt DIR --table counts the tokens of each.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [{ shows: 'two files within it', files: { 'TOOLS.md': 'word '.repeat(2000) } }],
    bad: [
      {
        shows: 'four files that are too much together',
        files: Object.fromEntries(
          ['AGENTS.md', 'SOUL.md', 'TOOLS.md', 'USER.md'].map((name) => [
            name,
            'word '.repeat(INJECTED_TOTAL_CHARS / 5 / 3),
          ]),
        ),
        at: [''],
      },
    ],
  }),
  check: (workspace) => {
    const files = injectedFiles(workspace);
    const sum = files.reduce((chars, one) => chars + one.chars, 0);
    if (sum <= INJECTED_TOTAL_CHARS) return [];
    const each = files
      .filter(({ chars }) => chars > 0)
      .toSorted((a, b) => b.chars - a.chars)
      .map(({ file, chars }) => `${file} ${tokens(chars)}`);
    const found = `about ${tokens(sum)} tokens in every turn: ${each.join(', ')}`;
    return [{ file: '', found, expected: `at most ${INJECTED_TOTAL_CHARS} characters` }];
  },
});

const tokens = (chars: number): number => Math.round(chars / CHARS_PER_TOKEN);
