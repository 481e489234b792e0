import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { Credentials } from '#kernel/credentials/find.ts';
import {
  importCredential,
  listImported,
  planHandedOver,
  planImport,
  removeImported,
  type Wish,
} from '#kernel/credentials/import.ts';
import { scanCredentials } from '#kernel/credentials/scan.ts';
import {
  CANARY,
  claudeFile,
  codexFile,
  type CredentialHome,
  credentialHome,
  filesWith,
  HOUR,
  NOW,
} from '#test/support/credential-home.ts';
import { laterRefusalOf, refusalOf } from '#test/support/kernel.ts';

const plan = async (home: CredentialHome, what: string, wish: Partial<Wish> = {}) => {
  const { findings } = await scanCredentials({ ...home.parts, providers: ['anthropic', 'openai'] });
  return planImport(
    { what, as: undefined, keeping: 'pointer', allowSubscription: false, ...wish },
    findings,
    home.parts,
  );
};

const take = async (home: CredentialHome, what: string, wish: Partial<Wish> = {}) => {
  const planned = await plan(home, what, wish);
  if ('fault' in planned) throw new Error(planned.fault);
  return importCredential(planned, home.parts);
};

const found = async (home: CredentialHome, provider: string) =>
  (await new Credentials(home.parts).find(provider, undefined))?.value;

describe('an import', () => {
  it('keeps a pointer and a fingerprint, and no value [N15]', async () => {
    const home = credentialHome();
    home.write('.codex/auth.json', codexFile(CANARY));
    const record = await take(home, 'codex');
    expect(record).toEqual({
      v: 1,
      provider: 'openai',
      kind: 'api key',
      source: { type: 'file', path: `${home.path}/.codex/auth.json`, pointer: '/OPENAI_API_KEY' },
      fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
      salt: expect.stringMatching(/^[0-9a-f]{32}$/),
      checkedAt: '2026-03-14T12:00:00.000Z',
    });
    expect(filesWith(CANARY, home.stateRoot)).toEqual([]);
    expect(filesWith('openai', home.stateRoot)).toEqual([
      `600 ${home.stateRoot}/credentials/openai.json`,
    ]);
    expect(await found(home, 'openai')).toBe(CANARY);
    // Equal values do not show.
    expect((await take(home, 'codex')).fingerprint).not.toBe(record.fingerprint);
  });

  it.each([
    ['SHOP_TOKEN', 'env:SHOP_TOKEN'],
    ['env:SHOP_TOKEN', 'env:SHOP_TOKEN'],
    ['~/key', 'file:'],
    ['file:~/key', 'file:'],
    ['keychain:work/shop', 'keychain:work/shop'],
  ])('takes %s, for the provider that it is told', async (what, place) => {
    const home = credentialHome({ SHOP_TOKEN: CANARY });
    home.write('key', CANARY);
    home.keychain.entries.set('work/shop', CANARY);
    expect(await plan(home, what)).toEqual({ fault: 'Say whose it is: --as PROVIDER.' });
    await take(home, what, { as: 'shop' });
    expect((await listImported(home.parts))[0]?.place).toContain(place);
    expect(await found(home, 'shop')).toBe(CANARY);
  });

  it('copies a value where its owner wants that, and nowhere else', async () => {
    const home = credentialHome({ OPENAI_API_KEY: CANARY });
    await take(home, 'OPENAI_API_KEY', { keeping: 'file' });
    home.environment['OPENAI_API_KEY'] = '';
    expect(filesWith(CANARY, home.stateRoot)).toEqual([
      `600 ${home.stateRoot}/credentials/openai.key`,
    ]);
    expect(await found(home, 'openai')).toBe(CANARY);
    home.environment['OPENAI_API_KEY'] = `other-${CANARY}`;
    await take(home, 'OPENAI_API_KEY', { keeping: 'keychain' });
    // What was copied before is gone.
    expect(filesWith(CANARY, home.stateRoot)).toEqual([]);
    expect([...home.keychain.entries]).toEqual([['yamo/openai', `other-${CANARY}`]]);
    expect(await found(home, 'openai')).toBe(`other-${CANARY}`);
    expect(await removeImported('openai', home.parts)).toBe(true);
    expect(home.keychain.entries.size).toBe(0);
    expect(await removeImported('openai', home.parts)).toBe(false);
  });

  it('replaces a copy of its own in one piece', async () => {
    const home = credentialHome({ A_KEY: 'one', B_KEY: 'two' });
    await take(home, 'A_KEY', { as: 'x', keeping: 'file' });
    const again = await plan(home, 'B_KEY', { as: 'x', keeping: 'file' });
    expect(again).toMatchObject({ replaces: `file:${home.stateRoot}/credentials/x.key` });
    await take(home, 'B_KEY', { as: 'x', keeping: 'file' });
    expect(await found(home, 'x')).toBe('two');
  });

  it('takes a value that is handed over', async () => {
    const home = credentialHome();
    const planned = planHandedOver(`${CANARY}\n`, { as: 'openai', keeping: 'file' }, home.parts);
    if ('fault' in planned) throw new Error(planned.fault);
    expect(existsSync(home.stateRoot)).toBe(false);
    await importCredential(planned, home.parts);
    expect(await found(home, 'openai')).toBe(CANARY);
    for (const text of ['', '\n', 'two words', '{"key":1}', 'x'.repeat(17_000)])
      expect(refusalOf(() => planHandedOver(text, { as: 'x', keeping: 'file' }, home.parts))).toBe(
        'CREDENTIAL_UNUSABLE',
      );
  });

  it.each(['', '../x', 'A', 'a/b', '.hidden', 'x y'])(
    'does not take %j for a provider',
    async (as) => {
      const home = credentialHome({ OPENAI_API_KEY: CANARY });
      expect(await plan(home, 'OPENAI_API_KEY', { as })).toHaveProperty('fault');
      expect(planHandedOver('key', { as, keeping: 'file' }, home.parts)).toHaveProperty('fault');
      expect(await removeImported(as, home.parts)).toBe(false);
    },
  );

  it('of what is not there, or not to be trusted, is refused, and changes nothing', async () => {
    const home = credentialHome();
    home.write('open', CANARY, 0o644);
    home.write('old.json', { token: CANARY, expiresAt: NOW - HOUR });
    const refused = (what: string) => laterRefusalOf(() => plan(home, what, { as: 'x' }));
    expect(await refused('GONE_KEY')).toBe('CREDENTIAL_MISSING');
    expect(await refused('~/gone')).toBe('CREDENTIAL_MISSING');
    expect(await refused('~/open')).toBe('CREDENTIAL_UNUSABLE');
    expect(await refused('file:~/old.json#/token')).toBe('CREDENTIAL_EXPIRED');
    expect(await plan(home, 'some words', { as: 'x' })).toHaveProperty('fault');
    expect(existsSync(home.stateRoot)).toBe(false);
  });

  it('of the token of a subscription needs its owner to accept the terms, and is no copy', async () => {
    const home = credentialHome({ CLAUDE_CODE_OAUTH_TOKEN: CANARY });
    const path = home.write('.claude/.credentials.json', claudeFile(CANARY));
    const before = readFileSync(path, 'utf8');
    for (const what of ['claude-code', 'CLAUDE_CODE_OAUTH_TOKEN', 'env:CLAUDE_CODE_OAUTH_TOKEN'])
      expect(await laterRefusalOf(() => plan(home, what))).toBe('CREDENTIAL_SUBSCRIPTION');
    const wish = { allowSubscription: true } as const;
    for (const keeping of ['file', 'keychain'] as const)
      expect(await plan(home, 'claude-code', { ...wish, keeping })).toHaveProperty('fault');
    expect(await plan(home, 'claude-code', wish)).toMatchObject({
      terms: expect.stringContaining('Anthropic'),
    });
    expect(await take(home, 'claude-code', wish)).toMatchObject({ allowed: true });
    expect(filesWith(CANARY, home.stateRoot)).toEqual([]);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });
});

