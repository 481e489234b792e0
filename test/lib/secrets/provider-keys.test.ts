import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { labelledCredentials } from '#lib/secrets/credential.ts';
import { PROVIDER_FORMATS } from '#lib/secrets/provider-formats.ts';
import { formatKeysIn, hasFormatKey } from '#lib/secrets/provider-keys.ts';
import { mayHoldProviderKey } from '#lib/secrets/provider-prefilter.ts';
import { credentialFinder } from '#kernel/redact/credentials.ts';
import { providerKeys } from '#kernel/redact/provider-keys.ts';
import { providerKeysOf } from '#kernel/snapshot/take.ts';
import { pem } from '#test/support/credential-texts.ts';
import { exampleOf, keysOf } from '#test/support/provider-examples.ts';
import { forAll, inRuns } from '#test/support/property.ts';

const ROOT = join(import.meta.dirname, '../../..');
const valuesIn = (text: string): readonly string[] =>
  formatKeysIn(text).map(({ from, to }) => text.slice(from, to));

/** Where keys stand in what people and programs write. */
const PLACES: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => `- 2026-02-11: the key is ${key}; it is new.\n`,
  (key) => `**${key}** and \`${key}\``,
  (key) => `export KEY="${key}"\n`,
  (key) => `{"key":"${key}","log":"a\\n${key}\\n"}`,
  (key) => `https://api.example.net/v1?key=${key}&x=1`,
  (key) => `日志${key}完`,
  (key) => `_${key} _`,
];

const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
const { privateKey: ed25519 } = generateKeyPairSync('ed25519');
const { privateKey: x25519 } = generateKeyPairSync('x25519');
const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const { privateKey: ec } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const encryption = { cipher: 'aes-256-cbc', passphrase: 'x' };
const PEMS: readonly (readonly [name: string, text: string])[] = [
  ['Ed25519', ed25519.export(pkcs8).toString()],
  ['X25519', x25519.export(pkcs8).toString()],
  ['RSA', rsa.export(pkcs8).toString()],
  ['RSA of its own form', rsa.export({ type: 'pkcs1', format: 'pem' }).toString()],
  ['RSA with a passphrase', rsa.export({ type: 'pkcs1', format: 'pem', ...encryption }).toString()],
  ['EC', ec.export(pkcs8).toString()],
  ['EC of its own form', ec.export({ type: 'sec1', format: 'pem' }).toString()],
  ['EC with a passphrase', ec.export({ ...pkcs8, ...encryption }).toString()],
  ['OpenSSH', pem('OPENSSH ')],
  [
    'lines of 32 characters',
    rsa
      .export(pkcs8)
      .toString()
      .replaceAll(/(?<=^.{32})(?=.{32}$)/gm, '\n'),
  ],
];

