/** How much of a line is told before its end is known. */
import { describe, expect, it } from 'vitest';

import { OpenLine } from '#kernel/redact/open-line.ts';
import { Secrets } from '#kernel/redact/credential-redactor.ts';

const KEY = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
const KNOWN = 'swordfish-swordfish';

/** What a user reads while this is said, a character at a time, and has not ended. */
const told = (said: string): string => {
  const line = new OpenLine('', new Secrets([KNOWN]));
  let length = 0;
  for (let at = 1; at <= said.length; at += 1) length = line.safePrefix(said.slice(0, at));
  return said.slice(0, length);
};

describe('a line that is still being said', () => {
  it('is read word by word', () => {
    expect(told('The tide is green, ')).toBe('The tide is green, ');
    expect(told('See https://tides.example/table today ')).toBe(
      'See https://tides.example/table today ',
    );
  });

  it.each(['\u{10000}', '\u{1F408}', '\u{10FFFF}'])('shows no half of %j', (character) => {
    expect(told(`Hi ${character.charAt(0)}`)).toBe('Hi ');
    expect(told(`Hi ${character} `)).toBe(`Hi ${character} `);
  });

  it.each([
    ['a password in a URL', 'https://ada:tide-7-quay@host.example/'],
    ['a key of a provider', KEY],
    ['a private key', '-----BEGIN'],
    ['a value that is known', KNOWN],
  ])('holds %s back, and what follows it', (_what, secret) => {
    const text = told(`Use ${secret} for the pier `);
    expect(text.length).toBeLessThanOrEqual('Use '.length + 8);
    expect(text).not.toContain('pier');
  });
});
