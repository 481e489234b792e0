import { credentialsOutsideBootstrap } from '#audit/facts/credentials.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** Put together here, so that no key stands in this file. */
const KEY = ['xoxb', '204817365920', 'tideTable7Quay'].join('-');

const keyIn = (file: string, line: number) => ({
  providerKeys: new Map([[file, [{ kind: 'slack token', line, value: KEY }]]]),
});

export const rule = defineRule({
  id: '4.2/provider-key',
  title: 'No file holds a key in the format of a provider',
  section: '§4.2',
  level: 'must',
  tier: 'lite',
  layouts: 'all',
  why: 'Whoever can read the file can use the key: the agent quotes it, a backup carries it along, a repository keeps it for ever. Programs look for such keys all day.',
  remedy:
    'Revoke the key with its provider and make a new one; keep that in a password manager, a keychain or the environment of the tool. In the file write down its name and the place only.',
  fix: 'none',
  requirements: ['Y50', 'Y95'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'where the key is kept',
        files: {
          'TOOLS.md': '# Tools\n\n- The chat bot: its token is in the keychain as `quay-bot`.\n',
        },
      },
      {
        shows: 'a key in the bootstrap instructions, of which another rule speaks',
        files: { 'BOOTSTRAP.md': `# Birth\n\nThe bot answers to ${KEY}.\n` },
        facts: keyIn('BOOTSTRAP.md', 3),
      },
    ],
    bad: [
      {
        shows: 'a key in a list',
        files: { 'MEMORY.md': `# Memory\n\n- 2026-02-11: the bot answers to ${KEY}.\n` },
        facts: keyIn('MEMORY.md', 3),
        at: ['MEMORY.md:3'],
      },
      {
        shows: 'a key with a label: one finding',
        files: { 'TOOLS.md': `# Tools\n\nBot token: ${KEY}\n` },
        facts: keyIn('TOOLS.md', 3),
        at: ['TOOLS.md:3'],
      },
      {
        shows: 'a key in a file that is not of the layout',
        files: { 'memory/notes/bot.txt': `${KEY}\n` },
        facts: keyIn('memory/notes/bot.txt', 1),
        at: ['memory/notes/bot.txt:1'],
      },
    ],
  }),
  check: (workspace) => credentialsOutsideBootstrap(workspace, 'provider'),
});
