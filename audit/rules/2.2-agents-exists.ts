import { requireFile } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

const ELSEWHERE = {
  file: 'AGENTS.md',
  found: 'the rules in CLAUDE.md, and no AGENTS.md',
  expected: 'the name AGENTS.md: mv CLAUDE.md AGENTS.md',
} as const;

export const rule = defineRule({
  id: '2.2/agents-exists',
  title: 'AGENTS.md exists',
  section: '§2.2',
  level: 'must',
  tier: 'lite',
  why: 'AGENTS.md holds the rules that the agent reads before anything else, its safety rules among them.',
  remedy:
    'Run yamo init on the workspace: it creates what is missing and changes nothing else. Before the first boot, run yamo boot instead. Where the rules stand in CLAUDE.md, rename it.',
  fix: 'none',
  requirements: ['Y108'],
  since: '0.2.0',
  examples: () => ({
    good: [{ shows: 'AGENTS.md', files: {} }],
    bad: [
      { shows: 'no AGENTS.md', files: { 'AGENTS.md': null }, at: ['AGENTS.md'] },
      {
        shows: 'a name in small letters',
        files: { 'AGENTS.md': null, 'agents.md': '# Rules\n' },
        at: ['AGENTS.md'],
      },
      {
        shows: 'the rules in CLAUDE.md, which one host reads',
        files: { 'AGENTS.md': null, 'CLAUDE.md': '# Rules\n\n## Safety\n\nAsk first.\n' },
        at: ['CLAUDE.md'],
      },
    ],
  }),
  check: (workspace) =>
    workspace.agentsFile === 'AGENTS.md' ? requireFile(workspace, 'AGENTS.md') : [ELSEWHERE],
});
