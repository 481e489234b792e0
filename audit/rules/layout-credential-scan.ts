import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { personasIn } from '#audit/workspace/state.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** Where pointers to credentials are kept. */
const CREDENTIALS = 'state/credentials';

const ONBOARDED = {
  'AGENTS.md': '# Rules\n',
  'state/agents/BOOTSTRAP.md': 'x\n',
  'state/agents/zim/IDENTITY.md': 'name: Zim\n',
};

/** Hidden files are no pointers. */
const hasNone = (names: readonly string[]): boolean =>
  !names.some((name) => name.startsWith(`${CREDENTIALS}/`) && !name.includes('/.'));

export const rule = defineRule({
  id: 'layout/credential-scan',
  title: 'An onboarded Nexus has looked for credentials',
  section: '§1',
  level: 'advisory',
  tier: 'none',
  layouts: ['nexus'],
  why: 'Its onboarding looks for credentials that workers may use, and keeps pointers to them. As long as there is none, workers reach nothing, and the manager is reminded.',
  remedy: 'Let a worker run `nexus credential scan`.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a pointer',
        layout: 'nexus',
        files: { ...ONBOARDED, 'state/credentials/github.json': '{}' },
      },
      {
        shows: 'a tree whose onboarding waits',
        layout: 'nexus',
        files: { 'AGENTS.md': '# Rules\n', 'state/agents/BOOTSTRAP.md': 'x\n' },
      },
    ],
    bad: [
      {
        shows: 'a persona and no credential',
        layout: 'nexus',
        files: ONBOARDED,
        at: [CREDENTIALS],
      },
    ],
  }),
  check: (workspace) => {
    if (personasIn(workspace.layout, workspace.snapshot.items) !== 'onboarded')
      return NOT_APPLICABLE;
    return hasNone(workspace.names)
      ? [{ file: CREDENTIALS, found: 'no credential', expected: 'pointers to some' }]
      : [];
  },
});
