import { credentialsOutsideBootstrap } from '#audit/facts/credentials.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '4.2/labelled-credential',
  title: 'No file holds a password, key or PIN with its label',
  section: '§4.2',
  level: 'must',
  tier: 'lite',
  layouts: 'all',
  why: 'Whoever can read the file has the password: the agent quotes it, a backup carries it along, a repository keeps it for ever. §2.4 forbids it even where the human asks for it.',
  remedy:
    'Change the password where it is used, keep the new one in a password manager or keychain, and write down only what it is called there. If the value is public, put `<!-- yamo-allow 4.2/labelled-credential reason="…" -->` above it.',
  fix: 'none',
  requirements: ['Y50', 'Y95'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'where the password is kept',
        files: {
          'TOOLS.md':
            '# Tools\n\n- Wi-Fi password: op://home/wifi/password\n- Printer password: see 1Password\n- API key: stored in the keychain\n',
        },
      },
      {
        shows: 'places to fill in, and variables',
        files: {
          'TOOLS.md':
            '# Tools\n\n```sh\nexport TOKEN=${GH_TOKEN}\ncurl -H "Authorization: Bearer $TOKEN"\nexport API_KEY=<your key>\npsql postgres://user:password@hostname/db\n```\n',
        },
      },
      {
        shows: 'keys and tokens that are no secrets',
        files: {
          'memory/2026-03-10.md':
            "# Memory — 2026-03-10\n\n- **Session Key**: agent:main:telegram:group:1234567\n- COLS Token: COLS-9d91b7\n- const AUTH_STORAGE_KEY = 'app-auth-v2'\n- Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n- 1Password item ID: x7k2m9qq41\n",
        },
      },
      {
        shows: 'headings about passwords, with anything else below',
        files: {
          'TOOLS.md':
            '# Tools\n\n## Password\n\nRotate it every month.\n\n## Password policy\n\ntide-7-quay\n\n## API key\n\nsee 1Password\n',
        },
      },
      {
        shows: 'a single word, which may be anything',
        files: { 'TOOLS.md': '# Tools\n\nPassword: swordfish\n' },
      },
      {
        shows: 'a password in the bootstrap instructions, of which another rule speaks',
        files: { 'BOOTSTRAP.md': '# Birth\n\nPassword: tide-7-quay\n' },
      },
    ],
    bad: [
      {
        shows: 'a label in bold, in a table, in another language',
        files: {
          'TOOLS.md':
            '# Tools\n\n**Password:** tide-7-quay\n\n| Service | Token |\n|---|---|\n| Radio | 5218934706:AAHdqTcvCH1vGWJxfSeofS |\n\n密码：Xk29ab77\n- Senha: Sol-Mar-1987\n',
        },
        at: ['TOOLS.md:3', 'TOOLS.md:7', 'TOOLS.md:9', 'TOOLS.md:10'],
      },
      {
        shows: 'a value on the line below its label',
        files: { 'MEMORY.md': '# Memory\n\n- 2026-02-11: Wi-Fi password:\n  - seagull42\n' },
        at: ['MEMORY.md:4'],
      },
      {
        shows: 'a value below a heading, or a line in bold, that says no more than what it is',
        files: {
          'TOOLS.md':
            '# Tools\n\n## Wi-Fi password\n\ntide-7-quay\n\n**API-Schlüssel**\n\n```\n6f1c2d3e-8a9b-4c5d-9e0f-1a2b3c4d5e6f\n```\n',
        },
        at: ['TOOLS.md:5', 'TOOLS.md:10'],
      },
      {
        shows: 'a password in an address, and a PIN',
        files: {
          'USER.md':
            '# User Profile\n\n**Name:** Ada\n\nhttps://ada:tide-7-quay@nas.home/x\nSIM PIN: 4711\n',
        },
        at: ['USER.md:5', 'USER.md:6'],
      },
      {
        shows: 'a file that is not of the layout',
        files: { 'memory/setup.txt': 'API key: 6f1c2d3e-8a9b-4c5d-9e0f-1a2b3c4d5e6f\n' },
        at: ['memory/setup.txt:1'],
      },
    ],
  }),
  check: (workspace) => credentialsOutsideBootstrap(workspace, 'high'),
});
