import { checkDocument } from '#lib/yamo/document.ts';
import { NOT_APPLICABLE, notAuditable } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

const NAME = 'BOOTSTRAP.yamo';

const VALID = `agent: Birth
intent: begin;
context:
  - who;a harbour pilot;
handoff: End;
`;

export const rule = defineRule({
  id: '2.6/bootstrap-document',
  title: 'BOOTSTRAP.yamo is a document that a kernel accepts',
  section: '§2.6',
  level: 'should',
  tier: 'none',
  why: 'A kernel does not carry out bootstrap instructions that it cannot read: the boot is refused and the file stays.',
  remedy: 'Correct the line; section §2.6 of RFC-0009.md shows a valid document.',
  fix: 'none',
  requirements: ['K1'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'a single block', files: { [NAME]: VALID } },
      { shows: 'no such file', files: {} },
    ],
    bad: [
      {
        shows: 'text that is no document',
        files: { [NAME]: 'Hello there\n' },
        at: [`${NAME}:1`, `${NAME}:1`, `${NAME}:1`],
      },
      {
        shows: 'a tab in a block',
        files: { [NAME]: VALID.replace('  - who', '\t- who') },
        at: [`${NAME}:4`],
      },
    ],
  }),
  check: (workspace) => {
    if (!workspace.has(NAME)) return NOT_APPLICABLE;
    const document = workspace.document(NAME);
    if (document === undefined) return notAuditable(workspace.whyNoDocument(NAME) ?? NAME);
    return checkDocument(document.text)
      .filter(({ level }) => level === 'error')
      .map(({ line, reason }) => ({
        file: NAME,
        line,
        found: `a fault of the format: ${reason}`,
        expected: 'a document as RFC-0006 §1 and RFC-0011 §3.1 show it',
        anchor: reason,
      }));
  },
});
