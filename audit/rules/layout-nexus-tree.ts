import { personasIn } from '#audit/workspace/state.ts';
import type { Finding } from '#audit/workspace/finding.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

const TREE = {
  'AGENTS.md': '# Rules\n',
  'state/config.json': '{}\n',
  'state/agents/BOOTSTRAP.md': 'x\n',
};

export const rule = defineRule({
  id: 'layout/nexus-tree',
  title: 'A tree of Nexus has its parts where the runtime looks for them',
  section: '§1',
  level: 'should',
  tier: 'none',
  layouts: ['nexus'],
  why: 'The runtime looks for settings and agents at fixed places, and for skills in one flat folder. A persona that was begun and has no IDENTITY.md gets neither an identity nor the onboarding.',
  remedy:
    'Move what lies elsewhere; yamo init DIR --layout nexus makes what is missing. Finish the IDENTITY.md of an agent that was begun, or delete its folder.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'a tree before its first persona', layout: 'nexus', files: TREE },
      {
        shows: 'a persona, and a skill',
        layout: 'nexus',
        files: {
          ...TREE,
          'state/agents/zim/IDENTITY.md': 'name: Zim\n',
          'skills/mail/SKILL.md': 'x',
        },
      },
    ],
    bad: [
      {
        shows: 'settings in a folder of their own, and none where they are looked for',
        layout: 'nexus',
        files: {
          'AGENTS.md': '# Rules\n',
          'state/agents/BOOTSTRAP.md': 'x\n',
          'state/nexus/config.json': '{}',
        },
        at: ['state/config.json'],
      },
      {
        shows: 'no folder of agents, which is no crash',
        layout: 'nexus',
        files: { 'AGENTS.md': '# Rules\n', 'state/config.json': '{}\n' },
        at: ['state/agents'],
      },
      {
        shows: 'an agent that was begun',
        layout: 'nexus',
        files: { ...TREE, 'state/agents/zim/SOUL.md': 'x\n' },
        at: ['state/agents/zim'],
      },
      {
        shows: 'skills sorted into folders of kinds, and notes on tools, which are skills here',
        layout: 'nexus',
        files: { ...TREE, 'skills/guides/mail/SKILL.md': 'x\n', 'TOOLS.md': 'x\n' },
        at: ['TOOLS.md', 'skills/guides'],
      },
    ],
  }),
  check: (workspace) => {
    if (workspace.state === 'uninitialised') return NOT_APPLICABLE;
    const { layout, snapshot } = workspace;
    const missing = ['state/config.json', 'state/agents'].filter((name) => !workspace.has(name));
    const misplaced = MISPLACED.filter(({ file }) => workspace.has(file));
    const begun =
      personasIn(layout, snapshot.items) === 'incomplete'
        ? workspace.names.filter((name) => PERSONA.test(name) && isFolder(name, workspace))
        : [];
    return [
      ...missing.map((file) => ({
        file,
        found: `no ${file}`,
        expected: 'what the runtime looks for there',
        absent: true as const,
      })),
      ...misplaced,
      ...begun.map((file) => ({
        file,
        found: 'an agent without IDENTITY.md',
        expected: 'an agent that is made, or none',
      })),
    ];
  },
});

const PERSONA = /^state\/agents\/[^./][^/]*$/u;

const isFolder = (name: string, workspace: AuditedWorkspace): boolean =>
  workspace.item(name)?.type === 'directory';

const MISPLACED: readonly Finding[] = [
  { file: 'TOOLS.md', found: 'notes on tools', expected: 'skills, which say what tools are for' },
  ...['tools', 'connectors', 'guides'].map((kind) => ({
    file: `skills/${kind}`,
    found: 'a folder for a kind of skill',
    expected: 'skills side by side in skills/',
  })),
];
