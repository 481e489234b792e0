import { credentialsInBootstrap } from '#audit/facts/credentials.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '2.6/bootstrap-credential',
  title: 'The bootstrap instructions hold no credential',
  section: '§2.6',
  level: 'should',
  tier: 'none',
  layouts: ['rfc-0009', 'openclaw', 'gsv'],
  why: 'Bootstrap instructions may be sensitive (§2.6) and are deleted at the first boot. Until then a credential in them lies open, and where git tracks the file it stays in the history.',
  remedy:
    'Name the place that keeps the credential and let the agent ask there. If it was in a repository or a backup, change it.',
  fix: 'none',
  requirements: ['Y95'],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'no bootstrap instructions', files: {} },
      {
        shows: 'bootstrap instructions that name the place',
        files: { 'BOOTSTRAP.md': '# Birth\n\nThe Wi-Fi password is in the keychain.\n' },
      },
    ],
    bad: [
      {
        shows: 'a password in either form of the instructions',
        files: {
          'BOOTSTRAP.md': '# Birth\n\nWi-Fi password: tide-7-quay\n',
          'BOOTSTRAP.yamo': 'sequence;birth;\n  step;join;password;tide-7-quay;\n',
        },
        at: ['BOOTSTRAP.md:3', 'BOOTSTRAP.yamo:2'],
      },
    ],
  }),
  check: (workspace) => credentialsInBootstrap(workspace, ['provider', 'high']),
});