describe('what was imported', () => {
  it('is listed as it is now', async () => {
    const home = credentialHome({ A_KEY: 'one', B_KEY: 'two', C_KEY: 'three' });
    const path = home.write('token.json', { token: CANARY, expiresAt: NOW + HOUR });
    for (const name of ['A_KEY', 'B_KEY', 'C_KEY'])
      await take(home, name, { as: name.slice(0, 1).toLowerCase() });
    await take(home, `file:${path}#/token`, { as: 'd' });
    home.environment['B_KEY'] = 'rotated';
    home.environment['C_KEY'] = '';
    home.now = NOW + 2 * HOUR;
    const statuses = await listImported(home.parts);
    expect(statuses.map(({ provider, now }) => [provider, now])).toEqual([
      ['a', 'same'],
      ['b', 'changed'],
      ['c', 'absent'],
      ['d', 'expired'],
    ]);
    expect(JSON.stringify(statuses)).not.toContain(CANARY);
  });

  it('is refused when its record is damaged', async () => {
    const home = credentialHome({ A_KEY: 'one' });
    await take(home, 'A_KEY', { as: 'a' });
    home.write('.local/state/yamo/credentials/a.json', '{"v":1,"provider":"a"}');
    expect(await laterRefusalOf(() => found(home, 'a'))).toBe('STATE_DAMAGED');
    expect(new Credentials(home.parts).has('a')).toBe(true);
  });

  it('is nothing where nothing was, and looking makes nothing', async () => {
    const home = credentialHome();
    expect(await listImported(home.parts)).toEqual([]);
    expect(await removeImported('a', home.parts)).toBe(false);
    expect(existsSync(join(home.path, '.local'))).toBe(false);
  });
});
