import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

const NAME = 'TOOLS.md';
/** How the sentences of OpenClaw's template begin; what stands in its code block is an example. */
const TEMPLATE =
  /^(?:skills define |things like:|- (?:camera names|ssh hosts|preferred voices|speaker\/room|device nicknames|anything environment)|skills are shared|add whatever helps|\[?agent workspace|## related)/iu;

export const rule = defineRule({
  id: '2.8/stock-tools',
  title: 'TOOLS.md says something of this machine',
  section: '§2.8',
  level: 'advisory',
  tier: 'none',
  pedantic: true,
  layouts: ['rfc-0009', 'openclaw'],
  why: 'The template of TOOLS.md names no host, no camera and no voice of yours. An agent that reads it pays for it and learns nothing.',
  remedy: 'Write down what your agent has asked for twice, or delete the file.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'one line of its own below the template',
        files: {
          [NAME]:
            '# TOOLS.md\n\nSkills define how tools work.\n\nThe lock at the quay answers to 10.0.0.7.\n',
        },
      },
      { shows: 'a file of other words', files: { [NAME]: '# Tools\n\nUse the tide table.\n' } },
    ],
    bad: [
      {
        shows: 'the sentences of the template and its example',
        files: {
          [NAME]:
            '# TOOLS.md\n\nSkills define how tools work.\n\nThings like:\n\n- SSH hosts and aliases\n\n```markdown\n- lock: 10.0.0.7\n```\n',
        },
        at: [NAME],
      },
    ],
  }),
  check: (workspace) => {
    const document = workspace.document(NAME);
    if (document === undefined) return NOT_APPLICABLE;
    const said = document.lines.filter(({ kind, text }) => kind === 'text' && /\p{L}/u.test(text));
    const isStock = said.length > 0 && said.every(({ text }) => TEMPLATE.test(text.trim()));
    return isStock
      ? [{ file: NAME, found: 'the template as it came', expected: 'what is so on this machine' }]
      : [];
  },
});
