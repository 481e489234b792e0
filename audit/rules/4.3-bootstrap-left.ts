import { BOOTSTRAP_FILES, type BootstrapFile } from '#lib/spec/files.ts';
import { repurposed } from '#audit/facts/bootstrap.ts';
import type { Finding } from '#audit/workspace/finding.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

const ORDERS = `# Hello

You have just been born. Ask your human for a name, write SOUL.md and USER.md, then delete this file.
`;

const REDIRECTOR = `agent: Guard
intent: redirect;
log: redirect;
handoff: AGENTS.md;
`;

export const rule = defineRule({
  id: '4.3/bootstrap-left',
  title: 'Bootstrap instructions are gone once the first boot is over',
  section: '§4.3',
  level: 'must',
  tier: 'lite',
  why: 'Bootstrap instructions may hold credentials, and an agent that finds them again may carry them out again. A file that is still there after the first boot is a security defect, whoever forgot it.',
  remedy:
    'Delete the file and keep no copy. Move what every session needs under "## Every Session" of AGENTS.md first, and change any credential that stood in it.',
  fix: 'none',
  requirements: ['Y66', 'Y97', 'K2'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'a workspace that was born, without bootstrap instructions', files: {} },
      {
        shows: 'bootstrap instructions in a workspace that waits for its first boot',
        files: {
          'BOOTSTRAP.md': ORDERS,
          'MEMORY.md': null,
          'memory/2026-03-09.md': null,
          'memory/2026-03-10.md': null,
        },
      },
      {
        shows: 'files that only talk about bootstrap instructions',
        files: { 'bootstrap-plan.md': ORDERS, 'memory/2026-03-09-bootstrap.md': ORDERS },
      },
    ],
    bad: [
      {
        shows: 'bootstrap instructions beside daily logs',
        files: { 'BOOTSTRAP.md': ORDERS },
        at: ['BOOTSTRAP.md'],
      },
      {
        shows: 'an empty file: it is there, and the next boot would be a first boot',
        files: { 'BOOTSTRAP.md': '' },
        at: ['BOOTSTRAP.md'],
      },
      {
        shows: 'the block form, left as a redirector, as some installers do',
        files: { 'BOOTSTRAP.yamo': REDIRECTOR },
        at: ['BOOTSTRAP.yamo'],
      },
      {
        shows: 'both forms',
        files: { 'BOOTSTRAP.yamo': REDIRECTOR, 'BOOTSTRAP.md': ORDERS },
        at: ['BOOTSTRAP.md', 'BOOTSTRAP.yamo'],
      },
      {
        shows: 'instructions that git saw deleted and that are back',
        files: {
          'BOOTSTRAP.md': ORDERS,
          'MEMORY.md': null,
          'memory/2026-03-09.md': null,
          'memory/2026-03-10.md': null,
        },
        facts: {
          history: {
            changes: [
              {
                commit: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
                time: 1772000000,
                file: 'BOOTSTRAP.md',
                kind: 'deleted',
                linesAdded: 0,
                linesRemoved: 3,
              },
            ],
            secrets: [],
          },
        },
        at: ['BOOTSTRAP.md'],
      },
    ],
  }),
  check: (workspace) => {
    const left = BOOTSTRAP_FILES.filter((name) => workspace.has(name));
    if (left.length === 0 || workspace.state !== 'initialised') return NOT_APPLICABLE;
    return left.filter((name) => !isPermanent(workspace, name)).map((name) => WORDS[name]);
  },
});

/** What has become a permanent start-up file is told so by 4.3/bootstrap-repurposed. */
const isPermanent = (workspace: AuditedWorkspace, name: BootstrapFile): boolean => {
  const document = name === 'BOOTSTRAP.md' ? workspace.document(name) : undefined;
  const bytes = workspace.item(name)?.bytes ?? 0;
  return document !== undefined && repurposed(document, bytes) !== undefined;
};

const WORDS: Readonly<Record<BootstrapFile, Finding>> = {
  'BOOTSTRAP.md': {
    file: 'BOOTSTRAP.md',
    found: 'bootstrap instructions although the first boot is over',
    expected: 'no BOOTSTRAP.md',
  },
  'BOOTSTRAP.yamo': {
    file: 'BOOTSTRAP.yamo',
    found: 'bootstrap instructions in block form although the first boot is over',
    expected:
      'no BOOTSTRAP.yamo, not even as the redirector that some installers leave: RFC-0006 §1 deletes both forms',
  },
};
