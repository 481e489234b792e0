import { readBootstrapFields } from '#lib/workspace/bootstrap-fields.ts';
import { userText } from '#lib/workspace/first-files.ts';
import type { Fix } from '#audit/workspace/finding.ts';
import { requireFile } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** The stub that says of everything that it is not known yet (§6.2). */
const STUB: Fix = {
  kind: 'asks',
  title: 'Create USER.md as a stub to fill in',
  edits: [{ file: 'USER.md', start: 0, end: 0, text: userText(readBootstrapFields('')) }],
};

export const rule = defineRule({
  id: '2.3/user-exists',
  title: 'USER.md exists',
  section: '§2.3',
  level: 'must',
  tier: 'lite',
  why: 'USER.md says whom the agent serves; it is read in every session, and a stub is enough to begin with.',
  remedy:
    'Create USER.md, if only as a stub: yamo audit --fix-unsafe offers one, and so does yamo init. Before the first boot, run yamo boot instead.',
  fix: 'asks',
  requirements: ['Y108'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'USER.md', files: {} },
      { shows: 'an empty one', files: { 'USER.md': '' } },
      {
        shows: 'a checkout without USER.md, because git ignores it: no answer',
        files: { 'USER.md': null },
        facts: { git: { ignored: new Set(['USER.md']), tracked: new Set() } },
      },
    ],
    bad: [
      { shows: 'no USER.md', files: { 'USER.md': null }, at: ['USER.md'] },
      {
        shows: 'a name in other letters',
        files: { 'USER.md': null, 'User.md': '**Name:** Ada\n' },
        at: ['USER.md'],
      },
    ],
  }),
  check: (workspace) => requireFile(workspace, 'USER.md', STUB),
});
