import type { LayoutDocument } from '#lib/layout/document.ts';
import { LAYOUT_NAMES } from '#lib/spec/layouts.ts';
import type { RuleOutcome } from '#audit/workspace/finding.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

const ORDERS = 'Find out who you are, write IDENTITY.md and SOUL.md, then delete this file.\n';
const MADE = '- **Name:** Zim\n- **Emoji:** 🐚\n';

export const rule = defineRule({
  id: 'layout/bootstrap',
  title: 'Bootstrap instructions are there as long as the layout has them, and no longer',
  section: '§2.6',
  level: 'must',
  tier: 'lite',
  layouts: LAYOUT_NAMES.filter((name) => name !== 'rfc-0009'),
  why: 'In GSV and OpenClaw the agent deletes its instructions when it has carried them out; those that are left are carried out again. In Nexus they stay for good, and every further persona needs them. Other systems have none, and whoever finds some must not follow them.',
  remedy:
    'Delete instructions that were carried out, or that the system does not know. In Nexus bring state/agents/BOOTSTRAP.md back: yamo init DIR --layout nexus.',
  fix: 'none',
  requirements: ['Y66'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'instructions of GSV that wait: nobody has an identity yet',
        layout: 'gsv',
        files: { 'BOOTSTRAP.md': ORDERS, 'IDENTITY.md': '- **Name:** Zim\n- **Emoji:** (one)\n' },
      },
      {
        shows: 'the instructions of Nexus beside a persona',
        layout: 'nexus',
        files: {
          'AGENTS.md': '# Rules\n',
          'state/agents/BOOTSTRAP.md': ORDERS,
          'state/agents/zim/IDENTITY.md': MADE,
        },
      },
      {
        shows: 'no instructions, where there are none',
        layout: 'osa',
        files: { 'USER.md': 'x\n' },
      },
    ],
    bad: [
      {
        shows: 'instructions of GSV beside an identity that is filled in',
        layout: 'gsv',
        files: { 'BOOTSTRAP.md': ORDERS, 'IDENTITY.md': MADE },
        at: ['BOOTSTRAP.md'],
      },
      {
        shows: 'instructions of OpenClaw beside a log',
        layout: 'openclaw',
        files: { 'BOOTSTRAP.md': ORDERS, 'memory/2026-03-09.md': '# Log\n' },
        at: ['BOOTSTRAP.md'],
      },
      {
        shows: 'a tree of Nexus without its instructions',
        layout: 'nexus',
        files: { 'AGENTS.md': '# Rules\n', 'state/agents/zim/IDENTITY.md': MADE },
        at: ['state/agents/BOOTSTRAP.md'],
      },
      {
        shows: 'instructions of Nexus that say nothing',
        layout: 'nexus',
        files: { 'AGENTS.md': '# Rules\n', 'state/agents/BOOTSTRAP.md': ' \n' },
        at: ['state/agents/BOOTSTRAP.md'],
      },
      {
        shows: 'instructions in a workspace of Aletheia, which has none',
        layout: 'aletheia',
        files: { 'SOUL.md': '# Syn\n', 'BOOTSTRAP.md': ORDERS },
        at: ['BOOTSTRAP.md'],
      },
    ],
  }),
  check: (workspace) => {
    if (workspace.state === 'uninitialised') return NOT_APPLICABLE;
    return CHECKS[workspace.layout.bootstrap](workspace);
  },
});

const NAME = 'BOOTSTRAP.md';

const left = (workspace: AuditedWorkspace, found: string): RuleOutcome =>
  workspace.has(NAME) ? [{ file: NAME, found, expected: `no ${NAME}` }] : [];

const CHECKS: Readonly<
  Record<LayoutDocument['bootstrap'], (workspace: AuditedWorkspace) => RuleOutcome>
> = {
  kernel: () => NOT_APPLICABLE,
  agent: (workspace) =>
    workspace.state === 'initialised'
      ? left(workspace, 'bootstrap instructions although there is an agent')
      : [],
  none: (workspace) => left(workspace, 'bootstrap instructions that nobody is to carry out'),
  permanent: (workspace) => {
    const { name } = workspace.layout.files.find(({ role }) => role === 'bootstrap') ?? {};
    if (name === undefined) return NOT_APPLICABLE;
    const text = workspace.document(name)?.text;
    if (text !== undefined && text.trim() !== '') return [];
    const expected = 'bootstrap instructions, which stay for good';
    return workspace.has(name)
      ? [{ file: name, found: 'instructions that say nothing', expected }]
      : [{ file: name, found: `no ${name}`, expected, absent: true }];
  },
};
