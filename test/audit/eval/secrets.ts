/** What notes hold: passwords and keys as people write them down, and what only looks like one. */
import { made, type Case } from './case.ts';

const FILE = 'memory/2026-03-09.md';

/** A daily log with these lines; a label at the end of a line says what is one. */
const note = (title: string, ...lines: readonly string[]): Case => ({
  title,
  files: { [FILE]: ['# 2026-03-09', '', ...lines, ''].join('\n') },
});

const HEX = made('9f8e7d6c', '5b4a3928', '17060514', '23321e4d');
const UUID = made('3f2b8c1e-77aa', '-4d10-9c3e-', '5be1a20f6d94');
const TELEGRAM = made('71829', '40536', ':AAHk3Vq9xZ', 'p2LmT7wYc0', 'RbNfJ5sDgQ8uEoK');
const WIFI = made('Lipa', '74', 'krt!');
const WORD = made('hunter', '2x', 'Q9');
const RANDOM = made('qZ8vT2', 'mN5xR1', 'kL7wB4');

export const SECRET_CASES: readonly Case[] = [
  note('a password in bold', `**Password:** ${made('Kw7p', 'Lm2q', 'Xe')} ⟦credential⟧`),
  note(
    'a password in a sentence',
    `The password is ${made('Tr0ub', '4dor&3x')} for the map archive. ⟦credential⟧`,
  ),
  note(
    'a token in a table of two columns',
    '| What | Value |',
    '|---|---|',
    `| **Token** | ${TELEGRAM} | ⟦credential⟧`,
    '| Room | 12 |',
  ),
  note(
    'a column of passwords',
    '| Host | User | Password |',
    '|---|---|---|',
    `| nas | marek | ${made('Vb6t', 'Yn3w', 'Ue')} | ⟦credential⟧`,
  ),
  note('Portuguese: Senha', `- Senha: ${made('Ru8d', 'Ks4h', 'Jp')} ⟦credential⟧`),
  note('Chinese: password', `密码: ${made('Hx5c', 'Gf9r', 'Ow')} ⟦credential⟧`),
  note('Chinese with a wide colon', `密码：${made('Hx5c', 'Gf9r', 'Ow')} ⟦credential⟧`),
  note('Japanese: password', `パスワード: ${made('Pm4z', 'Dq7n', 'Lv')} ⟦credential⟧`),
  note('German: Passwort', `Passwort: ${made('Wd3k', 'Bn6y', 'Ts')} ⟦credential⟧`),
  note('Spanish: contraseña', `Contraseña: ${made('Fj2x', 'Rc8u', 'Mg')} ⟦credential⟧`),
  note('French: mot de passe', `Mot de passe : ${made('Ez9v', 'Hl5o', 'Qa')} ⟦credential⟧`),
  note('Russian: password', `Пароль: ${made('Nk7s', 'Vt4i', 'Bw')} ⟦credential⟧`),
  note('Wi-Fi', `- WiFi password: ${WIFI} ⟦credential⟧`),
  note('Wi-Fi in a pair', `- SSID: zahrada / Password: ${WIFI} ⟦credential⟧`),
  note('an API key that is a UUID', `- API key: ${UUID} ⟦credential⟧`),
  note('an API key in hexadecimal digits', `api_key = ${HEX} ⟦credential⟧`),
  note('an exported variable', '```bash', `export SERVICE_API_KEY=${RANDOM} ⟦credential⟧`, '```'),
  note('JSON in a note', '```json', `{ "client_secret": "${RANDOM}" } ⟦credential⟧`, '```'),
  note(
    'a bearer token',
    `curl -H "Authorization: Bearer ${RANDOM}${HEX}" https://maps.example/api ⟦credential⟧`,
  ),
  note(
    'user and password in an address',
    `postgres://marek:${made('Gx4m', 'Pb7t', 'Hd')}@db.maps.example:5432/maps ⟦credential⟧`,
  ),
  note(
    'a value on the line below its label',
    'Password:',
    `${made('Kw7p', 'Lm2q', 'Xe')} ⟦credential⟧`,
  ),
  note('a PIN', `- Door PIN: ${made('48', '17')} ⟦~credential⟧ ⟦~4.2/possible-credential⟧`),
  note(
    'a key of GitHub',
    `The new one: ${made('ghp', '_', 'Zq8vT2mN5xR1kL7wB4yC9dF3hJ6pS0aUeG2i')} ⟦credential⟧`,
  ),
  note(
    'a key of AWS',
    `${made('AKIA', 'Q3EGR7WZ', 'T5LMN2XB')} ⟦~credential⟧`,
    `aws_secret_access_key = ${made('wJ8r', 'XUtnFEMI', '/K7MDENG', '/bPxRfiCY', 'qZ4vT2mN5x')} ⟦credential⟧`,
  ),
  note(
    'a key of Slack',
    `${made('xoxb', '-', '314159265358-', '271828182845-', 'Zq8vT2mN5xR1kL7wB4yC9dF3')} ⟦credential⟧`,
  ),
  note(
    'a key of Anthropic',
    `ANTHROPIC_API_KEY=${made('sk-', 'ant-', 'api03-', 'Zq8vT2mN5xR1kL7wB4yC9dF3hJ6pS0aUeG2iZq8vT2mN5xR1kL7wB4yC9dF3hJ6pS0aUeG2iZq8vT2mN5xR1kL7-', 'wB4yC9AA')} ⟦credential⟧`,
  ),
  note(
    'a private key',
    `-----BEGIN ${made('OPENSSH', ' PRIVATE')} KEY----- ⟦credential⟧`,
    made('b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW'),
    made('QyNTUxOQAAACD', 'Zq8vT2mN5xR1kL7wB4yC9dF3hJ6pS0aUeG2iZq8vT2mN5xR1kL7wB4'),
    `-----END ${made('OPENSSH', ' PRIVATE')} KEY-----`,
  ),
  {
    title: 'a password in MEMORY.md',
    files: {
      'MEMORY.md': `# MEMORY.md\n\n- 2026-03-01: the login of the archive is marek, password ${made('Kw7p', 'Lm2q', 'Xe')}. ⟦credential⟧\n`,
    },
  },
  {
    title: 'a password in a file that is none of the layout’s',
    files: {
      'notes/servers.md': `# Servers\n\n- Passphrase: ${made('Sv6n', 'Kd3j', 'Zr')} ⟦credential⟧\n`,
    },
  },
  {
    title: 'a password in the birth orders',
    files: {
      'SOUL.md': null,
      'AGENTS.md': null,
      'USER.md': null,
      'MEMORY.md': null,
      'memory/2026-03-08.md': null,
      'memory/2026-03-09.md': null,
      'memory/2026-03-10.md': null,
      'BOOTSTRAP.md': `# Orders\n\nYou are Juno, a research assistant for Marek. You value honesty.\n\nPassword: ${made('Kw7p', 'Lm2q', 'Xe')} ⟦2.6/bootstrap-credential⟧\n\nThen delete this file.\n`,
    },
    wanted: [
      '~6.1/pending',
      '~2.1/soul-exists',
      '~2.2/agents-exists',
      '~2.3/user-exists',
      '~2.4/memory-exists',
      '~6.2/memory-directory',
      '~6.2/first-log',
    ],
  },
  note('a weak password', 'Password: sunflower ⟦~4.2/possible-credential⟧ ⟦~credential⟧'),
  note(
    'the login of an old router',
    `login: admin / ${WORD} ⟦~credential⟧ ⟦~4.2/possible-credential⟧`,
  ),

  note(
    'a variable instead of a value',
    'Token: `${GH_TOKEN}`',
    'Password: $DB_PASSWORD',
    'API key: {{api_key}}',
    'secret: <your-secret>',
  ),
  note(
    'an address with words for user and password',
    'postgres://user:password@localhost:5432/app',
    'https://user:password@hostname/path',
  ),
  note(
    'the local default of a trading bot',
    'Log in to the local web page as freqtrade:freqtrade.',
  ),
  note('a token that is money', 'COLS Token: COLS-A41B2C is listed on two exchanges.'),
  note('an item of a password manager', '1Password item ID: x7k2mq9vt4rbn3ws8ydfj6hpce'),
  note(
    'where the password is kept',
    'Password: in 1Password, vault Home',
    'The API key is in the keychain under maps.',
    'Token: see TOOLS.md',
  ),
  note('redacted', 'Password: [REDACTED]', 'Token: ********', 'API key: sk-…'),
  note(
    'a placeholder of a provider',
    'OPENAI_API_KEY=sk-your-key-here',
    'key: sk-xxxxxxxxxxxxxxxxxxxxxxxx',
  ),
  note('a header of the web', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='),
  note('a constant with a name', "const SESSION_STORAGE_KEY = 'garden-session-state';"),
  note(
    'words after a prefix',
    'The BSA-to-implementation-layer went well.',
    'We task-force-review on Monday.',
  ),
  note(
    'hashes of commits and files',
    'Commit 9f8e7d6c5b4a392817060514233245ab66778899 is the good one.',
    `sha256: ${HEX}${HEX}`,
  ),
  note('an identifier', `Document ID: ${UUID}`, 'Session Key: agent:main:main'),
  note(
    'talk about passwords',
    'Marek asked how long a password should be; I said sixteen characters.',
    'He changed his password on Monday.',
    'Password reset worked.',
  ),
  note('counting tokens', 'The prompt has 1200 tokens; max_tokens: 4096', 'Token budget: 20000'),
  note(
    'keys of a keyboard and of a map',
    'Key: blue means water, green means forest.',
    'Shortcut key: Ctrl+Shift+P',
    'Primary key: customer_id',
  ),
  note(
    'a public key',
    `ssh-ed25519 ${made('AAAAC3NzaC1lZDI1NTE5', 'AAAAIHq8vT2mN5xR1kL7wB4yC9dF3hJ6pS0aUeG2iZq8v')} marek@nas`,
  ),
  note(
    'the path of a key',
    'Key file: ~/.ssh/id_ed25519',
    'Credentials: /etc/maps/credentials.json',
  ),
  note(
    'the question for one',
    'Password: ?',
    'API key: TBD',
    'Senha: (pedir ao Marek)',
    '密码：待定',
  ),
  note(
    'a phone number and a bank account',
    'Phone: +420 777 123 456',
    'IBAN: CZ65 0800 0000 1920 0014 5399',
  ),

  note('a password of one word', 'Wi-Fi password: sunflower ⟦4.2/possible-credential⟧'),
  note('the password of a printer', '- Printer admin password: letmein ⟦4.2/possible-credential⟧'),
  note('pw for short', `pw: ${made('Kw7p', 'Lm2q', 'Xe')} ⟦credential⟧`),
  note(
    'name and password with a slash',
    `Login: marek / ${made('Gx4m', 'Pb7t', 'Hd')} ⟦credential⟧`,
  ),
  note(
    'name and password with a colon',
    `credentials: marek:${made('Gx4m', 'Pb7t', 'Hd')} ⟦credential⟧`,
  ),
  note('in backticks', `- Passwort für das NAS: \`${made('Wd3k', 'Bn6y', 'Ts')}\` ⟦credential⟧`),
  note(
    'in quotes',
    `The password for the map archive is "${made('Vb6t', 'Yn3w', 'Ue')}". ⟦credential⟧`,
  ),
  note('a checked item', `- [x] New token: ${RANDOM} ⟦credential⟧`),
  note(
    'a token in an address',
    `https://hooks.maps.example/run?token=${RANDOM}${HEX} ⟦credential⟧`,
  ),
  note(
    'a table in Chinese',
    '| 服务 | 密码 |',
    '|---|---|',
    `| nas | ${made('Hx5c', 'Gf9r', 'Ow')} | ⟦credential⟧`,
  ),
  note('an API key in German', `API-Schlüssel: ${UUID} ⟦credential⟧`),
  note('an API key in Portuguese', `Chave de API: ${RANDOM} ⟦credential⟧`),
  note('Italian: parola d’ordine', `Parola d'ordine: ${made('Ol4n', 'Ci8u', 'Ba')} ⟦credential⟧`),
  note('an arrow', `nas password → ${made('Kw7p', 'Lm2q', 'Xe')} ⟦credential⟧`),
  note('YAML', '```yaml', 'service:', `  secret_key: ${RANDOM} ⟦credential⟧`, '```'),
  note(
    'a label and its value in the next cell of a list',
    `- **API Token** — \`${RANDOM}\` ⟦credential⟧`,
  ),
  note(
    'a recovery phrase',
    `Recovery code: ${made('7h2k', '-9qwz', '-m4xv', '-b3td')} ⟦credential⟧`,
  ),

  note(
    'what a password must be',
    'Password: at least 12 characters and one digit',
    'password: must contain a symbol',
  ),
  note('results of tests', 'Pass: 14, Fail: 0', 'Pass rate: 98.2%', 'PASS: test/e2e/boot.test.ts'),
  note('how passwords are hashed', 'Password hash: argon2id', 'Token type: Bearer', 'Auth: OAuth2'),
  note(
    'when a key was changed',
    'API key rotation: 2026-03-01',
    'Password changed: 2026-02-11 14:30',
  ),
  note(
    'the music is in a key',
    'Key: C# minor',
    'Key takeaways: ask early, write down',
    'Key: value pairs',
  ),
  note('Secret Santa', 'Secret Santa: Wednesday 19:30', 'The secret: butter'),
  note('keys on a keyboard', 'Access key: Alt+F4', 'Hotkey: Cmd+Shift+4'),
  note(
    'an error of a service',
    'token: refresh_token_expired',
    'error: invalid_api_key',
    'secret: missing',
  ),
  note('in German, where it is kept', 'Passwort: siehe Tresor', 'Passwort: liegt bei Marek'),
  note(
    'names of variables',
    'Set the API key in MAPS_API_KEY.',
    'Token: from the environment (MAPS_TOKEN)',
    'secret: process.env.SESSION_SECRET',
  ),
  note(
    'a path with a token in it',
    'token: ./src/auth/token-store.ts',
    'password file: config/passwords.example.yml',
  ),
  note(
    'versions and addresses',
    'token-server: v2.14.1',
    'auth: https://login.maps.example/authorize',
    'key server: 192.168.1.20',
  ),
  note(
    'an ETag and a trace',
    'ETag: "33a64df551425fcc55e4d42a148795d9f25f89d4"',
    'trace id: 4bf92f3577b34da6a3ce929d0e0e4736',
  ),
];
