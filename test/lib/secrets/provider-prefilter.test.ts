import { lintSource } from '@secretlint/core';
import { creator, rules } from '@secretlint/secretlint-rule-preset-recommend';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mayHoldProviderKey } from '#lib/secrets/provider-prefilter.ts';
import { glue, pem, PROVIDER_SAMPLES, run } from '#test/support/credential-texts.ts';

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
  const samples = Object.entries(PROVIDER_SAMPLES).flatMap(([rule, texts]) =>
    texts.map((text, index) => ({ rule, text, index })),
  );

  it('is tried with a key for every rule of the preset', () => {
    const tried = [...Object.keys(PROVIDER_SAMPLES), ...NAMED_SAMPLES.map(({ rule }) => rule)];
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
