import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCredentialLabel, labelledCredentials } from '#lib/workspace/credential.ts';

const values = (text: string): string[] => labelledCredentials(text).map(({ value }) => value);

describe('labelledCredentials [Y95]', () => {
  it.each([
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
  ])('finds the value in %j', (text) => {
    expect(values(text)).toEqual(['hunter2']);
  });

  it.each([
    ['api_key = abc123def456', 'abc123def456'],
    ['OPENAI_API_KEY=sk12-abcdef', 'sk12-abcdef'],
    ['Key: a1b2c3d4e5f6', 'a1b2c3d4e5f6'],
    ['PIN: 4711', '4711'],
    ['Pin-Code: 471100', '471100'],
    ['Password: changeme', 'changeme'],
    ['Password: swordfish', 'swordfish'],
    ['The password is swordfish', 'swordfish'],
    ['密码：我的秘密密码吗好', '我的秘密密码吗好'],
  ])('finds the value in %j', (text, value) => {
    expect(values(text)).toEqual([value]);
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
      { line: 3, kind: 'password', value: 'hunter2' },
      { line: 4, kind: 'pin', value: '4711' },
    ]);
  });

  it('finds a password wherever its line stands, and its value is in the text', () => {
    const label = fc.constantFrom('Password', 'passwort', 'Contraseña', 'senha', 'пароль', '密码');
    const secret = fc.stringMatching(/^[a-z]{5,10}[0-9]{1,4}$/);
    const noise = fc.stringMatching(/^[a-z ,.]{0,40}$/);
    fc.assert(
      fc.property(label, secret, noise, noise, (name, value, before, after) => {
        expect(values(`${before}\n- ${name}: ${value}\n${after}`)).toContain(value);
      }),
    );
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
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        for (const value of values(text)) expect(text).toContain(value);
      }),
    );
  });

  it('reads a long hostile line to its end', () => {
    for (const piece of ['password ', ': ', '://', 'a.', '|', ' is ', '(', ';']) {
      expect(values(piece.repeat(50_000))).toEqual([]);
    }
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
