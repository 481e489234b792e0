import { judgeSections, sectionLabel } from '#audit/facts/instructions/operational.ts';
import { defineRule } from '#audit/rule/rule.ts';

const BLOCK = '```yamo\nsequence;boot;\n  step;load_soul;source;SOUL.md;\n```\n';

export const rule = defineRule({
  id: '0006-2.2/markdown-list',
  title: 'No operational section of AGENTS.md gives instructions as a Markdown list',
  section: 'RFC-0006 §2.2',
  level: 'must',
  tier: 'v3.0',
  why: 'A list looks like every other list that an agent meets in pages and messages, and an item more does not stand out. Semicolon lines do not mix with text from elsewhere.',
  remedy:
    'Write each item as a semicolon line, or put the list under a heading such as "Rationale" or "Examples" if it gives no instructions.',
  fix: 'none',
  requirements: ['K11', 'K12', 'K15'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a list of reasons under a heading of its own',
        files: {
          'AGENTS.md': `## Every Session\n\n${BLOCK}\n### Rationale\n\n- Read SOUL.md to know who you are\n\n#### More\n\n1. So that you do\n`,
        },
      },
      {
        shows: 'a list of examples after a line that says so',
        files: { 'AGENTS.md': `## Safety\n\n${BLOCK}\n**For example:**\n\n- a password\n` },
      },
      {
        shows: 'a list in a fence of another language, and lines of dashes',
        files: {
          'AGENTS.md': `## First Run\n\n${BLOCK}\n- - -\n* * *\n**Bold** text\n-5 degrees\n\n\`\`\`markdown\n- an example\n\`\`\`\n`,
        },
      },
      {
        shows: 'lists where prose is allowed',
        files: { 'AGENTS.md': '## Memory\n\n- Keep a log\n\n## External vs Internal\n\n- Ask\n' },
      },
      {
        shows: 'items that belong to a section of the block',
        files: {
          'AGENTS.md':
            '## Safety\n\n```yamo\nagent: Robin;\nconstraints:\n  - privacy;tell no one;\nprocedure:\n  1. as it is\n```\n',
        },
      },
    ],
    bad: [
      {
        shows: 'one stray item after the block',
        files: { 'AGENTS.md': `## Every Session\n\n${BLOCK}\nThen:\n\n- Read SOUL.md\n` },
        at: ['AGENTS.md:10'],
      },
      {
        shows: 'two lists, each once, whatever stands inside of them',
        files: {
          'AGENTS.md':
            '## Safety\n\n1. One\ngoes on\n\n   - deeper\n\n   and on\n2) Two\n\nText.\n\n* [ ] Three\n\n### More\n\n+ Four\n',
        },
        at: ['AGENTS.md:3', 'AGENTS.md:13', 'AGENTS.md:17'],
      },
      {
        shows: 'a list above a semicolon line and one below',
        files: { 'AGENTS.md': '## Safety\n\n- One\ninvariant;privacy;tell no one;\n- Two\n' },
        at: ['AGENTS.md:3', 'AGENTS.md:5'],
      },
      {
        shows: 'a list in a call-out, and one in a block',
        files: {
          'AGENTS.md':
            '## First Run\n\n> [!IMPORTANT]\n> - Follow BOOTSTRAP.md\n\n```yamo\nsequence;first_run;\n- Delete it\n- Go on\n```\n',
        },
        at: ['AGENTS.md:4', 'AGENTS.md:8'],
      },
      {
        shows: 'the start-up sequence as a list in a fence without a tag',
        files: {
          'AGENTS.md': '## Every Session\n\n```\n1. Read SOUL.md\n2. Read USER.md\n```\n',
        },
        at: ['AGENTS.md:4'],
      },
      {
        shows: 'a list after the reasons have ended, and in another section of start-up',
        files: {
          'AGENTS.md':
            '## Safety\n\n### Why\n\n- because\n\n### Rules\n\n- Ask\n\n## Session Startup\n\n- step;load_soul;\n',
        },
        at: ['AGENTS.md:9', 'AGENTS.md:13'],
      },
    ],
  }),
  check: (workspace) =>
    judgeSections(workspace, (sections) =>
      sections.flatMap((section) =>
        section.lists.map(({ line }, index) => ({
          file: 'AGENTS.md',
          line,
          found: `a Markdown list in ${sectionLabel(section)}`,
          expected: 'semicolon lines',
          anchor: `${section.title} ${index + 1}`,
        })),
      ),
    ),
});
