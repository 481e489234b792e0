import { oddNames } from '#audit/facts/layout.ts';
import { ignored } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

export const rule = defineRule({
  id: '6.1/uninitialised',
  title: 'The workspace has an agent, or the instructions to make one',
  section: '§6.1',
  level: 'must',
  tier: 'lite',
  why: 'With neither SOUL.md nor bootstrap instructions nobody lives here: a kernel must refuse to start, and there is nothing to audit.',
  remedy:
    'Run yamo init on the folder, provide BOOTSTRAP.md or SOUL.md, or give the path of the workspace itself.',
  fix: 'none',
  requirements: ['Y22', 'Y106'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'SOUL.md', files: {} },
      {
        shows: 'bootstrap instructions',
        files: { 'SOUL.md': null, 'BOOTSTRAP.yamo': 'agent: Birth;\n' },
      },
      {
        shows: 'a checkout without SOUL.md, because git ignores it: no answer',
        files: { 'SOUL.md': null },
        facts: { git: { ignored: new Set(['SOUL.md']), tracked: new Set() } },
      },
    ],
    bad: [
      { shows: 'neither of the two', files: { 'SOUL.md': null }, at: [''] },
      {
        shows: 'a SOUL.md in other letters, and one further down',
        files: { 'SOUL.md': null, 'soul.md': '# Soul\n', 'agents/robin/SOUL.md': '# Soul\n' },
        at: [''],
      },
    ],
  }),
  check: (workspace) => {
    if (workspace.state !== 'uninitialised') return [];
    if (workspace.isIgnored('SOUL.md')) return ignored('SOUL.md');
    return [
      {
        file: '',
        found: `neither SOUL.md nor BOOTSTRAP.md${nearest(workspace)}`,
        expected: 'one of the two',
      },
    ];
  },
});

/** What somebody may have meant: another spelling, or a folder further down. */
const nearest = (workspace: AuditedWorkspace): string => {
  const near =
    oddNames(workspace).get('SOUL.md')?.[0] ??
    workspace.names.find((name) => name.endsWith('/SOUL.md'));
  return near === undefined ? '' : `, but ${near}`;
};
