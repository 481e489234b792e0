import { instructionWords } from '#lib/language/instructions.ts';
import { wordPattern } from '#lib/text/word-pattern.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { daysIn } from '#audit/facts/instructions/mentions.ts';
import { defineRule } from '#audit/rule/rule.ts';
import { startupOf } from '#audit/facts/instructions/startup.ts';

const everySession = (...lines: readonly string[]): Record<string, string> => ({
  'AGENTS.md': `# Rules\n\n## Every Session\n\n${lines.join('\n')}\n`,
});

export const rule = defineRule({
  id: '2.2/two-days',
  title: 'The start-up reads the log of today and the log of yesterday',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  heuristic: true,
  why: 'Shortly after midnight the log of today is empty. Without the one of yesterday an agent has forgotten the evening.',
  remedy: 'Say in the step about the daily logs: today and yesterday.',
  fix: 'none',
  requirements: ['Y34'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'both days',
        files: everySession('3. Read `memory/YYYY-MM-DD.md` (today + yesterday)'),
      },
      { shows: 'two days', files: everySession('3. Read the daily logs of the last two days') },
      { shows: 'other languages', files: everySession('3. 读取今天和昨天的 memory/YYYY-MM-DD.md') },
      {
        shows: 'a start-up that the host carries out',
        files: everySession(
          'Use runtime-provided startup context first. It may include recent `memory/YYYY-MM-DD.md`.',
        ),
      },
      { shows: 'no word of daily logs at all', files: everySession('1. Read SOUL.md') },
    ],
    bad: [
      {
        shows: 'today only',
        files: everySession("3. Read today's daily log"),
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'recent logs',
        files: everySession('3. Read recent `memory/YYYY-MM-DD.md`'),
        at: ['AGENTS.md:3'],
      },
    ],
  }),
  check: (workspace) => {
    const startup = startupOf(workspace);
    if (startup?.named.has('the daily logs') !== true || BY_HOST.test(startup.lower))
      return NOT_APPLICABLE;
    const { today, yesterday } = daysIn(startup.lower);
    if (today && yesterday) return [];
    const missing = [today ? [] : ['today'], yesterday ? [] : ['yesterday']].flat();
    return [
      {
        file: 'AGENTS.md',
        line: startup.section.heading.line,
        found: `daily logs without a word of ${missing.join(' and ')}`,
        expected: 'the log of today and the log of yesterday',
        anchor: 'days',
      },
    ];
  },
});

/** Then the host reads the files, whatever is said of them here. */
const BY_HOST = wordPattern(instructionWords('byHost'));