describe('keys in the formats of providers [Y95]', () => {
  it('knows the formats of forty providers and more', () => {
    expect(new Set(PROVIDER_FORMATS.map(({ provider }) => provider)).size).toBeGreaterThanOrEqual(
      40,
    );
  });

  it.each(PROVIDER_FORMATS.map((format, index) => ({ format, name: format.provider, index })))(
    'finds a key of $name wherever it stands ($index)',
    ({ format }) => {
      inRuns(60)(keysOf(format), fc.constantFrom(...PLACES), (key, place) => {
        const text = place(key);
        expect(mayHoldProviderKey(text)).toBe(true);
        const found = valuesIn(text);
        expect(found.length).toBeGreaterThan(0);
        for (const value of found) expect(value.startsWith(key)).toBe(true);
      });
    },
  );

  it('gives the gate one find for each key, with its provider and line', async () => {
    const find = credentialFinder();
    for (const format of PROVIDER_FORMATS) {
      const key = exampleOf(format);
      const found = await find(`# Notes\n\nThis is it: ${key}\n`);
      expect(found, format.provider).toContainEqual({ kind: format.provider, line: 3, value: key });
    }
  });

  it('gives the auditor one find for each key', async () => {
    const keys = PROVIDER_FORMATS.map(exampleOf);
    const found = await providerKeysOf(keys.join('\n'));
    expect(found.map(({ value }) => value)).toEqual(keys);
  });

  it('is one find where secretlint has the format too', async () => {
    const key = ['sk-', 'ant-', 'api03-', 'aB3dE5gH7j'.repeat(10).slice(0, 93), 'AA'].join('');
    expect(await providerKeys(`a ${key} b ${key}`)).toEqual([
      { kind: 'Anthropic', line: 1, value: key },
      { kind: 'Anthropic', line: 1, value: key },
    ]);
  });

  it.each(PEMS)('finds a private key in PEM: %s', async (_, block) => {
    const key = block.trimEnd();
    expect(valuesIn(`# Keys\n\n${block}\nend`)).toEqual([key]);
    expect(await providerKeys(`# Keys\n\n${block}\nend`)).toEqual([
      { kind: 'private key', line: 3, value: key },
    ]);
    for (const text of [
      key.replaceAll('\n', '\r\n'),
      JSON.stringify({ key }),
      key.replaceAll(/^/gm, '> '),
      key.replaceAll(/^/gm, '    '),
      key.slice(0, key.lastIndexOf('-----END')),
    ])
      expect(valuesIn(text), text).toHaveLength(1);
  });

  it('takes nothing of what follows a private key that is cut off', () => {
    const key = pem('').slice(0, pem('').lastIndexOf('\n-----END'));
    expect(valuesIn(`${key}\n\n(The rest is in the safe.)`)).toEqual([key]);
  });

  it('finds an Ed25519 key that stands by itself', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const key = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    expect(valuesIn(`key ${key}, it is`)).toEqual([key]);
  });

  it.each([
    'aB3dE5.gH7jK9.mN1pQ2rS',
    'MTk4NjIyNDgzNDcx.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs',
    'abc123.def456.ghi789',
  ])('finds a token of three parts below its label: %s', (value) => {
    for (const label of ['Token', 'API key', 'Access token'])
      expect(labelledCredentials(`${label}: ${value}`)).toMatchObject([{ value }]);
  });

  it.each([
    'config.auth.token',
    'process.env.token',
    'settings.oauth2.clientSecret',
    'response.data.accessTokenV2',
    'i18n.auth.label',
    'this.state.getAccessTokenV2Client',
  ])('takes the name of a property for none: %s', (value) => {
    expect(labelledCredentials(`Token: ${value}`)).toEqual([]);
  });
});

