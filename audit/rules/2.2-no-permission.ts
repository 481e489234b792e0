import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';
import { startupOf } from '#audit/facts/instructions/startup.ts';
import type { Statement } from '#audit/facts/instructions/statements.ts';
import { wordPattern } from '#lib/text/word-pattern.ts';
import { instructionWords, NEGATION, SHARED_WORDS } from '#lib/language/instructions.ts';

const everySession = (...lines: readonly string[]): Record<string, string> => ({
  'AGENTS.md': `# Rules\n\n## Every Session\n\n${lines.join('\n')}\n`,
});

export const rule = defineRule({
  id: '2.2/no-permission',
  title: 'The start-up neither asks for permission nor lets a step be skipped',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  heuristic: true,
  why: 'An agent that may skip its start-up, or asks first whether to read its own files, begins some sessions as a stranger.',
  remedy:
    'Take the permission or the choice out of "## Every Session": the steps are carried out each time.',
  fix: 'none',
  requirements: ['Y36'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'the opposite of asking',
        files: everySession(
          '1. Read SOUL.md',
          '',
          "Don't ask permission. Just do it. You may not skip a step.",
        ),
      },
      {
        shows: 'no permission needed',
        files: everySession('Read SOUL.md without asking for permission.'),
      },
      {
        shows: 'instructions about it in a semicolon block',
        files: everySession(
          'rules;session;',
          '  rule;order;fixed;skip;never;',
          '  rule;permission;none needed for these steps;',
        ),
      },
      {
        shows: 'a question about something else',
        files: everySession('1. Read SOUL.md', '2. Ask before you delete anything'),
      },
      {
        shows: 'MEMORY.md skipped in groups',
        files: everySession('1. In a main session, read MEMORY.md; in groups you can skip it'),
      },
      {
        shows: 'other languages',
        files: everySession('读取 SOUL.md，不要请求许可。', '許可を求めないこと。'),
      },
    ],
    bad: [
      {
        shows: 'asking before reading',
        files: everySession('Ask your human before reading USER.md.'),
        at: ['AGENTS.md:5'],
      },
      {
        shows: 'asking for permission',
        files: everySession('1. Read SOUL.md', '2. Ask for permission to load USER.md'),
        at: ['AGENTS.md:6'],
      },
      {
        shows: 'steps that may be skipped',
        files: everySession('1. Read SOUL.md', '2. You may skip USER.md if you are in a hurry'),
        at: ['AGENTS.md:6'],
      },
      {
        shows: 'an optional step',
        files: everySession('2. (Optional) Read USER.md'),
        at: ['AGENTS.md:5'],
      },
      {
        shows: 'other languages',
        files: everySession('1. 可以跳过 USER.md', '2. 許可を求めてから USER.md を読む'),
        at: ['AGENTS.md:5', 'AGENTS.md:6'],
      },
    ],
  }),
  check: (workspace) => {
    const startup = startupOf(workspace);
    if (startup === undefined) return NOT_APPLICABLE;
    return startup.statements.slice(1).flatMap((statement) => {
      const { line } = statement;
      const found = choiceIn(statement);
      if (found === undefined) return [];
      const expected = 'steps that are carried out each time, without a question';
      return [{ file: 'AGENTS.md', line, found, expected, anchor: found }];
    });
  },
});

const choiceIn = ({ lower, mentions }: Statement): string | undefined => {
  if (MAY_ASK.test(lower) && says(lower, ASKS)) return 'a start-up step that asks for permission';
  // MEMORY.md is left out in shared sessions, and must be.
  if (mentions.some(({ file }) => file === 'MEMORY.md') || SHARED_WORDS.test(lower))
    return undefined;
  return says(lower, SKIPS) ? 'a start-up step that may be skipped' : undefined;
};

/** A word of each of those below, and their scripts: most steps have none, and then those need not be made. */
const MAY_ASK =
  /\b(?:ask|request|get|obtain|seek)\b|permis|um erlaubnis|[\u0400-\u04FF\u3000-\u9FFF]/;
const ASKS =
  /\b(?:ask|request|get|obtain|seek)\b[^.;:\n]{0,60}\b(?:(?:before|if|whether)\s(?:you\s|it\s|to\s|can\s|may\s|should\s)*(?:read|load|open)|permission\b(?!\s(?:before|for)\s))|(?:请求|征得|徵得|询问)[^。；]{0,12}(?:许可|同意|允许|是否(?:读|加载))|許可を(?:求め|得)|um erlaubnis|pe[çd][a-zà-ÿ]{0,3} (?:permissão|permiso)|demand[a-zà-ÿ]{0,3} (?:la )?permission|спр[ао]си[а-яё]{0,3} разрешени/u;
const SKIPS = wordPattern(instructionWords('skip'));

/** How far before a word and behind it another may stand that turns it round. */
const NEAR_CHARS = 24;

const says = (lower: string, pattern: RegExp): boolean => {
  const match = pattern.exec(lower);
  if (match === null) return false;
  const end = match.index + match[0].length;
  const around = lower.slice(Math.max(0, match.index - NEAR_CHARS), end);
  const after = lower.slice(end, end + 3);
  return !NEGATION.test(around.replace(SKIP_WORDS, '')) && !/^(?:ず|ない|な)/u.test(after);
};

/** `skip` itself is in the table of negations. */
const SKIP_WORDS = /\bskip(?:ped)?\b|省略/gu;
