import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { StateHome } from '#kernel/state/home.ts';
import {
  fileIdentity,
  isSame,
  keyedHash,
  type KeptFingerprints,
  newKey,
  readFingerprints,
  writeFingerprints,
} from '#kernel/state/fingerprints.ts';
import { fingerprintsOf } from '#lib/privacy/private-lines.ts';
import { openHome, openWorkspace, refusalOf } from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const NAME = 'fingerprints.json';

const homeAt = (temp: TempWorkspace): StateHome => openHome(temp, openWorkspace(temp));

const kept = (): KeptFingerprints => {
  const key = newKey();
  const identity = { dev: '1', ino: '2', size: '3', mtimeNs: '4' };
  const text = '- Benedikt Wolpertinger owes 900 euros\n- +48 601 555 0187\n';
  const fingerprints = fingerprintsOf(text, keyedHash(key), new Set());
  return { version: 1, key, files: { 'MEMORY.md': { identity, fingerprints } } };
};

describe('the fingerprints in the state', () => {
  it('come back as they were written, for the owner alone', () => {
    const home = homeAt(makeBornWorkspace());
    expect(readFingerprints(home)).toBeUndefined();
    const written = kept();
    writeFingerprints(home, written);
    expect(readFingerprints(home)).toEqual(written);
    expect(statSync(join(home.path, NAME)).mode & 0o777).toBe(0o600);
  });

  it('may be of a file that was not there', () => {
    const home = homeAt(makeBornWorkspace());
    const fingerprints = { passages: [], wholes: [], identifiers: [] };
    const written = {
      version: 1 as const,
      key: newKey(),
      files: { 'USER.md': { fingerprints } },
    };
    writeFingerprints(home, written);
    expect(readFingerprints(home)?.files['USER.md']).toMatchObject({ fingerprints });
  });

  it.each([
    ['no JSON', () => '{'],
    ['another version', () => JSON.stringify({ ...kept(), version: 2 })],
    ['no key', () => JSON.stringify({ ...kept(), key: 7 })],
    ['no files', () => JSON.stringify({ ...kept(), files: null })],
    ['files in a list', () => JSON.stringify({ ...kept(), files: [] })],
    ['no passages', () => JSON.stringify(kept()).replace('"passages":[', '"passages":[7,')],
    ['words that are none', () => JSON.stringify(kept()).replace('"words":[', '"words":["x",')],
    ['more words than bits', () => JSON.stringify(kept()).replace('"words":[', '"words":[1,')],
    ['marks without a line', () => JSON.stringify(kept()).replace('"wholes":[', '"wholes":[{},')],
    ['a half identity', () => JSON.stringify(kept()).replace('"ino":"2",', '')],
  ])('are refused as damaged with %s', (_, text) => {
    const home = homeAt(makeBornWorkspace());
    writeFileSync(join(home.path, NAME), text(), { mode: 0o600 });
    expect(refusalOf(() => readFingerprints(home))).toBe('STATE_DAMAGED');
  });
});

describe('a keyed hash', () => {
  it('is the same under one key, also when words are forgotten, and another under another', () => {
    const key = newKey();
    const hash = keyedHash(key);
    const first = hash('henrike');
    for (let word = 0; word < 50_001; word += 1) hash(`word ${word}`);
    expect(hash('henrike')).toBe(first);
    expect(keyedHash(key)('henrike')).toBe(first);
    expect(keyedHash(newKey())('henrike')).not.toBe(first);
    expect(first).toBeLessThan(2 ** 48);
  });
});

describe('what a file was', () => {
  it('tells a file from the one that took its place', () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': 'one\n' });
    const { root } = openWorkspace(temp);
    const now = () => {
      const stat = root.disk.lstat(root.at('MEMORY.md'));
      return stat && fileIdentity(stat);
    };
    const before = now();
    expect(isSame(before, now())).toBe(true);
    temp.write('MEMORY.md', 'two!\n');
    expect(isSame(before, now())).toBe(false);
    temp.write('MEMORY.md', 'six\n');
    utimesSync(temp.at('MEMORY.md'), 1, 1);
    expect([isSame(before, now()), now()?.size]).toEqual([false, before?.size]);
    expect(isSame(before, undefined)).toBe(false);
    expect(isSame(undefined, undefined)).toBe(true);
  });
});
