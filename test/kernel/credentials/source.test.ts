import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { shownPlace, sourceFrom, sourceText, variable } from '#kernel/credentials/source.ts';
import { isSource } from '#kernel/state/shapes.ts';

const ENVIRONMENT = { HOME: '/home/ada' };

describe('a place of a credential', () => {
  it.each([
    ['env:FOO_KEY', { type: 'env', name: 'FOO_KEY' }],
    ['keychain:yamo/openai', { type: 'keychain', service: 'yamo', account: 'openai' }],
    [
      'keychain:Codex Auth/cli|0123#/OPENAI_API_KEY',
      { type: 'keychain', service: 'Codex Auth', account: 'cli|0123', pointer: '/OPENAI_API_KEY' },
    ],
    ['file:/a/b', { type: 'file', path: '/a/b' }],
    ['file:/a#b', { type: 'file', path: '/a#b' }],
    ['file:~/.x/y.json#/a/b', { type: 'file', path: '/home/ada/.x/y.json', pointer: '/a/b' }],
    ['file:/a/../b', { type: 'file', path: '/b' }],
  ])('is read from %s', (text, source) => {
    expect(sourceFrom(text, ENVIRONMENT)).toEqual(source);
  });

  it.each(['', 'env:', 'file:', 'file:a/b', 'keychain:yamo', 'keychain:/x', 'http://x', 'none'])(
    'is not read from %j',
    (text) => {
      expect(sourceFrom(text, ENVIRONMENT)).toBeUndefined();
    },
  );

  it.each([
    'env:ANTHROPIC_API_KEY',
    'env:GOOGLE_GENERATIVE_AI_API_KEY',
    'env:my_oauth2_token',
    'env:S3_KEY_2',
    'env:_KEY',
    'keychain:Codex Auth/cli|0123#/OPENAI_API_KEY',
    'file:/home/ada/.config/some-program/credentials.json#/keys/default',
  ])('%s is shown as it is', (text) => {
    const source = sourceFrom(text, ENVIRONMENT);
    expect(source && shownPlace(source)).toBe(text);
  });

  it('becomes a text that is read back as the same', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary-ascii' }),
        fc.constantFrom('env:', 'keychain:', 'file:/'),
        (rest, type) => {
          const source = sourceFrom(`${type}${rest}`, ENVIRONMENT);
          if (source === undefined) return;
          expect(isSource(JSON.parse(JSON.stringify(source)))).toBe(true);
          expect(sourceFrom(sourceText(source), ENVIRONMENT)).toEqual(source);
        },
      ),
    );
  });

  it.each([
    null,
    {},
    { type: 'env' },
    { type: 'file', path: 1 },
    { type: 'file', path: '/a', pointer: 2 },
  ])('%j is none', (value) => {
    expect(isSource(value)).toBe(false);
  });

  it('a variable of nothing but white space is not set', () => {
    expect(variable({ A: ' \n' }, 'A')).toBeUndefined();
    expect(variable({}, 'A')).toBeUndefined();
    expect(variable({ A: ' x\n' }, 'A')).toBe('x');
  });
});
