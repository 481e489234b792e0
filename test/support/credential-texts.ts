/** Credentials as detectors find them; every value is made up. */

/** Texts with the password `hunter2`, in the ways in which people label one. */
export const LABELLED_HUNTER2: readonly string[] = [
  'password: hunter2',
  '**Password:** hunter2',
  '- **Password**: `hunter2`',
  '| Password | hunter2 |',
  '| Service | Password |\n|---|---|\n| wifi | hunter2 |',
  'Password = "hunter2"',
  '{"password":"hunter2"}',
  'db_password=hunter2',
  'dbPassword: hunter2,',
  'The password is hunter2.',
  'The password is: hunter2',
  'Password for the router: hunter2',
  'Password (wifi): hunter2',
  'user: ada, password: hunter2',
  'password;hunter2;',
  '  user_name;Ada;password;hunter2;',
  'Passwort: hunter2',
  'WLAN-Passwort: hunter2',
  'Das Kennwort lautet hunter2',
  'contraseña: hunter2',
  'La contraseña es hunter2',
  'mot de passe : hunter2',
  'Wachtwoord: hunter2',
  'senha: hunter2',
  'пароль: hunter2',
  '密码：hunter2',
  '```\npassword: hunter2\n```',
  '<!-- password: hunter2 -->',
  'redis://:hunter2@localhost:6379',
  'postgres://ada:hunter2@db.example.org/x',
  'token is hunter2',
  'secret: hunter2',
  'Authorization: Bearer hunter2',
];

/** Texts, and the value that they label. */
export const LABELLED: readonly (readonly [text: string, value: string])[] = [
  ['api_key = abc123def456', 'abc123def456'],
  ['OPENAI_API_KEY=sk12-abcdef', 'sk12-abcdef'],
  ['Key: a1b2c3d4e5f6', 'a1b2c3d4e5f6'],
  ['PIN: 4711', '4711'],
  ['Pin-Code: 471100', '471100'],
  ['Password: changeme', 'changeme'],
  ['Password: swordfish', 'swordfish'],
  ['The password is swordfish', 'swordfish'],
  ['密码：我的秘密密码吗好', '我的秘密密码吗好'],
];

const KEY = 'f3Kq92LmZx81Pw7TbV';

/** Settings whose name has more behind the word that promises, and words before a command; with the value. */
export const SETTINGS: readonly (readonly [text: string, value: string])[] = [
  ...[
    'OPENAI_API_KEY_PROD=',
    'STRIPE_SECRET_KEY_TEST: ',
    'NPM_TOKEN_CI=',
    'api-key-staging: ',
    'GITHUB_TOKEN_ADA=',
    'API_KEY_2=',
    'token2: ',
    'ENCRYPTION_KEY_V1=',
    'SECRET_KEY_BASE=',
    'CLIENTSECRET=',
    'AUTHTOKEN=',
    'apiKeyProd: ',
    'spring.api.token.prod=',
    '"clientSecretEu": ',
  ].map((label) => [`${label}${KEY}`, KEY] as const),
  ["'password' => 'tide-7-quay',", 'tide-7-quay'],
  ['PASSWORD1=tide-7-quay', 'tide-7-quay'],
  ['DB_PASSWORD=tide-7-quay node x.js', 'tide-7-quay'],
  [`ran OPENAI_API_KEY=${KEY} ./deploy.sh`, KEY],
];

/** Settings about a credential, with no credential in them. */
export const ABOUT_CREDENTIALS: readonly string[] = [
  'TOKEN_EXPIRY=3600',
  'PASSWORD_MIN_LENGTH=12',
  'API_KEY_HEADER=X-Api-Key',
  'VAULT_TOKEN_ADDR=https://vault.harbour.net',
  'SECRET_NAME=harbour/db-7Qx',
  'TOKEN_URL=https://auth.harbour.net/token',
  'max_tokens_total: 128000',
  'public_key_2: f3Kq92LmZx81Pw7TbV',
  'PASSWORD_HASH=f3Kq92LmZx81Pw7TbV',
  'token_type_v2: Bearer9Xk',
];

/** What a line of a log begins with: the kernel's, those of hosts and of programs; and what stands before a setting. */
export const LINE_BEGINNINGS: readonly string[] = [
  '- 09:05 ',
  '- 23:57:01 ',
  '[09:05] ',
  '> 09:05 ',
  '- [ ] 09:05 ',
  '**09:05** ',
  '- 9:05 am: ',
  '2026-11-20T09:05:11.123Z ',
  '2026-11-20 09:05:11,123 INFO ',
  '[2026-11-20 09:05:11] [info] ',
  'Nov 20 09:05:11 quay app[123]: ',
  'user: ',
  'assistant (09:05): ',
  '$ ',
  '+ ',
  'localhost:8080 ',
  'image redis:7 and ',
  'https://api.harbour.net ',
  'file.ts:14 ',
  'src/file.ts:14:7: ',
];

