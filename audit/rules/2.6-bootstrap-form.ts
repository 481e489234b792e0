import { checkDocument } from '#lib/yamo/document.ts';
import { NOT_APPLICABLE, notAuditable } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

const NAME = 'BOOTSTRAP.yamo';

const VALID = `name: Birth;
version: 1.0.0;
---
agent: Pilot;
intent: begin_the_watch;
context:
  who;a harbour pilot;
meta:
  rationale;Somebody must know the tides;
log: watch_begun;
handoff: End;
`;

export const rule = defineRule({
  id: '2.6/bootstrap-form',
  title: 'The blocks of BOOTSTRAP.yamo are in the form of RFC-0011 §3.1',
  section: '§2.6',
  level: 'advisory',
  tier: 'none',
  why: 'A kernel reads the block all the same. Another one that goes by the order of the grammar, or looks for the agent that a block is handed to, may not.',
  remedy:
    'Put the sections in order, name the intent with letters, digits and underscores, and hand over to an agent of the document or to End.',
  fix: 'none',
  requirements: ['K1'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'a document in the form of the grammar', files: { [NAME]: VALID } },
      {
        shows: 'the short form of RFC-0006 §1',
        files: {
          [NAME]: 'agent: Pilot;\nintent: begin;\ncontext:\n  who;a pilot;\nhandoff: SOUL.md;\n',
        },
      },
      { shows: 'no such file', files: {} },
    ],
    bad: [
      {
        shows: 'a log before the meta lines',
        files: { [NAME]: VALID.replace(/(meta:\n.*\n)(log.*\n)/u, '$2$1') },
        at: [`${NAME}:9`],
      },
      {
        shows: 'a handoff to nobody, and an intent of several words',
        files: { [NAME]: VALID.replace('End', 'Nobody').replace('begin_the_watch', 'begin it') },
        at: [`${NAME}:5`, `${NAME}:11`],
      },
    ],
  }),
  check: (workspace) => {
    if (!workspace.has(NAME)) return NOT_APPLICABLE;
    const document = workspace.document(NAME);
    if (document === undefined) return notAuditable(workspace.whyNoDocument(NAME) ?? NAME);
    return checkDocument(document.text)
      .filter(({ level }) => level === 'form')
      .map(({ line, reason }) => ({
        file: NAME,
        line,
        found: `another form than that of the grammar: ${reason}`,
        expected: 'a block as RFC-0011 §3.1 shows it',
        anchor: reason,
      }));
  },
});
