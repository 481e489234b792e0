import { chmodSync, existsSync, readFileSync, renameSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { Credentials } from '#kernel/credentials/find.ts';
import { importCredential, planImport } from '#kernel/credentials/import.ts';
import { type DiskCall, traced } from '#kernel/process/trace.ts';
import { disk } from '#kernel/fs/disk.ts';
import {
  CANARY,
  chatGptFile,
  claudeFile,
  codexFile,
  type CredentialHome,
  credentialHome,
  HOUR,
  noKeychain,
  NOW,
} from '#test/support/credential-home.ts';
import { laterRefusalOf, refusalFrom } from '#test/support/kernel.ts';

const KEY = `sk-${CANARY}`;
const CLAUDE_PLACE = 'file:~/.claude/.credentials.json#/claudeAiOauth/accessToken';

const valueIn = async (home: CredentialHome, provider: string, pointer?: string) =>
  (await new Credentials(home.parts).find(provider, pointer))?.value;

const importInto = async (home: CredentialHome, what: string, as: string): Promise<void> => {
  const wish = { what, as, keeping: 'pointer', allowSubscription: true } as const;
  const plan = await planImport(wish, [], home.parts);
  if ('fault' in plan) throw new Error(plan.fault);
  await importCredential(plan, home.parts);
};

/** A profile as `ant auth login` leaves it; the token expires in an hour. */
const writeProfile = (home: CredentialHome, name = 'default', config: object = {}): string => {
  home.write(
    `.config/anthropic/configs/${name}.json`,
    {
      authentication: { type: 'user_oauth', client_id: 'c' },
      ...config,
    },
    0o644,
  );
  return home.write(`.config/anthropic/credentials/${name}.json`, {
    type: 'oauth_token',
    access_token: `${name}-${CANARY}`,
    refresh_token: 'r',
    expires_at: (NOW + HOUR) / 1000,
  });
};

describe('the key of a provider', () => {
  it('is looked for in order: settings, what was imported, variables, the profile', async () => {
    const home = credentialHome({ MINE: 'from-settings', OTHER: 'from-import' });
    expect(await valueIn(home, 'anthropic')).toBeUndefined();
    writeProfile(home);
    expect(await valueIn(home, 'anthropic')).toBe(`default-${CANARY}`);
    home.environment['ANTHROPIC_AUTH_TOKEN'] = 'token';
    expect(await valueIn(home, 'anthropic')).toBe('token');
    home.environment['ANTHROPIC_API_KEY'] = 'key';
    expect(await valueIn(home, 'anthropic')).toBe('key');
    await importInto(home, 'OTHER', 'anthropic');
    expect(await valueIn(home, 'anthropic')).toBe('from-import');
    expect(await valueIn(home, 'anthropic', 'env:MINE')).toBe('from-settings');
    expect(await valueIn(home, 'anthropic', 'none')).toBeUndefined();
  });

  it('of OpenAI may be that of Codex, and of others stands in a variable of their name', async () => {
    const home = credentialHome({ OPENROUTER_API_KEY: 'r', MY_GATEWAY_API_KEY: 'g' });
    home.write('.codex/auth.json', codexFile(KEY));
    expect(await valueIn(home, 'openai')).toBe(KEY);
    expect(await valueIn(home, 'openrouter')).toBe('r');
    expect(await valueIn(home, 'my-gateway')).toBe('g');
    home.environment['OPENAI_API_KEY'] = 'first';
    expect(await valueIn(home, 'openai')).toBe('first');
  });

  it('is sent as the SDK sends it, with what a login needs beside it', async () => {
    const home = credentialHome({ ANTHROPIC_API_KEY: KEY });
    const find = () => new Credentials(home.parts).find('anthropic', undefined);
    expect(await find()).toEqual({
      value: KEY,
      scheme: 'bearer',
      source: 'env:ANTHROPIC_API_KEY',
      headers: {},
    });
    home.environment['ANTHROPIC_API_KEY'] = '';
    writeProfile(home, 'default', { workspace_id: 'wrkspc_1' });
    expect(await find()).toMatchObject({
      scheme: 'bearer',
      headers: { 'anthropic-beta': 'oauth-2025-04-20', 'anthropic-workspace-id': 'wrkspc_1' },
      expiresAt: NOW + HOUR,
    });
  });

  it('set to nothing is not set', async () => {
    const home = credentialHome({ OPENAI_API_KEY: ' ' });
    expect(await valueIn(home, 'openai')).toBeUndefined();
    expect(new Credentials(home.parts).has('openai')).toBe(false);
  });

  it('is not taken from elsewhere when the place that the owner named holds nothing', async () => {
    const home = credentialHome({ ANTHROPIC_API_KEY: KEY, MINE: 'x' });
    for (const pointer of ['env:GONE', 'file:~/gone', 'keychain:yamo/gone'])
      expect(await laterRefusalOf(() => valueIn(home, 'anthropic', pointer))).toBe(
        'CREDENTIAL_MISSING',
      );
    await importInto(home, 'MINE', 'anthropic');
    home.environment['MINE'] = '';
    expect(await laterRefusalOf(() => valueIn(home, 'anthropic'))).toBe('CREDENTIAL_MISSING');
    for (const pointer of ['file:relative', 'nonsense'])
      expect(await laterRefusalOf(() => valueIn(home, 'anthropic', pointer))).toBe(
        'CREDENTIAL_UNUSABLE',
      );
  });

  it('may stand in a keychain, which is asked for nothing else', async () => {
    const home = credentialHome({ ANTHROPIC_API_KEY: KEY });
    home.keychain.entries.set('work/key', `${CANARY}\n`);
    home.keychain.entries.set('work/json', JSON.stringify({ a: { b: 'inner' } }));
    expect(await valueIn(home, 'x', 'keychain:work/key')).toBe(CANARY);
    expect(await valueIn(home, 'x', 'keychain:work/json#/a/b')).toBe('inner');
    const { reads } = home.keychain;
    expect(await valueIn(home, 'anthropic')).toBe(KEY);
    expect(home.keychain.reads).toBe(reads);
    const without = new Credentials({ ...home.parts, keychain: noKeychain });
    expect(await laterRefusalOf(() => without.find('x', 'keychain:work/key'))).toBe(
      'KEYCHAIN_UNUSABLE',
    );
    expect(await without.find('anthropic', undefined)).toMatchObject({ value: KEY });
  });
});

describe('a file with a credential', () => {
  it.each([
    [
      'a symbolic link',
      'it is a symbolic link',
      (path: string) => {
        renameSync(path, `${path}.real`);
        symlinkSync(`${path}.real`, path);
      },
    ],
    ['of a mode that lets others read', 'mode 0640', (path: string) => chmodSync(path, 0o640)],
    ['of a mode that lets others write', 'mode 0602', (path: string) => chmodSync(path, 0o602)],
  ] as const)('%s is not used, and the reason is said', async (_what, reason, spoil) => {
    const home = credentialHome();
    spoil(home.write('.codex/auth.json', codexFile(KEY)));
    const { code, message } = await refusalFrom(() => valueIn(home, 'openai'));
    expect(code).toBe('CREDENTIAL_UNUSABLE');
    expect(message).toContain(reason);
    expect(message).not.toContain(CANARY);
  });

  it('of somebody else is not used', async () => {
    const home = credentialHome();
    home.write('.codex/auth.json', codexFile(KEY));
    const other = new Credentials({ ...home.parts, uid: home.parts.uid + 1 });
    const { message } = await refusalFrom(() => other.find('openai', undefined));
    expect(message).toContain(`it belongs to uid ${home.parts.uid}`);
  });

  it.each([
    ['no JSON', 'nothing of the kind', '#/a'],
    ['no text at the place', '{"a":{"b":1}}', '#/a'],
    ['JSON where a key was expected', '{"a":"b"}', ''],
    ['more than a line', 'one\ntwo', ''],
    ['letters that no header can carry', 'schlüssel', ''],
    ['a book', 'x'.repeat(20_000), ''],
  ])('with %s is not used', async (_what, text, pointer) => {
    const home = credentialHome();
    const path = home.write('key', text);
    const code = await laterRefusalOf(() => valueIn(home, 'x', `file:${path}${pointer}`));
    expect(code).toBe('CREDENTIAL_UNUSABLE');
  });

  it('may hold the key and a line end', async () => {
    const home = credentialHome();
    expect(await valueIn(home, 'x', `file:${home.write('key', `${KEY}\n`)}`)).toBe(KEY);
  });
});

describe('the profile of Anthropic', () => {
  it('is the one that ANTHROPIC_PROFILE or active_config names', async () => {
    const home = credentialHome();
    writeProfile(home);
    writeProfile(home, 'work');
    expect(await valueIn(home, 'anthropic')).toBe(`default-${CANARY}`);
    home.write('.config/anthropic/active_config', 'work\n', 0o644);
    expect(await valueIn(home, 'anthropic')).toBe(`work-${CANARY}`);
    home.environment['ANTHROPIC_PROFILE'] = 'default';
    expect(await valueIn(home, 'anthropic')).toBe(`default-${CANARY}`);
    home.environment['ANTHROPIC_PROFILE'] = 'gone';
    expect(await laterRefusalOf(() => valueIn(home, 'anthropic'))).toBe('CREDENTIAL_UNUSABLE');
    // What this name leads to is there, and is no profile.
    home.write('.config/anthropic/outside.json', {
      authentication: {
        type: 'user_oauth',
        credentials_path: join(home.path, '.config/anthropic/credentials/work.json'),
      },
    });
    home.environment['ANTHROPIC_PROFILE'] = '../outside';
    expect(await laterRefusalOf(() => valueIn(home, 'anthropic'))).toBe('CREDENTIAL_UNUSABLE');
  });

  it('is looked for where the SDK looks', async () => {
    const home = credentialHome();
    writeProfile(home);
    home.environment['XDG_CONFIG_HOME'] = join(home.path, '.config');
    expect(await valueIn(home, 'anthropic')).toBe(`default-${CANARY}`);
    home.environment['XDG_CONFIG_HOME'] = join(home.path, 'nowhere');
    expect(await valueIn(home, 'anthropic')).toBeUndefined();
    home.environment['ANTHROPIC_CONFIG_DIR'] = join(home.path, '.config/anthropic');
    expect(await valueIn(home, 'anthropic')).toBe(`default-${CANARY}`);
  });

  it.each([
    ['of an unknown kind', { authentication: { type: 'palm' } }],
    ['for another address', { base_url: 'https://other.example' }],
    [
      'with a relative path',
      { authentication: { type: 'user_oauth', credentials_path: 'x.json' } },
    ],
  ])('%s is not used', async (_what, config) => {
    const home = credentialHome();
    writeProfile(home, 'default', config);
    expect(await laterRefusalOf(() => valueIn(home, 'anthropic'))).toBe('CREDENTIAL_UNUSABLE');
  });

  it('that others can write is not used', async () => {
    const home = credentialHome();
    writeProfile(home);
    chmodSync(join(home.path, '.config/anthropic/configs/default.json'), 0o666);
    expect(await laterRefusalOf(() => valueIn(home, 'anthropic'))).toBe('CREDENTIAL_UNUSABLE');
  });

  it('that expired is refused with what to do, and neither renewed nor touched [N14]', async () => {
    const home = credentialHome();
    const path = writeProfile(home);
    const before = readFileSync(path, 'utf8');
    home.now = NOW + HOUR - 10_000;
    const { code, message, remedy } = await refusalFrom(() => valueIn(home, 'anthropic'));
    expect(code).toBe('CREDENTIAL_EXPIRED');
    expect(message).toContain('2026-03-14T13:00:00.000Z');
    expect(remedy).toContain('ant auth login');
    expect(readFileSync(path, 'utf8')).toBe(before);
  });
});

describe('the token of a subscription', () => {
  it('is never used unasked, also not when the settings point to it', async () => {
    const home = credentialHome({ CLAUDE_CODE_OAUTH_TOKEN: CANARY });
    home.write('.claude/.credentials.json', claudeFile(CANARY));
    home.write('.codex/auth.json', chatGptFile(CANARY));
    expect(await valueIn(home, 'anthropic')).toBeUndefined();
    expect(await valueIn(home, 'openai')).toBeUndefined();
    const places = [
      CLAUDE_PLACE,
      `file:${home.path}/.claude/../.claude/.credentials.json#/claudeAiOauth/accessToken`,
      'env:CLAUDE_CODE_OAUTH_TOKEN',
      'keychain:Claude Code-credentials/ada#/claudeAiOauth/accessToken',
      'file:~/.codex/auth.json#/tokens/access_token',
      'file:~/.qwen/oauth_creds.json#/access_token',
    ];
    for (const place of places) {
      const { code, message } = await refusalFrom(() => valueIn(home, 'anthropic', place));
      expect(code, place).toBe('CREDENTIAL_SUBSCRIPTION');
      expect(message).toContain('Anthropic allows');
    }
    expect(home.keychain.reads).toBe(0);
  });

  it('is used once its owner has accepted the terms, where it is', async () => {
    const home = credentialHome();
    const path = home.write('.claude/.credentials.json', claudeFile(CANARY));
    const before = readFileSync(path, 'utf8');
    await importInto(home, CLAUDE_PLACE, 'anthropic');
    expect(await valueIn(home, 'anthropic')).toBe(CANARY);
    expect(await valueIn(home, 'anthropic', CLAUDE_PLACE)).toBe(CANARY);
    home.now = NOW + 2 * HOUR;
    expect(await laterRefusalOf(() => valueIn(home, 'anthropic'))).toBe('CREDENTIAL_EXPIRED');
    expect(readFileSync(path, 'utf8')).toBe(before);
  });
});

describe('a value', () => {
  it('is held for a quarter of an hour at most [N15]', async () => {
    const home = credentialHome();
    home.keychain.entries.set('work/key', 'one');
    const credentials = new Credentials(home.parts);
    const value = async () => (await credentials.find('x', 'keychain:work/key'))?.value;
    expect(await value()).toBe('one');
    home.keychain.entries.set('work/key', 'two');
    home.now += 15 * 60_000 - 1;
    expect(await value()).toBe('one');
    home.now += 1;
    expect(await value()).toBe('two');
  });

  it('is read anew when its file changes, when the provider refused it, and from another place [N15]', async () => {
    const home = credentialHome();
    const path = home.write('key', 'one');
    home.keychain.entries.set('work/key', 'in the keychain'.replaceAll(' ', '-'));
    const credentials = new Credentials(home.parts);
    const value = async (pointer = `file:${path}`) => (await credentials.find('x', pointer))?.value;
    expect(await value()).toBe('one');
    home.write('key', 'two');
    utimesSync(path, 1, 1);
    expect(await value()).toBe('two');
    expect(await value('keychain:work/key')).toBe('in-the-keychain');
    home.keychain.entries.set('work/key', 'new');
    expect(await value('keychain:work/key')).toBe('in-the-keychain');
    credentials.forget('x');
    expect(await value('keychain:work/key')).toBe('new');
  });

  it('is not held longer than it lasts [N15]', async () => {
    const home = credentialHome();
    const entry = (token: string, expiresAt: number) =>
      home.keychain.entries.set('work/json', JSON.stringify({ token, expiresAt }));
    entry('one', NOW + 60_000);
    const credentials = new Credentials(home.parts);
    const value = async () => (await credentials.find('x', 'keychain:work/json#/token'))?.value;
    expect(await value()).toBe('one');
    entry('two', NOW + HOUR);
    home.now += 30_000;
    expect(await value()).toBe('two');
  });
});

describe('whether there is something', () => {
  it('is told without opening what holds a key, and creates nothing', () => {
    const home = credentialHome();
    const calls: DiskCall[] = [];
    const parts = { ...home.parts, disk: traced(disk, (call) => calls.push(call)) };
    const has = (provider: string, pointer?: string) =>
      new Credentials(parts).has(provider, pointer);
    expect(has('anthropic')).toBe(false);
    expect(has('constructor')).toBe(false);
    writeProfile(home);
    expect(has('anthropic')).toBe(true);
    expect(calls.filter(({ on }) => on.includes('credentials/default.json'))).toEqual([]);
    expect(home.keychain.reads).toBe(0);
    expect(existsSync(home.stateRoot)).toBe(false);
  });

  it('is told for each place', async () => {
    const home = credentialHome({ MINE: 'x', OPENROUTER_API_KEY: 'y' });
    const has = (provider: string, pointer?: string) =>
      new Credentials(home.parts).has(provider, pointer);
    expect([has('openrouter'), has('x'), has('openai')]).toEqual([true, false, false]);
    expect([has('x', 'env:MINE'), has('x', 'env:GONE')]).toEqual([true, false]);
    expect([has('openrouter', 'none'), has('x', 'file:~/gone')]).toEqual([false, false]);
    expect(has('x', 'keychain:a/b')).toBe(true);
    home.write('.codex/auth.json', chatGptFile(CANARY));
    expect(has('openai')).toBe(false);
    home.write('.codex/auth.json', codexFile(KEY));
    expect(has('openai')).toBe(true);
    await importInto(home, 'MINE', 'x');
    expect(has('x')).toBe(true);
  });
});
