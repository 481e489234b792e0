import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isAwaitingCredential,
  isCredentialLabel,
  labelledCredentials,
  labelledCredentialsSlowly,
} from '#lib/secrets/credential.ts';
import { mayValueFollow } from '#lib/secrets/credential-lines.ts';
import {
  labelIn,
  PASSWORD_ENDS,
  PASSWORD_WORDS,
  TOKEN_ENDS,
  TOKEN_WORDS,
} from '#lib/language/credential-labels.ts';
import {
  ABOUT_CREDENTIALS,
  HEADED,
  LABELLED,
  LABELLED_HUNTER2,
  LINE_BEGINNINGS,
  SETTINGS,
} from '#test/support/credential-texts.ts';
import { forAll, inRuns } from '#test/support/property.ts';

const values = (text: string): string[] => labelledCredentials(text).map(({ value }) => value);
const sure = (text: string): string[] =>
  labelledCredentials(text)
    .filter(({ confidence }) => confidence === 'high')
    .map(({ value }) => value);

describe('labelledCredentials [Y95]', () => {
  it.each(LABELLED_HUNTER2)('finds the value in %j', (text) => {
    expect(values(text)).toEqual(['hunter2']);
  });

  it.each(LABELLED)('finds the value in %j', (text, value) => {
    expect(values(text)).toEqual([value]);
  });

  it.each(SETTINGS)('finds the value in %j', (text, value) => {
    expect(sure(text)).toEqual([value]);
  });

  it.each(['API_KEY_2=', 'token2: ', 'OPENAI_API_KEY_PROD=', 'SECRET_KEY_BASE='])(
    'is sure of a long value of both cases with digits behind %j, also where few of them are different',
    (label) => {
      expect(sure(`${label}Tr0ub4dor00f00f00f00f`)).toEqual(['Tr0ub4dor00f00f00f00f']);
      expect(sure(`${label}Abc123Abc123Abc123Abc123`)).toEqual([]);
    },
  );

  it.each(ABOUT_CREDENTIALS)('finds nothing in %j', (text) => {
    expect(values(text)).toEqual([]);
  });

  it.each(LINE_BEGINNINGS)('finds the same behind %j as alone', (beginning) => {
    const forms = [
      ...LABELLED_HUNTER2.map((text) => [text, 'hunter2'] as const),
      ...LABELLED,
      ...SETTINGS,
    ].filter(([text]) => !/^[|`<]|;$/u.test(text));
    const missed = forms.filter(([text, value]) => !values(beginning + text).includes(value));
    expect(missed.map(([text]) => text)).toEqual([]);
    const found = ABOUT_CREDENTIALS.filter((text) => values(beginning + text).length > 0);
    expect(found).toEqual([]);
  });

  it.each([
    'Password policy: rotate monthly',
    'token budget: 4000 tokens',
    'Key decisions: use Postgres',
    'The secret: patience',
    'key: value',
    'max_tokens: 4096',
    'password: see 1Password',
    'API key: stored in keychain',
    'password: none',
    'password: <password>',
    'password: [your password]',
    'password: ${DB_PASSWORD}',
    'password: DB_PASSWORD',
    'password: xxxxxxxx',
    'password: ********',
    'password: op://vault/item/field',
    'password: keychain:wifi',
    'password: process.env.DB_PASSWORD',
    'password: getPassword()',
    'password: your-password-here',
    'password: https://example.org/reset',
    'password: short',
    'password: string;',
    'Password: please ask Ada',
    'the password is required',
    'the password is outdated',
    'api_key: OPENAI_API_KEY',
    'PIN: 123',
    'Pin: this message',
    'token: 2026-01-02T10:00',
    'key: F5 to F12',
    'GitHub login: ada2024',
    'Public key: AAAAC3NzaC1lZDI1',
    'cache key: user:profile:v2:4711',
    'token = readTokens.some((each) => each)',
    'postgres://user:password@host/db',
    'postgres://user:${DB_PASSWORD}@host/db',
    'see https://example.org:8080/a@b',
    'Authorization: Bearer <token>',
    'Never store a password, a token or a key.',
    '| Name | Password |\n|---|---|\n| wifi | see 1Password |',
    '',
  ])('finds nothing in %j', (text) => {
    expect(values(text)).toEqual([]);
  });

  it('points at the line, for every line ending', () => {
    expect(labelledCredentials('a\r\n\rpassword: hunter2\npin: 4711')).toEqual([
      { line: 3, kind: 'password', value: 'hunter2', confidence: 'high' },
      { line: 4, kind: 'pin', value: '4711', confidence: 'high' },
    ]);
  });

  it('finds a password wherever its line stands, and its value is in the text', () => {
    const label = fc.constantFrom('Password', 'passwort', 'Contraseña', 'senha', 'пароль', '密码');
    // No `x`: `xxx…` is a gap to fill in.
    const secret = fc.stringMatching(/^[a-w]{5,10}[0-9]{1,4}$/);
    const noise = fc.stringMatching(/^[a-z ,.]{0,40}$/);
    forAll(label, secret, noise, noise, (name, value, before, after) => {
      expect(values(`${before}\n- ${name}: ${value}\n${after}`)).toContain(value);
    });
  });

  it('never throws, and never makes a value up', () => {
    const piece = fc.constantFrom(
      'password',
      ':',
      '=',
      '|',
      ';',
      ' is ',
      '://',
      '@',
      'a1b2c3',
      '\n',
    );
    forAll(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      for (const value of values(text)) expect(text).toContain(value);
    });
  });

  it('reads a long hostile line to its end in linear time', () => {
    // What is quadratic does not end with so many, whatever the machine.
    const [LONG, VERY_LONG] = [400_000, 4_000_000];
    for (const piece of ['password ', ': ', '://', 'a.', '|', ' is ', '(', ';']) {
      expect(values(piece.repeat(VERY_LONG))).toEqual([]);
    }
    for (const piece of ['a', 'a@', 'b.', 'a1', 'admin:', 'login ', 'auth=("', 'mysql -u ']) {
      labelledCredentials(`password (${piece.repeat(LONG)}`);
      labelledCredentials(`password: a1 login a@b.cc ${piece.repeat(LONG)}`);
    }
  });
});

describe('labels of every language [Y95]', () => {
  const words = [...PASSWORD_ENDS, ...PASSWORD_WORDS, ...TOKEN_ENDS, ...TOKEN_WORDS];

  it.each([...words, 'key', 'pin'])('are found however %s is spelled', (word) => {
    const spellings = [
      word,
      word.toUpperCase(),
      word.replace(/^./u, (first) => first.toUpperCase()),
    ];
    for (const spelling of [...spellings, ...spellings.map((one) => one.normalize('NFD'))]) {
      const texts = [`${spelling}: 471100`, `My ${spelling} = A1b2C3d4E5f6`];
      expect(texts.flatMap(values).length).toBeGreaterThan(0);
      for (const text of texts) {
        expect(labelledCredentials(text)).toEqual(labelledCredentialsSlowly(text));
      }
    }
  });

  it('knows every character that becomes one of a label', () => {
    const chars = new Set([...words, 'key', 'pin'].join(''));
    for (let code = 0x80; code < 0x3_0000; code += 1) {
      const char = String.fromCodePoint(code);
      const plain = char.normalize('NFC').toLowerCase();
      if (plain === char || !Array.from(plain).some((one) => chars.has(one))) continue;
      for (const word of words) {
        if (!word.includes(plain)) continue;
        const text = `${word.replace(plain, char)}: A1b2C3d4E5f6`;
        expect(labelledCredentials(text)).toEqual(labelledCredentialsSlowly(text));
      }
    }
  });
});

describe('looking only near the words that label [Y95]', () => {
  const label = fc.constantFrom(
    ...PASSWORD_ENDS,
    ...TOKEN_WORDS,
    'Password',
    'API key',
    'KEY',
    'Pin',
    'Name',
    'Service',
    'Authorization',
  );
  const value = fc.oneof(
    fc.constantFrom(
      'hunter2',
      'swordfish',
      'A1b2C3d4E5f6',
      '4711',
      '`x9-y8-z7`',
      '<here>',
      'Bearer a1b2c3d4',
    ),
    fc.stringMatching(/^[A-Za-z0-9+/=_.:-]{1,40}$/),
  );
  const prose = fc.stringMatching(/^[a-z ,.;]{0,40}$/);
  const mark = fc.constantFrom(
    ':',
    ' = ',
    ' | ',
    '：',
    ' is ',
    ';',
    ': ',
    '|',
    '\n',
    ':\n- ',
    ':\n\n',
  );
  const line = fc.oneof(
    prose,
    fc.tuple(label, mark, value).map((parts) => parts.join('')),
    fc.tuple(prose, label, mark, value, prose).map((parts) => parts.join(' ')),
    fc
      .array(fc.oneof(label, value, prose), { maxLength: 4 })
      .map((cells) => `| ${cells.join(' | ')} |`),
    fc.constantFrom(
      '',
      '---',
      '|---|---|',
      '| Service | Token\n| radio | 5218934706:AAHdqTcvCH1vGWJxfSeofS',
      '```',
      '```sh',
      '- ',
      '# Title',
      '<!--',
      '-->',
      'x://a:',
      'https://ada:s3cret9@h.net',
    ),
    label.map((name) => `- **${name}:**`),
    label.map((name) => `## ${name}`),
    label.map((name) => `**${name}**`),
    value.map((one) => `- ${one}`),
  );
  const end = fc.constantFrom('\n', '\n', '\r\n', '\r', '');

  it('finds what reading every line finds, to the letter', () => {
    let found = 0;
    inRuns(1500)(
      fc.constantFrom('', '\uFEFF'),
      fc.array(fc.tuple(line, end), { maxLength: 30 }),
      (mark0, lines) => {
        const text = mark0 + lines.flat().join('');
        const slowly = labelledCredentialsSlowly(text);
        found += slowly.length;
        expect(labelledCredentials(text)).toEqual(slowly);
      },
    );
    // About six hundred; chance alone has made it fewer than five hundred.
    expect(found).toBeGreaterThan(200);
  });

  it('finds the same in any text at all', () => {
    forAll(fc.string({ unit: 'binary', maxLength: 200 }), fc.array(label), (noise, labels) => {
      const text = labels.map((name) => `${noise}${name}:${noise}`).join('\n') + noise;
      expect(labelledCredentials(text)).toEqual(labelledCredentialsSlowly(text));
    });
  });
});

describe('a value below its label [Y95]', () => {
  it.each([
    ['Password:\nhunter2', 'hunter2'],
    ['**Password:**\n\nhunter2', 'hunter2'],
    ['- Password:\n  - hunter2', 'hunter2'],
    ['Wi-Fi password:\n```\nsunflower\n```', 'sunflower'],
    ['Password:\n\n```text\nhunter2\n```', 'hunter2'],
    ['Password:\nswordfish', 'swordfish'],
    ['密码：\n> hunter2', 'hunter2'],
    ['API key =\n`a1b2c3d4e5f6`', 'a1b2c3d4e5f6'],
    ['Bank PIN:\n4711', '4711'],
    ['{"password":\n  "hunter2"}', 'hunter2'],
  ])('is found in %j', (text, value) => {
    expect(values(text)).toEqual([value]);
  });

  it('is found in each item of a list', () => {
    expect(values('Passwords:\n- hunter2\n- tr0ub4dor\n- nothing more')).toEqual([
      'hunter2',
      'tr0ub4dor',
    ]);
  });

  it.each([
    'Username:\nPassword:\nHostname:',
    'Password:\n\n## Next',
    'Password:\n\nUsername',
    'Password:\n- Minimum\n- Maximum',
    'Password:\n---\nnext12',
    'Password:\nis kept in the safe of the office',
    'Password:\n\n\nhunter2',
    'Token:\nsomething',
    'Credentials:\n- Username\n- Homepage',
    '1Password:\nitem4711',
  ])('is not made up in %j', (text) => {
    expect(values(text)).toEqual([]);
  });
});

describe('a value below a heading that labels it [Y95]', () => {
  it.each(HEADED)('is found in %j', (text, value) => {
    expect(sure(text)).toEqual([value]);
    expect(sure(`\uFEFF${text}\n\nhunter3`)).toEqual([value]);
    expect(labelledCredentialsSlowly(text)).toEqual(labelledCredentials(text));
  });

  it('is found in each item of a list', () => {
    expect(values('## Passwords\n\n- hunter2\n- tr0ub4dor\n- nothing more\n- hunter3')).toEqual([
      'hunter2',
      'tr0ub4dor',
    ]);
  });

  it('is what the heading next above it says', () => {
    expect(labelledCredentials('## Password\n\n### PIN\n\n4711\n')).toEqual([
      { line: 5, kind: 'pin', value: '4711', confidence: 'high' },
    ]);
  });

  it.each([
    'Rotate it every month.',
    'Rotate!',
    'sunflower',
    'see 1Password',
    '1Password',
    'None.\n\nhunter2',
    '---\n\nhunter2',
    '## Next\n\nhunter2',
    'hunter2 is the old one',
    '`hunter2` is the old one',
    'hunter2, which is old',
    '- [ ] hunter2',
    '<your-password-1>',
    '$DB_PASSWORD_1',
    'op://home/wifi2/password',
    'https://example.org/a1b2',
    '[vault](https://example.org/a1b2)',
    '![[hunter2.png]]',
    '`--password-stdin2`',
    '@ada2024',
    '#wifi2024',
    'ada2@example.com',
    'username=ada2',
    'settings.wifi2',
    '^[a-zA-Z0-9]{8,}$',
    'Argon2id',
    'WPA2-PSK',
    'bytes32',
    '2026-03-10',
    '毎月1回変更してください。',
    '密码：见密码管理器',
    'パスワード：エイダに聞く',
    '每月更换1次密码管理器里的密码',
    '```\n#!/bin/bash2\n```',
    '```ts\nconst x1 = 2;\n```',
    '```\nada\nhunter2\n```',
  ])('is not made up in %j', (below) => {
    expect(values(`## Password\n\n${below}\n`)).toEqual([]);
  });

  it.each([
    'hunter2',
    'createAccessTokenV2',
    'MAPS_API_TOKEN_2',
    'BSA-to-implementation-layer-v2',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ])('is no key in %j', (below) => {
    expect(values(`## API key\n\n${below}\n`)).toEqual([]);
  });

  it.each([
    '## Password policy',
    '## Token usage',
    '## Key decisions',
    '## Primary key',
    '## 1Password',
    '## How to choose a good password',
    '## Forgot your password?',
    '**Password** and the like',
    '**Note** on the **password**',
    '- **Password**',
    '#password',
    '####### Password',
    '    ## Password',
    'Password',
    `## ${'very '.repeat(20)}secret password`,
  ])('is not announced by %j', (above) => {
    expect(values(`${above}\n\nf3Kq92LmZx81Pw7Tb\n`)).toEqual([]);
  });

  it('is looked for in linear time below many blank lines', () => {
    expect(values(`## Password\n${'\n'.repeat(300_000)}hunter2`)).toEqual(['hunter2']);
    expect(values('## Password\n'.repeat(50_000))).toEqual([]);
  });
});

describe('a value that no mark announces [Y95]', () => {
  const KEY = 'f3Kq92LmZx81Pw7TbV4c';
  const WORDS = 'mango ladder canoe velvet walnut ripple orbit trumpet glove fiction ocean canyon';
  const TOLD: readonly (readonly [text: string, value: string])[] = [
    ['キャッシュカード、母の分のPINは7719。引き出しは月1回だけ。', '7719'],
    ['ID は tanaka、パスワードは「Sakura0403」のまま。', 'Sakura0403'],
    ['Пинкод от маминой карты 8054, снимать в банкомате', '8054'],
    ['- Kellertür Code 7305 (seit Mo.)', '7305'],
    ['妈妈的招行卡（尾号 6618）取款密码 195803，取钱前先打电话。', '195803'],
    ['my laptop password Quay!sunset40 in case I forget it', 'Quay!sunset40'],
    ['the password for the radio room tide-heron-88', 'tide-heron-88'],
    ['the sudo password is still Heron-Quay7', 'Heron-Quay7'],
    ['логин ada, пароль Quay26!x', 'Quay26!x'],
    ['modem şifresi kedi5717', 'kedi5717'],
    ['Wachtwoord router: Heron22!', 'Heron22!'],
    ['后台账号 ada，密码 Quay26!x', 'Quay26!x'],
    ['WiFi密码Quay26!x', 'Quay26!x'],
    ['Wi-Fi password (guests) Quay26!x', 'Quay26!x'],
    [`Saved the token (${KEY}) for later`, KEY],
    [`Deepgram key ${KEY}`, KEY],
    [`zone: ${KEY} (global api key)`, KEY],
    ['Radio - ada@quay.example - heron-tide-86', 'heron-tide-86'],
    ['got a new login (ada / Heron28!)', 'Heron28!'],
    [`new creds: app_rw:${KEY}`, KEY],
    ['root:Heron77x! on 10.0.0.7', 'Heron77x!'],
    ['mysql -u root -pHeron77x shop', 'Heron77x'],
    [`docker login -u ada -p ${KEY} registry.quay.example`, KEY],
    ['Bank card PIN 4711', '4711'],
    ['She says the door code is 7731#', '7731#'],
    [`recovery phrase: ${WORDS}`, WORDS],
    ['disk passphrase: mango ladder canoe velvet', 'mango ladder canoe velvet'],
    [
      'Passwords (until Monday, then the safe):\n- radio: see the safe\n- nas -> Heron-Quay7',
      'Heron-Quay7',
    ],
  ];
  const SAID = [
    '密码 7304821 次尝试',
    '密码是 7304',
    'my laptop password / Quay!sunset40',
    'laptop password·Quay!sunset40',
    'laptop password…Quay!sunset40',
    'the password of the wiki does not hold on Server2012b',
    'password length: 12characters',
    'Password hash: 5f4dcc3b5aa765d61d8327deb882cf99',
    'the password reset link went to Ada2024x',
    'tests pass Sprint23',
    'pin 1234 on the header is ground',
    'account id: 5f4dcc3b5aa765d61d8327deb882cf99',
    'wifi channel 11, 5GHz-80MHz',
    '| WLAN-Name | alle | Seestern5G |',
    'GPG key 0xC722DE01AF83B1C4 expires in May',
    'secret arn:aws:ssm:eu:1234:secret:db-Quay7P',
    'model key: heron-sonnet-4-20250514',
    'login as ada on Stage2Server',
    'ssh key: ~/.ssh/id_ed25519_quay',
    'the key claude-opus-4',
    'timing-safe comparison for `bearerAuth` (`GHSA-gq3j-xvxp-8hrf`)',
    'the figma file_key: gzLJeRunJYuB02zQKTOkva',
    '<key>EnvironmentVariables</key>',
    'botToken: "12345689:abc-xyz"',
    'recovery phrase: in the safe',
    'passphrase: never write that down',
    'API keys:\n- Ollama: not needed',
  ];

  it.each(TOLD)('is found in %j', (text, value) => {
    expect(sure(text)).toEqual([value]);
    expect(labelledCredentialsSlowly(text)).toEqual(labelledCredentials(text));
  });

  it.each(SAID)('is none in %j', (text) => {
    expect(sure(text)).toEqual([]);
    expect(labelledCredentialsSlowly(text)).toEqual(labelledCredentials(text));
  });

  it.each(TOLD.filter(([text]) => !text.includes('(global')))(
    'is held back while %j is being said',
    (text, value) => {
      const line = text.slice(text.lastIndexOf('\n') + 1);
      const at = line.indexOf(value);
      const isPromised = isAwaitingCredential(text.slice(0, text.length - line.length));
      const before = line.slice(0, at);
      const isFollowed = Array.from(before, (_, place) => mayValueFollow(before, place)).some(
        Boolean,
      );
      expect(isPromised || isFollowed).toBe(true);
    },
  );
});

it.each([
  ['Senha rede casa praia', 'password'],
  ['Senha rede casa praia norte', undefined],
  ['Пароль сервера', 'password'],
  ['Новый пароль сервера', 'password'],
  ['Insenha rede', undefined],
  ['Chave rede casa', 'key or token'],
])('a label with what it is for behind it [Y95] %j: %s', (label, kind) => {
  expect(labelIn(label)?.kind).toBe(kind);
});

describe('what notes really contain [Y95]', () => {
  // Put together here, so that no key stands in this file.
  const telegram = ['5218934706', 'AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'].join(':');
  it.each([
    [`| **Bot token** | \`${telegram}\` |`, telegram],
    [`| Service | Token |\n|---|---|\n| Telegram | ${telegram} |`, telegram],
    [`| Token | ${telegram} |`, telegram],
    ['| **Token** | f3Kq92LmZx81Pw7Tb |', 'f3Kq92LmZx81Pw7Tb'],
    ['- Senha: Sol-Mar-1987', 'Sol-Mar-1987'],
    ['密码: Xk29ab77', 'Xk29ab77'],
    ['Password: correct-horse-battery', 'correct-horse-battery'],
    ['**Password:** Kf8-ppQ2', 'Kf8-ppQ2'],
    ['- Wi-Fi password: seagull42', 'seagull42'],
    ['WLAN-Passwort: 29Moewe-Nord', '29Moewe-Nord'],
    ['| Wi-Fi | pass: dockside2024 |', 'dockside2024'],
    ['API key: 6f1c2d3e-8a9b-4c5d-9e0f-1a2b3c4d5e6f', '6f1c2d3e-8a9b-4c5d-9e0f-1a2b3c4d5e6f'],
    ['App password: qzbt hwmv xkcd plrn', 'qzbt hwmv xkcd plrn'],
    ['export BRAVE_API_KEY=BSAq83kdLw02mxNv7QzR', 'BSAq83kdLw02mxNv7QzR'],
    ['ŞİFRE: Deniz-1987', 'Deniz-1987'],
    ['大门密码是 730482，按完要按 #', '730482'],
    ['宅配ボックスの暗証番号は 4826（管理人さんに聞いた）', '4826'],
    ['EC-Karte: die Geheimzahl ist 2846, Mama soll am Samstag einkaufen', '2846'],
  ])('is sure of %j', (text, value) => {
    expect(sure(text)).toEqual([value]);
  });

  it.each([
    ['Password: swordfish', 'swordfish'],
    ['Password: auto-generated', 'auto-generated'],
    ['Example password: hunter2', 'hunter2'],
    ['```\npassword: hunter2\n```', 'hunter2'],
    ['postgres://ada:hunter2@db.example.org/x', 'hunter2'],
    ['redis://:hunter2@localhost:6379', 'hunter2'],
    ['secret: hunter2', 'hunter2'],
    ['PIN code: 110001', '110001'],
    ['https://admin1:admin1@nas.home', 'admin1'],
    ['Key: 6f1c2d3e-8a9b-4c5d-9e0f-1a2b3c4d5e6f', '6f1c2d3e-8a9b-4c5d-9e0f-1a2b3c4d5e6f'],
  ])('is not sure of %j', (text, value) => {
    expect(values(text)).toEqual([value]);
    expect(sure(text)).toEqual([]);
  });

  it('is sure of a long key in a code block too', () => {
    expect(sure('```sh\nexport TOKEN=f3Kq92LmZx81Pw7TbV\n```')).toEqual(['f3Kq92LmZx81Pw7TbV']);
  });

  it.each([
    'token: ${GH_TOKEN}',
    'Authorization: Bearer ${GH_TOKEN}',
    'https://x-access-token:${GH_TOKEN}@github.com/a/b',
    'postgres://user:password@hostname/db',
    'redis://postgres:password@localhost',
    'COLS Token: COLS-9d91b7',
    'Token: 0x52908400098527886E0F7030069857D2E4169EE7',
    '1Password item ID: x7k2m9qq41',
    'In 1Password: item 4711abc',
    'LastPass: folder2025',
    'OPENAI_API_KEY=sk-1234-placeholder',
    'api_key: sk-xxxxxxxx1234',
    'token: [REDACTED_API_KEY]',
    'password: a1-REDACTED-b2',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    "const AUTH_STORAGE_KEY = 'app-auth-v2'",
    "X_STORAGE_KEY = 'theme_settings_2'",
    'Key: BSA-to-implementation-layer',
    'Secret: BSA-to-implementation-layer-v2',
    'postgres://freqtrade:freqtrade@localhost:5432/x',
    '- **Session Key**: agent:main:telegram:group:1234567',
    'SSH key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5',
    'SSH key: id_ed25519',
    'key: deploy2024.pem',
    'API key: config.keys.openai2',
    'password: varchar(255)',
    'token: getToken2("x")',
    '密码：见1Password',
    '| Password | Username |\n|---|---|',
    '| password | string | the login |',
    'Password: see the safe',
  ])('is not misled by %j', (text) => {
    expect(values(text)).toEqual([]);
  });
});

describe('isCredentialLabel', () => {
  it.each(['Password', 'API-Schlüssel', 'wifi_pw', 'Tokens', 'Bank PIN', 'Key', 'key for GitHub'])(
    'says yes to %j',
    (label) => {
      expect(isCredentialLabel(label)).toBe(true);
    },
  );
  it.each(['Name', 'Key decisions', 'Keyboard', 'Pinboard', 'Opinion', 'Communication style'])(
    'says no to %j',
    (label) => {
      expect(isCredentialLabel(label)).toBe(false);
    },
  );
});
