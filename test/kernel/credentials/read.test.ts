import { chmodSync, mkdirSync, truncateSync } from 'node:fs';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { keyFault, readPrivate, readUnforged, valueIn } from '#kernel/credentials/read.ts';
import { disk } from '#kernel/fs/disk.ts';
import { CREDENTIAL_FILE_MAX_BYTES } from '#lib/spec/limits.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

const files = { disk, uid: process.getuid?.() ?? 0 };
const withMode = (mode: number): string => {
  const temp = makeWorkspace({ key: 'made-up' });
  chmodSync(temp.at('key'), mode);
  return temp.at('key');
};

describe('a file that holds a credential', () => {
  it.each([0o600, 0o400, 0o700])('is read with mode %o', (mode) => {
    expect(readPrivate(withMode(mode), files)).toMatchObject({ is: 'found', text: 'made-up' });
  });

  it.each([0o640, 0o620, 0o604, 0o602, 0o610, 0o601])('is not read with mode %o', (mode) => {
    expect(readPrivate(withMode(mode), files).is).toBe('unusable');
  });
});

describe('a file that decides where a credential is', () => {
  it.each([0o644, 0o755])('may be read by everybody, with mode %o', (mode) => {
    expect(readUnforged(withMode(mode), files).is).toBe('found');
  });

  it.each([0o620, 0o602, 0o664, 0o646])('is not believed with mode %o', (mode) => {
    expect(readUnforged(withMode(mode), files).is).toBe('unusable');
  });
});

describe('what is no file of a credential', () => {
  it('is a folder', () => {
    const temp = makeWorkspace();
    mkdirSync(temp.at('key'), { mode: 0o700 });
    expect(readPrivate(temp.at('key'), files)).toEqual({
      is: 'unusable',
      reason: 'it is no regular file',
    });
  });

  it('is one that holds too much', () => {
    const path = withMode(0o600);
    truncateSync(path, CREDENTIAL_FILE_MAX_BYTES + 1);
    expect(readPrivate(path, files)).toMatchObject({ is: 'unusable' });
  });

  it('is one that belongs to somebody else', () => {
    expect(readPrivate(withMode(0o600), { disk, uid: files.uid + 1 }).is).toBe('unusable');
  });

  it('is one with nothing in it', () => {
    expect(valueIn({ text: ' \n' }, undefined)).toEqual({ is: 'absent' });
  });
});

it.each(['two words', 'two\nlines', 'a\u0001b', 'clé'])(
  'what no header can carry is no key: %j',
  (value) => {
    expect(keyFault(value)).toBe('it holds characters that no key has');
    expect(keyFault('sk-key_1.2~')).toBeUndefined();
  },
);
