import { credentialsOutsideBootstrap } from '#audit/facts/credentials.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '4.2/possible-credential',
  title: 'Nothing looks like a weak or an example password',
  section: '§4.2',
  level: 'advisory',
  tier: 'none',
  layouts: 'all',
  pedantic: true,
  why: 'A single word under a label, a short key, a password in an example: often it means nothing, and now and then it opens a door.',
  remedy:
    'Look at the line. If it is a credential, change it and keep it in a password manager. If not, leave it, or put `<!-- yamo-allow 4.2/possible-credential reason="…" -->` above it.',
  fix: 'none',
  requirements: ['Y95'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'what is said about a password',
        files: { 'TOOLS.md': '# Tools\n\nThe password is outdated. Password: required.\n' },
      },
      {
        shows: 'what is surely one, of which another rule speaks',
        files: { 'TOOLS.md': '# Tools\n\nPassword: tide-7-quay\n' },
      },
      {
        shows: 'what a program comes with, on this machine',
        files: { 'TOOLS.md': '# Tools\n\npostgres://freqtrade:freqtrade@localhost:5432/x\n' },
      },
    ],
    bad: [
      {
        shows: 'a single word, and something short',
        files: { 'TOOLS.md': '# Tools\n\nPassword: swordfish\nsecret: quay12\n' },
        at: ['TOOLS.md:3', 'TOOLS.md:4'],
      },
      {
        shows: 'a password in a code block',
        files: { 'TOOLS.md': '# Tools\n\n```yaml\npassword: tide-7-quay\n```\n' },
        at: ['TOOLS.md:4'],
      },
      {
        shows: 'a password on a host of examples',
        files: { 'TOOLS.md': '# Tools\n\nhttps://ada:tide-7-quay@example.org/x\n' },
        at: ['TOOLS.md:3'],
      },
    ],
  }),
  check: (workspace) => credentialsOutsideBootstrap(workspace, 'low'),
});
