import { NEGATION } from '#lib/language/instructions.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** What OpenClaw's template says, and what people make of it. Each looks at a bounded stretch of a line. */
const ASKS = /\b(?:leaves?|leaving)\b.{0,30}\b(?:machine|computer|device|box|host)\b/iu;
const PUSHES = /\bcommit\b.{0,40}\bpush\b/iu;
const BOUNDED = /\bask|\bconsent|\bapprov|\blocal\b|\bprivate\b/iu;

export const rule = defineRule({
  id: '4.4/ask-and-push',
  title: 'AGENTS.md does not let the agent push what it is to ask about',
  section: '§4.4',
  level: 'advisory',
  tier: 'none',
  pedantic: true,
  layouts: ['rfc-0009', 'openclaw'],
  why: 'A push leaves the machine. An agent that is told to ask before anything does, and to commit and push its own changes freely, has been told both, and does one of them.',
  remedy:
    'Say which of the two holds for a push: "push to the private backup without asking", or "commit, and ask before you push".',
  fix: 'none',
  requirements: ['Y98'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a push that the rule names',
        files: {
          'AGENTS.md':
            '# Rules\n\nAsk before anything leaves the machine.\n\nCommit and push to the private backup.\n',
        },
      },
      {
        shows: 'a push without the other rule',
        files: { 'AGENTS.md': '# Rules\n\nCommit and push your own changes.\n' },
      },
    ],
    bad: [
      {
        shows: 'both, without a word on which of them holds',
        files: {
          'AGENTS.md':
            '# Rules\n\nFree: commit and push what you changed.\n\nAsk first: whatever leaves this machine.\n',
        },
        at: ['AGENTS.md:3'],
      },
    ],
  }),
  check: (workspace) => {
    const document = workspace.document('AGENTS.md');
    if (document === undefined) return NOT_APPLICABLE;
    const { lines, name: file } = document;
    const texts = lines.filter(({ kind }) => kind === 'text');
    if (!texts.some(({ text }) => ASKS.test(text))) return [];
    const push = texts.find(
      ({ text }) => PUSHES.test(text) && !BOUNDED.test(text) && !NEGATION.test(text.toLowerCase()),
    );
    const found = 'a push that needs no yes, beside a rule to ask before anything leaves';
    return push === undefined
      ? []
      : [{ file, line: push.line, found, expected: 'one rule for a push' }];
  },
});
