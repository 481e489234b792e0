import { isContent } from '#audit/workspace/document.ts';
import { withoutDocument } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.7/checklist',
  title: 'HEARTBEAT.md is a checklist',
  section: '§2.7',
  level: 'advisory',
  tier: 'none',
  pedantic: true,
  why: 'A list can be worked through and changed line by line, by the agent and by its human. Prose cannot.',
  remedy:
    'Write each thing to look at as an item of its own: "- [ ] Is anything on the calendar today?"',
  fix: 'none',
  requirements: ['Y72'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a sentence above the list',
        files: { 'HEARTBEAT.md': '# Heartbeat\n\nLook at these.\n\n- [ ] Mail\n- Calendar\n' },
      },
      {
        shows: 'comments only, which is no task',
        files: { 'HEARTBEAT.md': '# Heartbeat\n\n<!-- Put tasks below. -->\n' },
      },
    ],
    bad: [
      {
        shows: 'prose',
        files: { 'HEARTBEAT.md': '# Heartbeat\n\nLook at the mail and at the calendar.\n' },
        at: ['HEARTBEAT.md:3'],
      },
    ],
  }),
  check: (workspace) => {
    const document = workspace.document('HEARTBEAT.md');
    if (document === undefined) return withoutDocument(workspace, 'HEARTBEAT.md');
    const said = document.lines.filter(isContent);
    const [first] = said;
    if (first === undefined || said.some(({ text }) => ITEM.test(text))) return [];
    return [
      {
        file: 'HEARTBEAT.md',
        line: first.line,
        found: 'text without a list',
        expected: 'a short checklist',
        anchor: 'checklist',
      },
    ];
  },
});

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/u;