/** Headings and lines in bold with a value below, and the value. */
export const HEADED: readonly (readonly [text: string, value: string])[] = [
  ['## Password\n\nhunter2-Tr0ub4dor', 'hunter2-Tr0ub4dor'],
  ['# Password\nhunter2', 'hunter2'],
  ['### Wi-Fi password ###\n\n\n\n\n\n\n\n`hunter2`', 'hunter2'],
  ['**Password**\n\nhunter2', 'hunter2'],
  ['__Password for the router__\n**hunter2**', 'hunter2'],
  ['## **WLAN-Passwort**\r\n\r\nhunter2\r\n', 'hunter2'],
  ['## Password\n\n```\nhunter2\n```', 'hunter2'],
  ['## Password\n\n- hunter2-Tr0ub4dor', 'hunter2-Tr0ub4dor'],
  ['## Mot de passe\n\n> hunter2', 'hunter2'],
  ['## Contraseña (wifi)\n\nhunter2', 'hunter2'],
  ['## Пароль\n\nhunter2', 'hunter2'],
  ['## 🔑 密码\n\nhunter2', 'hunter2'],
  ['## パスワード\n\nhunter2', 'hunter2'],
  ['## 2. Password\n\ntide-7-quay', 'tide-7-quay'],
  ['## API key\n`f3Kq92LmZx81Pw7Tb`', 'f3Kq92LmZx81Pw7Tb'],
  [
    '## API-Schlüssel\n\n6f1c2d3e-8a9b-4c5d-9e0f-1a2b3c4d5e6f',
    '6f1c2d3e-8a9b-4c5d-9e0f-1a2b3c4d5e6f',
  ],
  ['**Bot token**\n\n~~~text\nf3Kq92LmZx81Pw7Tb\n~~~', 'f3Kq92LmZx81Pw7Tb'],
  ['## Bank PIN\n\n4711', '4711'],
];

/** Letters and digits without a repetition that a rule would take for a placeholder. */
export const run = (length: number): string => 'aB3dE5gH7jK9mN1pQ2'.repeat(40).slice(0, length);
const hex = (length: number): string => '0123456789abcdef'.repeat(20).slice(0, length);
/** Keys are put together here, so that none stands in this file. */
export const glue = (...parts: readonly string[]): string => parts.join('');

export const pem = (name: string): string =>
  ['BEGIN', 'END']
    .map((word) => glue('-----', word, ` ${name}PRIVATE `, 'KEY-----'))
    .join(`\nMI${run(120)}\n`);

const onePassword = (): string =>
  glue('ops', '_', btoa(`{"email":"${run(90)}","k":"${run(20)}{"}`).replace(/=+$/, ''));

/** Texts in which the rule of this name finds something. */
export const PROVIDER_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  aws: [
    glue('AWS_SECRET_', 'ACCESS_KEY=', run(40)),
    glue('secret', 'access', 'key: "', run(40), '"'),
    glue('Secret_', 'AccessKey => ', run(40)),
  ],
  privatekey: [pem(''), pem('RSA '), pem('OPENSSH ')],
  npm: [glue('npm', '_', run(36))],
  basicauth: [
    glue('https', '://ada:', run(12), '@host.example.net/x'),
    glue('see (ftp', '://ada:', run(12), '@files.example.net)'),
  ],
  slack: [
    glue('xox', 'b-', run(12), '-', run(24)),
    glue('xap', 'p-1-', run(12), '-', run(24)),
    glue('HTTPS://Hooks.Slack', '.com/services/T', run(8), '/B', run(8), '/', run(24)),
  ],
  sendgrid: [glue('SG', '.', run(22), '.', run(43))],
  shopify: ['shppa', 'shpca', 'shpat', 'shpss'].map((prefix) => glue(prefix, '_', run(32))),
  stripe: ['sk_live', 'sk_test', 'rk_live', 'rk_test'].map((prefix) => glue(prefix, '_', run(24))),
  github: [
    ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((prefix) => glue(prefix, '_', run(36))),
    glue('github', '_pat_', run(82)),
    glue('ghs', '_', '1', '_a.b.c'),
  ],
  gitlab: [glue('glpat', '-', run(20))],
  grafana: [glue('glc', '_', run(40)), glue('glsa', '_', run(32), '_', hex(8))],
  openai: [
    glue('sk-', run(20), 'T3Blbk', 'FJ', run(20)),
    glue('sk-', 'proj-', run(74), 'T3Blbk', 'FJ', run(74)),
  ],
  anthropic: [glue('sk-', 'ant-', 'api03-', run(93), 'AA')],
  groq: [glue('gsk', '_', run(52))],
  huggingface: [glue('hf', '_', 'aBcDeFgHiJ'.repeat(4).slice(0, 34))],
  linear: [glue('lin_', 'api_', run(40))],
  notion: [glue('ntn', '_', '12345678901', run(35))],
  '1password': [onePassword()],
  'database-connection-string': [
    glue('mongodb+srv', '://ada:', run(12), '@db.example.net/x'),
    glue('MySQL', '://ada:', run(12), '@db/x'),
    glue('postgresql', '://ada:', 'pass:word/'.slice(0, 9), '1@db:5432/x'),
  ],
  'hashicorp-vault': [
    glue('hvs', '.', run(95)),
    glue('hvb', '.', run(140)),
    glue('hvr', '.', run(95)),
  ],
  vercel: ['vcp', 'vci', 'vca', 'vcr', 'vck'].map((prefix) => glue(prefix, '_', run(24))),
  databricks: [glue('dapi', hex(32)), glue('dapi', hex(32), '-2')],
  docker: [glue('dckr', '_pat_', run(27))],
  figma: [glue('figd', '_', run(40))],
  cloudflare: ['cfk', 'cfut', 'cfat'].map((prefix) => glue(prefix, '_', run(40), hex(8))),
  tailscale: [
    glue('tskey', '-auth-', run(12), '-', run(32)),
    glue('tskey', '-api-', run(12), '-', run(32)),
  ],
};

/** A key of GitHub that is longer than what is told at once. */
export const LONG_KEY = glue('ghs', '_', '1', `_${run(400)}.${run(700).repeat(4)}.${run(300)}`);