describe('what is no key', () => {
  it.each([
    'hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx and AIzaSyXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
    'sk-or-v1-… and sk-or-v1-<your key> and hf_your_token',
    'sk-proj-your-key-goes-here-and-nothing-else-in-the-world',
    'hf_hub_download, AIza, eyJ, eyJ.eyJ.x, re_export_all_the_things_from_here_on, SKILL',
    'pa-that-is-a-long-name-of-a-branch-with-words-only, fc-and-so-on, key-value-store-of-the-harbour',
    '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY----- and then come the lines of the key in base64',
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----',
    'https://github.com/openclaw/openclaw/blob/main/docs/reference/templates/AGENTS.md#every-session',
    '|---------------------------------|:--------------------------------:|',
  ])('is found in no ordinary text: %j', (text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it('is a name with the mark of a key, or a part of a longer word', () => {
    const letters = 'createthelistofallquays';
    expect(valuesIn(`fw_${letters} and fw_${letters.toUpperCase()}`)).toEqual([]);
    const key = ['hf', '_', 'aB3dE5gH7j'.repeat(4).slice(0, 36)].join('');
    expect(valuesIn(`"a\\n${key}"`)).toEqual([key]);
    expect(valuesIn(`Z${key} Z-${key} Z_${key} ${key}aB3dE5gH`)).toEqual([]);
  });

  it('is found in no hash, no UUID and no other text without order', () => {
    for (let round = 0; round < 200; round += 1) {
      const bytes = createHash('sha512').update(`${round}`).digest();
      const text = [
        randomUUID(),
        bytes.toString('hex'),
        bytes.toString('hex').slice(0, 40),
        `sha512-${bytes.toString('base64')}`,
        bytes.toString('base64url'),
        `git-${bytes.toString('hex').slice(0, 12)}`,
        bytes.toString('base64url').slice(0, 21),
      ].join('\n');
      expect(valuesIn(text)).toEqual([]);
    }
  });

  it('is found in no lock file and in no page of other people', () => {
    const pages = globSync(['node_modules/**/*.md', 'package-lock.json', '*.md', 'docs/**/*.md'], {
      cwd: ROOT,
    });
    expect(pages.length).toBeGreaterThan(200);
    const hits = pages.flatMap((page) =>
      hasFormatKey(readFileSync(join(ROOT, page), 'latin1')) ? [page] : [],
    );
    expect(hits).toEqual([]);
  });

  it('never throws, and finds what it finds in parts too', () => {
    const keys = PROVIDER_FORMATS.map(exampleOf);
    const piece = fc.oneof(
      fc.constantFrom(...keys, ...keys.map((key) => key.slice(0, -4)), '-', '_', '.', '\\n', ' '),
      fc.string(),
    );
    forAll(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join(' ');
      const found = formatKeysIn(text);
      expect(hasFormatKey(text)).toBe(found.length > 0);
      for (const [index, { from, to }] of found.entries()) {
        expect(from).toBeGreaterThanOrEqual(found[index - 1]?.to ?? 0);
        expect(formatKeysIn(text.slice(from, to))).toHaveLength(1);
      }
      const whole = pieces.filter((one) => keys.includes(one));
      expect(found.length).toBeGreaterThanOrEqual(whole.length === 0 ? 0 : 1);
    });
  });
});

describe('keys behind the name of their service [Y95]', () => {
  const hex = ['440b2cce20f17e27', 'c1b7937916760aad'].join('');
  const plain = ['E6sv0Lgh', 'HnMnQ2Fc', 'mez9sKy9', 'vevks'].join('');

  it.each([
    `- NewsAPI: ${hex}`,
    `Tavily (\`${plain}\`)`,
    `| Brave Search | ${plain} |`,
    `**Jina AI** — ${plain}`,
    `- Deepgram API: "${hex}"`,
  ])('are found in %j', (text) => {
    expect(mayHoldProviderKey(text)).toBe(true);
    expect(valuesIn(text).map((value) => value === hex || value === plain)).toEqual([true]);
  });

  it.each([
    `- GitHub: ${hex}`,
    `Tavily run 6f1c2d3e-8a9b-4c5d-9e0f-1a2b3c4d5e6f`,
    `Deepgram: 6f1c2d3e-8a9b-4c5d-9e0f-1a2b3c4d5e6f`,
    `checksum ${hex}`,
    `Tavily said:\n${hex}`,
    'NewsAPI: how-to-read-it-in-nine-steps-or-fewer',
  ])('are not made up in %j', (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe('values that are none, behind a label [Y95]', () => {
  it.each([
    'API key: f3Kq92Lm…',
    'API key: f3Kq92Lm...',
    '- **Token:** f3Kq92Lm****',
    'Password: sunny99 …',
    'PASS: 6f1c2d3e-8a9b-4c5d-9e0f-1a2b3c4d5e6f',
    'token: v1/search/tokens2?q=boat',
    'Passwords:\n- wifi-2026.kdbx',
    'Senha: alterada!',
  ])('are not sure in %j', (text) => {
    expect(labelledCredentials(text).filter(({ confidence }) => confidence === 'high')).toEqual([]);
  });

  it('end where their script ends', () => {
    const values = labelledCredentials('账号：ada，密码：Xk29ab77，备注：无').map(
      ({ value }) => value,
    );
    expect(values).toEqual(['Xk29ab77']);
  });
});
