import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { judgeSections, sectionLabel } from '#audit/facts/instructions/operational.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '0006-2.2/semicolon-block',
  title: 'Every operational section of AGENTS.md has semicolon lines',
  section: 'RFC-0006 §2.2',
  level: 'must',
  tier: 'v3.0',
  why: 'Instructions in prose can be re-told, and a text that an agent reads later may tell them differently. A semicolon line is either there or not.',
  remedy:
    'Write the instructions of the section as lines such as `step;load_soul;source;SOUL.md;`, bare or in a fence tagged `yamo`. Reasons may stay prose.',
  fix: 'none',
  requirements: ['K11', 'K15'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'lines without a fence, between prose',
        files: {
          'AGENTS.md': '## Safety\n\nThese hold always.\n\ninvariant;privacy;tell no one;\n',
        },
      },
      {
        shows: 'a fence without a tag',
        files: {
          'AGENTS.md': '## Every Session\n\n```\nsequence;boot;\n  step;serve_user;\n```\n',
        },
      },
      {
        shows: 'sections that may be prose, and a file without operational sections',
        files: { 'AGENTS.md': '## Memory\n\n- Keep a log.\n\n## External vs Internal\n\nAsk.\n' },
      },
      {
        shows: 'an empty "Safety": 2.2/safety-empty says so',
        files: { 'AGENTS.md': '## Safety\n\n<!-- later -->\n' },
      },
      {
        shows: 'a line that lacks its end: another rule says so',
        files: { 'AGENTS.md': '## First Run\n\nstep;follow_bootstrap;source;BOOTSTRAP.md\n' },
      },
    ],
    bad: [
      {
        shows: 'prose in place of instructions',
        files: {
          'AGENTS.md': '## Safety\n\nTell no one; ask first.\n\nNote: this holds;\n\nStop;\n',
        },
        at: ['AGENTS.md:1'],
      },
      {
        shows: 'instructions that stand in an example only',
        files: {
          'AGENTS.md':
            '## Every Session\n\n### Example\n\n```yamo\nstep;load_soul;\n```\n\n```sh\nx;y;\n```\n',
        },
        at: ['AGENTS.md:1'],
      },
      {
        shows: 'an empty section, and lists',
        files: { 'AGENTS.md': '## First Run\n\n## Every Session\n\n1. Read SOUL.md\n' },
        at: ['AGENTS.md:1', 'AGENTS.md:3'],
      },
      {
        shows: 'another section that speaks of start-up',
        files: { 'AGENTS.md': '## Memory\n\n## Hand-off Chain\n\nFirst Ada, then Ben.\n' },
        at: ['AGENTS.md:3'],
      },
    ],
  }),
  check: (workspace) =>
    judgeSections(workspace, (sections) => {
      // An empty "Safety" costs more than this tier, and is reported by its own rule.
      const judged = sections.filter(({ title, isEmpty }) => title !== 'Safety' || !isEmpty);
      if (judged.length === 0) return NOT_APPLICABLE;
      return judged
        .filter(({ protocol }) => protocol.every(({ read }) => !isOrder(read.kind)))
        .map((section) => ({
          file: 'AGENTS.md',
          line: section.heading.line,
          found: `no semicolon line in ${sectionLabel(section)}`,
          expected: 'its instructions as semicolon lines',
          anchor: section.title,
        }));
    }),
});

/** A line that is wrong was meant as one: `0006-2.2/syntax` points at it. */
const isOrder = (kind: string): boolean => kind === 'fields' || kind === 'fault';
