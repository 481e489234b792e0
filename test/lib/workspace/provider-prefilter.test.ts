import { lintSource } from '@secretlint/core';
import { creator, rules } from '@secretlint/secretlint-rule-preset-recommend';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mayHoldProviderKey } from '#lib/workspace/provider-prefilter.ts';

/** The rules of the preset that find something in a text. */
const rulesFor = async (text: string, filePath = '/notes.md'): Promise<readonly string[]> => {
  const { messages } = await lintSource({
    source: {
      filePath,
      content: text,
      contentType: 'text',
      ext: filePath.slice(filePath.lastIndexOf('.')),
    },
    options: {
      config: { rules: [{ id: 'preset', rule: { ...creator } }] },
      noPhysicFilePath: true,
    },
  });
  return [...new Set(messages.map(({ ruleId }) => ruleId))];
};

/** Letters and digits without a repetition that a rule would take for a placeholder. */
const run = (length: number): string => 'aB3dE5gH7jK9mN1pQ2'.repeat(40).slice(0, length);
const hex = (length: number): string => '0123456789abcdef'.repeat(20).slice(0, length);
/** Keys are put together here, so that none stands in this file. */
const glue = (...parts: readonly string[]): string => parts.join('');

const pem = (name: string): string =>
  ['BEGIN', 'END']
    .map((word) => glue('-----', word, ` ${name}PRIVATE `, 'KEY-----'))
    .join(`\nMI${run(120)}\n`);

const onePassword = (): string =>
  glue('ops', '_', btoa(`{"email":"${run(90)}","k":"${run(20)}{"}`).replace(/=+$/, ''));

const SAMPLES: Readonly<Record<string, readonly string[]>> = {
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

/** Rules that find something only in files of certain names. */
const NAMED_SAMPLES = [
  {
    rule: 'npm',
    file: '/package.json',
    text: glue('"https://', run(20), ':x-oauth-', 'basic@github.com/a/b"'),
  },
  { rule: 'npm', file: '/.npmrc', text: glue('//registry/:_auth', 'Token=', run(20)) },
  {
    rule: 'gcp',
    file: '/key.json',
    text: JSON.stringify({ private_key_id: 'x', private_key: pem('') }),
  },
];

/** Comments that switch rules off, and certificates in a binary format. */
const WITHOUT_SAMPLES = ['filter-comments'];

const idOf = (rule: string): string => rule.replace('@secretlint/secretlint-rule-', '');

describe('mayHoldProviderKey', () => {
  const samples = Object.entries(SAMPLES).flatMap(([rule, texts]) =>
    texts.map((text, index) => ({ rule, text, index })),
  );

  it('is tried with a key for every rule of the preset', () => {
    const tried = [...Object.keys(SAMPLES), ...NAMED_SAMPLES.map(({ rule }) => rule)];
    expect(new Set([...tried, ...WITHOUT_SAMPLES])).toEqual(
      new Set(rules.map(({ meta }) => idOf(meta.id))),
    );
  });

  it.each(samples)('says yes to what the rule $rule finds ($index)', async ({ rule, text }) => {
    expect((await rulesFor(text)).map(idOf)).toContain(rule);
    expect(mayHoldProviderKey(text)).toBe(true);
    expect(mayHoldProviderKey(`- Remember this: ${text}; it is new.\n`)).toBe(true);
    expect(mayHoldProviderKey(`日志 ${text} 完`)).toBe(true);
  });

  it.each(NAMED_SAMPLES)(
    'says yes to what the rule $rule finds in $file',
    async ({ rule, file, text }) => {
      expect((await rulesFor(text, file)).map(idOf)).toContain(rule);
      expect(mayHoldProviderKey(text)).toBe(true);
    },
  );

  it.each([
    '',
    'Never store a password, a token or a key. See https://example.org:8080/a@b and `api_key`.',
    'The skeleton_key of the harbour, ops_team, gh_pages, hf_ and SG. Kant-api0.',
    'A monkey-business, a keyboard, KEY: value, secret key, xoxo.',
  ])('spares ordinary text the detector: %j', (text) => {
    expect(mayHoldProviderKey(text)).toBe(false);
  });

  it('says yes whenever the preset finds something, on texts of parts of keys', async () => {
    const fixed = fc.constantFrom(
      ...samples.flatMap(({ text }) => [text, text.slice(0, 12), text.slice(0, -3)]),
      '://',
      '@',
      '_',
      '-',
      '.',
      ':',
      ' ',
      '\n',
    );
    const piece = fc.oneof(fixed, fc.stringMatching(/^[A-Za-z0-9]{1,40}$/), fc.string());
    let found = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const text = pieces.join('');
        if ((await rulesFor(text)).length === 0) return;
        found += 1;
        expect(mayHoldProviderKey(text)).toBe(true);
      }),
      { numRuns: 400 },
    );
    expect(found).toBeGreaterThan(50);
  });
});
