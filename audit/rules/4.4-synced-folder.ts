import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '4.4/synced-folder',
  title: 'The workspace does not lie in a folder that a service copies elsewhere',
  section: '§4.4',
  level: 'advisory',
  tier: 'none',
  layouts: 'all',
  why: 'No file of a workspace leaves the machine without explicit consent, and such a folder sends every change at once. It also brings deleted files back: bootstrap instructions among them.',
  remedy:
    'Move the workspace out of that folder, or take the folder out of the service. If you have consented to the copies, leave it so.',
  fix: 'none',
  requirements: ['Y98'],
  since: '0.2.0',
  examples: () => ({
    good: [{ shows: 'a folder of this machine', files: {} }],
    bad: [
      { shows: 'a workspace in Dropbox', files: {}, facts: { syncedBy: 'Dropbox' }, at: [''] },
      {
        shows: 'a workspace in the folder of another service',
        files: {},
        facts: { syncedBy: 'a sync service' },
        at: [''],
      },
    ],
  }),
  check: ({ snapshot: { syncedBy } }) =>
    syncedBy === undefined
      ? []
      : [
          {
            file: '',
            found: `a workspace in a folder of ${syncedBy}`,
            expected: 'a folder that nothing copies off this machine',
          },
        ],
});
