import type { LineFault } from '#lib/yamo/semicolon.ts';
import type { Finding, Fix } from '#audit/workspace/finding.ts';
import { judgeSections } from '#audit/facts/instructions/operational.ts';
import type { ProtocolLine } from '#audit/facts/instructions/operational.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** What is said of each fault: what is there, and what should be. */
const WORDS: Readonly<Record<LineFault, readonly [found: string, expected: string]>> = {
  'no name': ['a line that does not begin with a name', 'a name, then a semicolon'],
  'no semicolon': ['text without a semicolon', 'a line of a name and values, each ended by ";"'],
  'no end': ['no semicolon at the end', '";" after the last value'],
  'loose text': [
    'text after the last semicolon',
    'a semicolon after it, or "→", "#" or "//" before it',
  ],
  'look-alike': ['a character that only looks like a semicolon', 'the ASCII semicolon'],
  'list item': ['an item of a Markdown list', 'a semicolon line'],
};

const block = (...lines: readonly string[]) => ({
  'AGENTS.md': ['## Every Session', '```yamo', ...lines, '```', ''].join('\n'),
});

export const rule = defineRule({
  id: '0006-2.2/syntax',
  title: 'Every line of a semicolon block can be read',
  section: 'RFC-0006 §2.2',
  level: 'must',
  tier: 'v3.0',
  why: 'A line that a reader must guess at may be taken for something else, or for a comment, and the order in it is lost.',
  remedy:
    'Write the line as a name and values, each ended by a semicolon: `step;load_soul;source;SOUL.md;`. A comment comes after the last semicolon and begins with "→", "#" or "//". Write a semicolon inside a value as %3B.',
  fix: 'safe',
  requirements: ['K13', 'K14'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'comments, blanks, a section with its fields, a semicolon in a value',
        files: block(
          '# at every start',
          'sequence;boot;',
          '  step; load_user; source; USER.md;   → whom; then what',
          '',
          'agent: Robin;',
          'context:',
          '  note;one%3B two;  // done',
        ),
      },
      {
        shows: 'prose with semicolons',
        files: {
          'AGENTS.md':
            '## Safety\n\ninvariant;privacy;tell no one;\nThat is all; the rest follows.\n\nYes; always\nNote: be careful\n',
        },
      },
      {
        shows: 'a fence without a tag that is no block',
        files: { 'AGENTS.md': '## First Run\n\n```\n$ ls; pwd\nSOUL.md\nbreak;\n```\n' },
      },
      {
        shows: 'a broken example',
        files: { 'AGENTS.md': '## Safety\n\n### Examples\n\n```yamo\nstep;load_soul\n```\n' },
      },
    ],
    bad: [
      {
        shows: 'no semicolon at the end, with and without a comment',
        files: block('sequence;boot;', '  step;load_soul', '  step;load_user → whom'),
        at: ['AGENTS.md:4', 'AGENTS.md:5'],
      },
      {
        shows: 'a name that is none, words, text after the end, full-width semicolons',
        files: block('load soul;SOUL.md;', 'Read it', 'step;load_user; and serve', 'step；a；'),
        at: ['AGENTS.md:3', 'AGENTS.md:4', 'AGENTS.md:5', 'AGENTS.md:6'],
      },
      {
        shows: 'lines without a fence',
        files: {
          'AGENTS.md':
            '## Safety\n\ninvariant;privacy;tell no one\ninvariant credentials;never;\n\nstep；a；b；\n',
        },
        at: ['AGENTS.md:3', 'AGENTS.md:4', 'AGENTS.md:6'],
      },
    ],
  }),
  check: (workspace) =>
    judgeSections(workspace, (sections) =>
      sections.flatMap(({ title, protocol }) => protocol.flatMap((line) => findingAt(line, title))),
    ),
});

function findingAt({ line, read }: ProtocolLine, section: string): readonly Finding[] {
  if (read.kind !== 'fault') return [];
  const [found, expected] = WORDS[read.fault];
  const at = { file: 'AGENTS.md', line: line.line, column: read.column };
  const finding = { ...at, found, expected, anchor: `${section}: ${read.fault}` };
  return [
    read.fault === 'no end' ? { ...finding, fix: ending(line.at + read.column - 1) } : finding,
  ];
}

function ending(at: number): Fix {
  return {
    kind: 'safe',
    title: 'End the line with a semicolon',
    edits: [{ file: 'AGENTS.md', start: at, end: at, text: ';' }],
  };
}
